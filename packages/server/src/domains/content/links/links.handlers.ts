import type { PageNode } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type PageRequest } from '../../../kernel/contract/paging.ts';
import { toCollection } from '../../collections/index.ts';
import { type OrganizationsService, toOrganization } from '../../organizations/index.ts';
import { type SpaceSubject, toSpace } from '../../spaces/index.ts';
import { type Presenter, toFile, toPage, toReusable } from '../pages/pages.handlers.ts';
import type { ContentService, RevisionSnapshot } from '../pages/pages.service.ts';
import type { LinkTargetsService, Target } from './link-targets.service.ts';
import {
  type ContentLocation,
  type LinkList,
  type linksContract,
  SHOWN_LOCATIONS,
  type VersionContext,
} from './links.contract.ts';
import type { LinksService, Place, Usage } from './links.service.ts';

type Location = Static<typeof ContentLocation>;

/** What showing references needs. */
export interface LinksParts {
  readonly links: LinksService;
  readonly targets: LinkTargetsService;
  readonly content: ContentService;
  readonly organizations: OrganizationsService;
}

/** What references are read from; what is no space's current content says of which version it is. */
export interface VersionedSnapshot extends RevisionSnapshot {
  readonly versionContext?: Static<typeof VersionContext>;
}

interface LinksQuery {
  readonly status?: 'ok' | 'broken' | 'in-app' | undefined;
  /** Of the broken: those that were so before, or those that came since. */
  readonly brokenContext?: 'change-request' | 'space' | undefined;
}

const pageOf = <Row extends { readonly key: string }>(page: PageRequest, all: readonly Row[]) => {
  const after = page.after && String(page.after[0]);
  const rest = after === undefined ? all : all.filter(({ key }) => key > after);
  return { rows: rest.slice(0, page.limit + 1), count: all.length };
};

