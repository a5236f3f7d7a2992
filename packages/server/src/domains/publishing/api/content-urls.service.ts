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
import { canonicalSegments, PREVIEW_PREFIX } from '../routing/previews.service.ts';
import { parsePath } from '../site/paths.ts';
import { resolvePath } from '../site/structure.ts';
import type { AdmissionService } from '../visitor-access/admission.service.ts';
import { proxyAddress } from '../visitor-access/site-address.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly hosts: Pick<SiteHosts, 'find'>;
  readonly admission: Pick<AdmissionService, 'structureForMembers'>;
  readonly collections: Pick<CollectionsService, 'find'>;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly changeRequests: Pick<ChangeRequestsService, 'findInSpace'>;
  readonly content: ContentService;
}

/** The parts of a URL: a collection, or a path in a space, optionally at a revision or in a change request. */
type ParsedUrl =
  | { readonly collection: string }
  | {
      readonly space: string;
      readonly version?: readonly [string, string];
      readonly path: readonly string[];
    };

/** The content at a URL. */
export type ContentAtUrl =
  | { readonly collection: CollectionSubject }
  | {
      readonly space: SpaceSubject;
      readonly changeRequest: Awaited<ReturnType<ChangeRequestsService['findInSpace']>>;
      readonly page: { readonly from: RevisionSnapshot; readonly id: string } | undefined;
    };

const parseSpacePath = (space: string, path: readonly string[]): ParsedUrl => {
  const [prefix, kind, id, ...rest] = path;
  return prefix === PREVIEW_PREFIX && kind !== undefined && id !== undefined
    ? { space, version: [kind, id], path: rest }
    : { space, path };
};

/** Makes the service that finds content by its URL, for members with access to it. */
export const createContentUrlsService = (deps: Dependencies) => {
  const { links, hosts, admission, collections, spaces, changeRequests, content } = deps;

  const parseAppPath = ([kind, id, ...path]: readonly string[]): ParsedUrl | undefined => {
    if (id === undefined) return undefined;
    return kind === 'c' ? { collection: id } : kind === 's' ? parseSpacePath(id, path) : undefined;
  };

  const parseUrl = async (address: string): Promise<ParsedUrl | undefined> => {
    const url = new URL(address);
    const segments = parsePath(url.pathname)?.segments;
    if (!segments) return undefined;
    const app = new URL(links.appUrl('/'));
    const siteAddress = hosts.find(url.host, url.pathname);
    if (!siteAddress && url.host === app.host && segments[0] === 'app')
      return parseAppPath(segments.slice(1));
    const found = await admission.structureForMembers(
      siteAddress ?? proxyAddress(url.host, segments),
      segments,
    );
    const resolved = found && resolvePath(found.structure, canonicalSegments(found.rest));
    return resolved && parseSpacePath(resolved.variant.space, resolved.rest);
  };

  return {
    find: async (caller: Caller, address: string): Promise<ContentAtUrl> => {
      const { userId } = caller.principal;
      const parsed = await parseUrl(address);
      if (!parsed) throw notFound('content');
      if ('collection' in parsed) {
        const collection = await collections.find(userId, parsed.collection);
        if (!collection || !collectionPolicy.can.view(collection)) throw notFound('content');
        return { collection };
      }
      const space = await spaces.find(userId, parsed.space);
      if (!space || !spacePolicy.can.view(space)) throw notFound('content');
      const [kind, id = ''] = parsed.version ?? [];
      const changeRequest =
        kind === 'changes' ? await changeRequests.findInSpace(space, id, userId) : undefined;
      if (kind === 'changes' && !changeRequest) throw notFound('content');
      const revision = kind === 'revisions' ? id : (changeRequest?.revision_id ?? space.revision_id);
      const from = await content.at(space, revision);
      const isWholeSpace = parsed.path.length === 0;
      const found = isWholeSpace ? undefined : await content.pageByPath(from, parsed.path.join('/'));
      return { space, changeRequest, page: found && { from, id: found.node.id } };
    },
  };
};

/** Content by URL. */
export type ContentUrlsService = ReturnType<typeof createContentUrlsService>;
