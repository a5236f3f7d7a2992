import type { Document } from '@lectern/document';
import type { RenderContext } from '@lectern/site';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { EmbedsService, Snapshot } from '../../content/index.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { OpenapiBlocksService } from './openapi-blocks.service.ts';
import { referencedData } from './page-data.ts';

interface Dependencies extends Pick<Kernel, 'clock'> {
  readonly identity: Pick<IdentityService, 'findNames'>;
  readonly embeds: Pick<EmbedsService, 'peek'>;
  readonly openapiBlocks: OpenapiBlocksService;
}

// Users rarely change their names.
const USER_NAMES_MS = 5 * 60 * 1000;

/** The data that a document shows but does not contain. */
export interface PageData {
  readonly context: Pick<RenderContext, 'userOf' | 'embedOf' | 'openapiOf' | 'parsedMarkdown'>;
  /** Time until which it may be shown. */
  readonly until: number;
}

/** Makes the service that loads user names, embeds and specifications for pages. */
export const createPageDataService = ({ identity, embeds, openapiBlocks, clock }: Dependencies) => ({
  /** Loads the data for a document. */
  load: async (snapshot: Snapshot, document: Document): Promise<PageData> => {
    const referenced = referencedData(document);
    const [names, { until, ...specifications }] = await Promise.all([
      identity.findNames(snapshot.space.organization_id, referenced.users),
      openapiBlocks.load(snapshot, referenced.specifications),
    ]);
    const previews = new Map(referenced.embeds.map((url) => [url, embeds.peek(url)]));
    return {
      context: {
        ...specifications,
        userOf: (user) => {
          const name = names.get(user);
          return name === undefined ? undefined : { name };
        },
        embedOf: (url) => previews.get(url)?.embed,
      },
      until: Math.min(
        until,
        referenced.users.length > 0 ? clock.now().getTime() + USER_NAMES_MS : until,
        ...[...previews.values()].map((preview) => preview.until),
      ),
    };
  },
});

/** Data of pages. */
export type PageDataService = ReturnType<typeof createPageDataService>;