/** References on one reading, whatever led to it: the space or a change request. */
export const presentLinks = ({ links, targets, content, organizations }: LinksParts, present: Presenter) => {
  /** Shows places and targets, with the organizations that they are in. */
  const locator = async (
    caller: Caller,
    from: VersionedSnapshot,
    others: readonly { organization_id: string }[],
  ) => {
    const ids = new Set([from.space, ...others].map(({ organization_id }) => organization_id));
    const shown = new Map(
      await Promise.all(
        [...ids].map(async (id) => {
          const row = await organizations.find(id, caller.principal.userId);
          return [id, row && toOrganization(present.links, row)] as const;
        }),
      ),
    );
    const inside = (space: SpaceSubject) => ({
      organization: shown.get(space.organization_id),
      space: toSpace(present.links, space),
    });
    const within = (space: SpaceSubject) => ({
      ...inside(space),
      ...(from.versionContext && space.id === from.space.id && { versionContext: from.versionContext }),
    });
    // Of a page itself: what stands below it is no part of where something is.
    const page = (space: SpaceSubject, node: Omit<PageNode, 'children'>) =>
      toPage(present, space.id, { ...node, children: [] }, {});
    const place = (at: Place): Location =>
      (at.kind === 'page'
        ? {
            kind: 'page',
            ...within(at.space),
            page: page(at.space, at.page),
            ...(at.block && { internalLocation: { type: 'node', node: at.block } }),
          }
        : {
            kind: 'reusable-content',
            ...within(at.space),
            reusableContent: toReusable(present, at.space.id, at.id, at.content, {}),
          }) as Location;
    const target = (to: Target): Location => {
      switch (to.kind) {
        case 'url':
          return to;
        case 'page':
          return {
            kind: 'page',
            ...within(to.space),
            page: page(to.space, to.page),
            ...(to.anchor !== undefined && { internalLocation: { type: 'anchor', anchor: to.anchor } }),
          } as Location;
        case 'file':
          return {
            kind: 'file',
            ...within(to.space),
            file: toFile(present, to.space.id, to.id, to.file, {}),
          } as Location;
        case 'reusable-content':
          return {
            kind: 'reusable-content',
            ...within(to.space),
            reusableContent: toReusable(present, to.space.id, to.id, to.content, {}),
          } as Location;
        case 'space':
          return { kind: 'space', ...inside(to.space) } as Location;
        case 'collection':
          return {
            kind: 'collection',
            organization: shown.get(to.collection.organization_id),
            collection: toCollection(present.links, to.collection),
          } as Location;
      }
    };
    return { place, target };
  };

  const judged = async (caller: Caller, from: RevisionSnapshot, usages: readonly Usage[]) => {
    const judge = await targets.resolve(
      caller.principal.userId,
      from,
      usages.map(({ ref }) => ref),
    );
    return usages.map((usage) => ({ ...usage, ...judge(usage.ref) }));
  };

  const list = async (
    caller: Caller,
    from: VersionedSnapshot,
    usages: readonly Usage[],
    page: PageRequest,
    { status, brokenContext }: LinksQuery,
    before?: RevisionSnapshot,
  ): Promise<Static<typeof LinkList>> => {
    const all = await judged(caller, from, usages);
    const broken = all.filter((usage) => usage.status === 'broken');
    // What was broken before is not the fault of what is read now.
    const earlier =
      before &&
      new Set(
        (await judged(caller, before, await links.ofSpace(before)))
          .filter((usage) => usage.status === 'broken')
          .map(({ key }) => key),
      );
    const isWanted = (usage: (typeof all)[number]) =>
      (status === undefined || usage.status === status) &&
      (brokenContext === undefined ||
        (usage.status === 'broken' && earlier?.has(usage.key) === (brokenContext === 'space')));
    const found = pageOf(page, all.filter(isWanted));
    const others = found.rows.flatMap(({ target }) => {
      if (target === undefined || target.kind === 'url') return [];
      return [target.kind === 'collection' ? target.collection : target.space];
    });
    const locate = await locator(caller, from, others);
    return {
      ...listOf(
        page,
        found,
        ({ key }) => [key],
        ({ status: is, relation, target, places }) => ({
          status: is,
          relation,
          ...(target && { targetReference: locate.target(target) }),
          locationReferences: places
            .slice(0, SHOWN_LOCATIONS)
            .map((spot) => locate.place({ ...spot, space: from.space })),
          locationCount: places.length,
        }),
      ),
      stats: {
        total: all.length,
        broken: {
          total: broken.length,
          ...(earlier && { changeRequest: broken.filter(({ key }) => !earlier.has(key)).length }),
        },
      },
    };
  };

  return {
    ofSpace: async (
      caller: Caller,
      from: VersionedSnapshot,
      page: PageRequest,
      query: LinksQuery,
      /** What is read now was made from this; given, it is told what of the broken was broken there. */
      before?: RevisionSnapshot,
    ) => list(caller, from, await links.ofSpace(from), page, query, before),
    ofPage: async (
      caller: Caller,
      from: VersionedSnapshot,
      pageId: string,
      page: PageRequest,
      query: LinksQuery,
    ) => {
      const { node } = await content.page(from, pageId);
      return list(caller, from, await links.ofPage(from, node), page, query);
    },
    backlinks: async (
      caller: Caller,
      from: VersionedSnapshot,
      kind: 'page' | 'file',
      id: string,
      page: PageRequest,
    ) => {
      const found = pageOf(page, await links.backlinks(caller.principal.userId, from, kind, id));
      const locate = await locator(caller, from, []);
      return listOf(
        page,
        found,
        ({ key }) => [key],
        ({ place }) => locate.place(place),
      );
    },
  };
};

/** Operation to service to answer. */
export const linksHandlers = (parts: LinksParts, present: Presenter): Handlers<typeof linksContract> => {
  const show = presentLinks(parts, present);
  const { content } = parts;
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
