import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { OrganizationsService } from '../../organizations/index.ts';
import type { ContentService, RevisionSnapshot } from '../pages/content.service.ts';
import type { Presenter } from '../pages/present-pages.ts';
import type { LinkTargetsService, ResolvedLink } from './link-targets.service.ts';
import { type LinkList, type linksContract, SHOWN_LOCATIONS } from './links.contract.ts';
import type { LinksService, LinkUsage } from './links.service.ts';
import { loadLocationPresenter, type VersionedSnapshot } from './present-locations.ts';

/** Dependencies of the operations on links. */
export interface LinksDependencies {
  readonly links: LinksService;
  readonly targets: LinkTargetsService;
  readonly content: ContentService;
  readonly organizations: OrganizationsService;
}

interface LinksQuery {
  readonly status?: 'ok' | 'broken' | 'in-app' | undefined;
  /** Limits broken links to those of the space, or to those that the change request broke. */
  readonly brokenContext?: 'change-request' | 'space' | undefined;
}

type ResolvedUsage = LinkUsage & ResolvedLink;

const sliceOf = <Row extends { readonly key: string }>(pagination: PageRequest, all: readonly Row[]) => {
  const after = pagination.after && String(pagination.after[0]);
  const rest = after === undefined ? all : all.filter(({ key }) => key > after);
  return { rows: rest.slice(0, pagination.limit + 1), count: all.length };
};

const isBroken = ({ status }: ResolvedUsage) => status === 'broken';

/** The spaces and collections that links point to. */
const targetContentsOf = (usages: readonly ResolvedUsage[]) =>
  usages.flatMap(({ target }) => {
    if (target === undefined || target.kind === 'url') return [];
    return [target.kind === 'collection' ? target.collection : target.space];
  });

const matches = (
  usage: ResolvedUsage,
  { status, brokenContext }: LinksQuery,
  brokenBefore: ReadonlySet<string> | undefined,
): boolean =>
  (status === undefined || usage.status === status) &&
  (brokenContext === undefined ||
    (isBroken(usage) && brokenBefore?.has(usage.key) === (brokenContext === 'space')));

/** Presents the links of one snapshot, of a space or of a change request. */
export const createLinkPresenter = (
  { links, targets, content, organizations }: LinksDependencies,
  present: Presenter,
) => {
  const resolveAll = async (
    caller: Caller,
    from: RevisionSnapshot,
    usages: readonly LinkUsage[],
  ): Promise<ResolvedUsage[]> => {
    const refs = usages.map(({ ref }) => ref);
    const resolve = await targets.resolve(caller.principal.userId, from, refs);
    return usages.map((usage) => ({ ...usage, ...resolve(usage.ref) }));
  };

  const list = async (
    caller: Caller,
    from: VersionedSnapshot,
    usages: readonly LinkUsage[],
    pagination: PageRequest,
    query: LinksQuery,
    base?: RevisionSnapshot,
  ): Promise<Static<typeof LinkList>> => {
    const all = await resolveAll(caller, from, usages);
    const broken = all.filter(isBroken);
    // The change request did not break links that are broken in its base already.
    const brokenBefore =
      base &&
      new Set(
        (await resolveAll(caller, base, await links.ofSpace(base))).filter(isBroken).map(({ key }) => key),
      );
    const found = sliceOf(
      pagination,
      all.filter((usage) => matches(usage, query, brokenBefore)),
    );
    const others = targetContentsOf(found.rows);
    const locations = await loadLocationPresenter(organizations, present, caller, from, others);
    return {
      ...listOf(
        pagination,
        found,
        ({ key }) => [key],
        ({ status, relation, target, sources }) => ({
          status,
          relation,
          ...(target && { targetReference: locations.presentTarget(target) }),
          locationReferences: sources
            .slice(0, SHOWN_LOCATIONS)
            .map((source) => locations.presentSource({ ...source, space: from.space })),
          locationCount: sources.length,
        }),
      ),
      stats: {
        total: all.length,
        broken: {
          total: broken.length,
          ...(brokenBefore && { changeRequest: broken.filter(({ key }) => !brokenBefore.has(key)).length }),
        },
      },
    };
  };

  return {
    /** Lists the links of all content; with a base, tells links that were broken there from those broken since. */
    ofSpace: async (
      caller: Caller,
      from: VersionedSnapshot,
      pagination: PageRequest,
      query: LinksQuery,
      base?: RevisionSnapshot,
    ) => list(caller, from, await links.ofSpace(from), pagination, query, base),

    ofPage: async (
      caller: Caller,
      from: VersionedSnapshot,
      pageId: string,
      pagination: PageRequest,
      query: LinksQuery,
    ) => {
      const { node } = await content.page(from, pageId);
      return list(caller, from, await links.ofPage(from, node), pagination, query);
    },

    backlinks: async (
      caller: Caller,
      from: VersionedSnapshot,
      kind: 'page' | 'file',
      id: string,
      pagination: PageRequest,
    ) => {
      const found = sliceOf(pagination, await links.backlinks(caller.principal.userId, from, kind, id));
      const locations = await loadLocationPresenter(organizations, present, caller, from, []);
      return listOf(
        pagination,
        found,
        ({ key }) => [key],
        ({ source }) => locations.presentSource(source),
      );
    },
  };
};

/** Handlers of the links of spaces. */
export const linksHandlers = (
  dependencies: LinksDependencies,
  present: Presenter,
): Handlers<typeof linksContract> => {
  const show = createLinkPresenter(dependencies, present);
  const { content } = dependencies;
  return {
    listSpaceLinks: async ({ caller, subject, query, page }) =>
      show.ofSpace(caller, await content.head(subject), page, query),
    listPageLinksInSpace: async ({ caller, subject, params, query, page }) =>
      show.ofPage(caller, await content.head(subject), params.pageId, page, query),
    listSpacePageBacklinks: async ({ caller, subject, params, page }) =>
      show.backlinks(caller, await content.head(subject), 'page', params.pageId, page),
    listSpaceFileBacklinks: async ({ caller, subject, params, page }) =>
      show.backlinks(caller, await content.head(subject), 'file', params.fileId, page),
  };
};
