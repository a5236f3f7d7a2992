import type { Document } from '@lectern/document';
import type { RenderContext } from '@lectern/site';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { EmbedsService, Snapshot } from '../../content/index.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { ApisService } from './openapi-blocks.service.ts';
import { needsOf } from './page-data.ts';

interface Dependencies extends Pick<Kernel, 'clock'> {
  readonly identity: Pick<IdentityService, 'findNames'>;
  readonly embeds: Pick<EmbedsService, 'peek'>;
  readonly apis: ApisService;
}

// People are not called by another name every day.
const NAMES_MS = 5 * 60 * 1000;

/** What a document shows of things that are not in it, and until when that may be shown. */
export interface MetNeeds {
  readonly context: Pick<RenderContext, 'userOf' | 'embedOf' | 'openapiOf' | 'describedOf'>;
  readonly until: number;
}

/** Names, embeds and specifications for pages, each asked for once a page. */
export const createNeedsService = ({ identity, embeds, apis, clock }: Dependencies) => ({
  /** What a document of a snapshot needs. */
  meet: async (snapshot: Snapshot, document: Document): Promise<MetNeeds> => {
    const needs = needsOf(document);
    const [names, { until, ...specifications }] = await Promise.all([
      identity.findNames(snapshot.space.organization_id, needs.users),
      apis.shown(snapshot, needs.specifications),
    ]);
    const glances = new Map(needs.embeds.map((url) => [url, embeds.peek(url)]));
    return {
      context: {
        ...specifications,
        userOf: (user) => {
          const name = names.get(user);
          return name === undefined ? undefined : { name };
        },
        embedOf: (url) => glances.get(url)?.embed,
      },
      until: Math.min(
        until,
        needs.users.length > 0 ? clock.now().getTime() + NAMES_MS : until,
        ...[...glances.values()].map((glance) => glance.until),
      ),
    };
  },
});

/** What documents need from elsewhere. */
export type NeedsService = ReturnType<typeof createNeedsService>;
