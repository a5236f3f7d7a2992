import Type, { type TProperties } from 'typebox';
import { Id, List, OneOf, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Collection } from '../../collections/index.ts';
import { Organization } from '../../organizations/index.ts';
import { onSpace, Space } from '../../spaces/index.ts';
import { ReusableContent, RevisionFile, RevisionPage } from '../pages/content.contract.ts';

const Status = OneOf(['ok', 'broken', 'in-app']);

const located = <const Kind extends string, P extends TProperties>(kind: Kind, properties: P) =>
  Type.Object({ kind: Type.Literal(kind), organization: Organization, ...properties });

/** The version of content, where it is not the current revision of its space. */
export const VersionContext = Type.Object({
  type: Type.Literal('changeRequest'),
  changeRequest: Type.Object({ id: Id }, { additionalProperties: true }),
});
const versioned = { versionContext: Type.Optional(VersionContext) };

/** The position of a link, or its target. */
export const ContentLocation = Type.Union([
  Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
  located('page', {
    space: Space,
    ...versioned,
    page: RevisionPage,
    internalLocation: Type.Optional(
      Type.Union([
        Type.Object({ type: Type.Literal('anchor'), anchor: Type.String() }),
        Type.Object({ type: Type.Literal('node'), node: Type.String() }),
      ]),
    ),
  }),
  located('file', { space: Space, ...versioned, file: RevisionFile }),
  located('reusable-content', { space: Space, ...versioned, reusableContent: ReusableContent }),
  located('space', { space: Space }),
  located('collection', { collection: Collection }),
]);

// Each contains its page, space and organization: thousands of them would take megabytes.
/** The most link positions that are listed with a target. */
export const SHOWN_LOCATIONS = 20;

/** A link target with the positions of the links to it. */
export const ContentReferenceUsage = Type.Object({
  status: Status,
  relation: OneOf(['reference', 'dependsOn']),
  targetReference: Type.Optional(ContentLocation),
  locationReferences: Type.Array(ContentLocation, {
    maxItems: SHOWN_LOCATIONS,
    description: 'The first positions; use the backlinks of a page or file to list all',
  }),
  locationCount: Type.Integer({ description: 'Number of positions' }),
});

const { properties: listed } = List(ContentReferenceUsage);

/** A list of links; `stats` counts all links, independent of the filter. */
export const LinkList = Type.Object({
  ...listed,
  stats: Type.Object({
    total: Type.Number(),
    broken: Type.Object({ total: Type.Number(), changeRequest: Type.Optional(Type.Number()) }),
  }),
});

/** A list of positions of links to a page or file. */
export const BacklinkList = List(ContentLocation);

const ofStatus = { status: Type.Optional(Status) };

/** The query of a list of links. */
export const linksQuery = pagedQuery(ofStatus);

/** The query of a list of links of a change request, which can filter by where broken links come from. */
export const changeRequestLinksQuery = pagedQuery({
  ...ofStatus,
  brokenContext: Type.Optional(OneOf(['change-request', 'space'])),
});

/** Operations on links and backlinks. */
export const linksContract = {
  listSpaceLinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/links',
    summary: 'List the links in the content of a space, and which are broken',
    permission: onSpace('view'),
    query: linksQuery,
    responses: { 200: LinkList },
  }),
  listPageLinksInSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/page/{pageId}/links',
    summary: 'List the links of a page, and which are broken',
    permission: onSpace('view'),
    query: linksQuery,
    responses: { 200: LinkList },
  }),
  listSpacePageBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/page/{pageId}/backlinks',
    summary: 'List the links to a page, in its space and in other spaces that you can see',
    permission: onSpace('view'),
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
  listSpaceFileBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/files/{fileId}/backlinks',
    summary: 'List the links to a file, in its space and in other spaces that you can see',
    permission: onSpace('view'),
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
};
