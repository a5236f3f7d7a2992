import type { Caller } from '../../../kernel/auth/principal.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHosts } from '../../../kernel/site-hosts.ts';
import type { ChangeRequestsService } from '../../change-requests/index.ts';
import {
  type CollectionSubject,
  type CollectionsService,
  collectionPolicy,
} from '../../collections/index.ts';
import type { ContentService, RevisionSnapshot } from '../../content/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { readPath } from '../site/paths.ts';
import { placeOf } from '../site/structure.ts';
import type { VisitsService } from '../visitor-access/admission.service.ts';
import { wayByOrigin } from '../visitor-access/site-address.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly hosts: Pick<SiteHosts, 'find'>;
  readonly visits: Pick<VisitsService, 'look'>;
  readonly collections: Pick<CollectionsService, 'find'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly changeRequests: Pick<ChangeRequestsService, 'findInSpace'>;
  readonly content: ContentService;
}

/** What an address names: a collection, or a place in a space, at a revision or a change request where it says so. */
type Named =
  | { readonly collection: string }
  | {
      readonly space: string;
      readonly version?: readonly [string, string];
      readonly path: readonly string[];
    };

/** What an address stands for. */
export type ContentOfUrl =
  | { readonly collection: CollectionSubject }
  | {
      readonly space: SpaceSubject;
      readonly changeRequest: Awaited<ReturnType<ChangeRequestsService['findInSpace']>>;
      readonly page: { readonly from: RevisionSnapshot; readonly id: string } | undefined;
    };

const placeIn = (space: string, path: readonly string[]): Named => {
  const [mark, kind, id, ...rest] = path;
  return mark === '~' && kind !== undefined && id !== undefined
    ? { space, version: [kind, id], path: rest }
    : { space, path };
};

/** What addresses stand for, for those who may see it. */
export const createContentUrlsService = (deps: Dependencies) => {
  const { links, hosts, visits, collections, spaces, changeRequests, content } = deps;

  const namedInApp = ([kind, id, ...path]: readonly string[]): Named | undefined => {
    if (id === undefined) return undefined;
    return kind === 'c' ? { collection: id } : kind === 's' ? placeIn(id, path) : undefined;
  };

  const namedBy = async (address: string): Promise<Named | undefined> => {
    const url = new URL(address);
    const segments = readPath(url.pathname)?.segments;
    if (!segments) return undefined;
    const app = new URL(links.appUrl('/'));
    const way = hosts.find(url.host, url.pathname);
    if (!way && url.host === app.host && segments[0] === 'app') return namedInApp(segments.slice(1));
    const seen = await visits.look(way ?? wayByOrigin(url.host, segments), segments);
    const place =
      seen &&
      placeOf(
        seen.structure,
        seen.rest.map((segment) => segment.toLowerCase()),
      );
    return place && placeIn(place.variant.space, place.rest);
  };

  return {
    find: async (caller: Caller, address: string): Promise<ContentOfUrl> => {
      const { userId } = caller.principal;
      const named = await namedBy(address);
      if (!named) throw notFound('content');
      if ('collection' in named) {
        const collection = await collections.find(userId, named.collection);
        if (!collection || !collectionPolicy.can.view(collection)) throw notFound('content');
        return { collection };
      }
      const space = await spaces.find(userId, named.space);
      if (!space || !spacePolicy.can.view(space)) throw notFound('content');
      const [kind, id = ''] = named.version ?? [];
      const changeRequest =
        kind === 'changes' ? await changeRequests.findInSpace(space, id, userId) : undefined;
      if (kind === 'changes' && !changeRequest) throw notFound('content');
      const revision = kind === 'revisions' ? id : (changeRequest?.revision_id ?? space.revision_id);
      const from = await content.at(space, revision);
      const isWhole = named.path.length === 0;
      const found = isWhole ? undefined : await content.pageByPath(from, named.path.join('/'));
      return { space, changeRequest, page: found && { from, id: found.node.id } };
    },
  };
};

/** What addresses stand for. */
export type ContentUrlsService = ReturnType<typeof createContentUrlsService>;
