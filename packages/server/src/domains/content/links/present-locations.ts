import type { PageNode } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { toCollection } from '../../collections/index.ts';
import { type OrganizationsService, toOrganization } from '../../organizations/index.ts';
import { type SpaceSubject, toSpace } from '../../spaces/index.ts';
import type { RevisionSnapshot } from '../pages/content.service.ts';
import { type Presenter, toFile, toPage, toReusable } from '../pages/present-pages.ts';
import type { LinkTarget } from './link-targets.service.ts';
import type { ContentLocation, VersionContext } from './links.contract.ts';
import type { LinkSource } from './links.service.ts';

type Location = Static<typeof ContentLocation>;
type ApiOrganization = ReturnType<typeof toOrganization>;

/** A snapshot whose links are read; that of a change request says so in `versionContext`. */
export interface VersionedSnapshot extends RevisionSnapshot {
  readonly versionContext?: Static<typeof VersionContext>;
}

/** Everything that locations are presented with. */
interface LocationContext {
  readonly present: Presenter;
  readonly from: VersionedSnapshot;
  readonly organizations: ReadonlyMap<string, ApiOrganization | undefined>;
}

const spaceFields = ({ present, organizations }: LocationContext, space: SpaceSubject) => ({
  organization: organizations.get(space.organization_id),
  space: toSpace(present.links, space),
});

const versionedFields = (context: LocationContext, space: SpaceSubject) => {
  const { versionContext, space: own } = context.from;
  return { ...spaceFields(context, space), ...(versionContext && space.id === own.id && { versionContext }) };
};

// Without the pages below it, which are no part of a location.
const pageFields = ({ present }: LocationContext, space: SpaceSubject, node: Omit<PageNode, 'children'>) =>
  toPage(present, space.id, { ...node, children: [] }, {});

/** Presents the page or reusable content that contains a link. */
const presentSource = (context: LocationContext, source: LinkSource): Location =>
  (source.kind === 'page'
    ? {
        kind: 'page',
        ...versionedFields(context, source.space),
        page: pageFields(context, source.space, source.page),
        ...(source.block && { internalLocation: { type: 'node', node: source.block } }),
      }
    : {
        kind: 'reusable-content',
        ...versionedFields(context, source.space),
        reusableContent: toReusable(context.present, source.space.id, source.id, source.content, {}),
      }) as Location;

/** Presents the object that a link points to. */
const presentTarget = (context: LocationContext, target: LinkTarget): Location => {
  const { present, organizations } = context;
  switch (target.kind) {
    case 'url':
      return target;
    case 'page': {
      const { space, page, anchor } = target;
      return {
        kind: 'page',
        ...versionedFields(context, space),
        page: pageFields(context, space, page),
        ...(anchor !== undefined && { internalLocation: { type: 'anchor', anchor } }),
      } as Location;
    }
    case 'file':
      return {
        kind: 'file',
        ...versionedFields(context, target.space),
        file: toFile(present, target.space.id, target.id, target.file, {}),
      } as Location;
    case 'reusable-content':
      return {
        kind: 'reusable-content',
        ...versionedFields(context, target.space),
        reusableContent: toReusable(present, target.space.id, target.id, target.content, {}),
      } as Location;
    case 'space':
      return { kind: 'space', ...spaceFields(context, target.space) } as Location;
    case 'collection':
      return {
        kind: 'collection',
        organization: organizations.get(target.collection.organization_id),
        collection: toCollection(present.links, target.collection),
      } as Location;
  }
};

/** Loads the organizations of locations; returns the functions that present link sources and targets. */
export const loadLocationPresenter = async (
  organizations: OrganizationsService,
  present: Presenter,
  caller: Caller,
  from: VersionedSnapshot,
  others: readonly { organization_id: string }[],
) => {
  const ids = new Set([from.space, ...others].map(({ organization_id }) => organization_id));
  const entries = [...ids].map(async (id) => {
    const row = await organizations.find(id, caller.principal.userId);
    return [id, row && toOrganization(present.links, row)] as const;
  });
  const context = { present, from, organizations: new Map(await Promise.all(entries)) };
  return {
    presentSource: (source: LinkSource) => presentSource(context, source),
    presentTarget: (target: LinkTarget) => presentTarget(context, target),
  };
};
