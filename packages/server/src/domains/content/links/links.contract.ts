import Type, { type TProperties } from 'typebox';
import { Id, List, OneOf, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Collection } from '../../collections/index.ts';
import { Organization } from '../../organizations/index.ts';
import { Space, spacePolicy } from '../../spaces/index.ts';
import { ReusableContent, RevisionFile, RevisionPage } from '../pages/pages.contract.ts';

const Status = OneOf(['ok', 'broken', 'in-app']);

const located = <const Kind extends string, P extends TProperties>(kind: Kind, properties: P) =>
  Type.Object({ kind: Type.Literal(kind), organization: Organization, ...properties });

/** The version of content that something is in, where that is not what its space shows. */
export const VersionContext = Type.Object({
  type: Type.Literal('changeRequest'),
  changeRequest: Type.Object({ id: Id }, { additionalProperties: true }),
});
const versioned = { versionContext: Type.Optional(VersionContext) };

/** Where something is, or where it leads. */
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

// Each brings its page, space and organization along: a page that everything refers to would fill megabytes.
/** How many of the places that refer to something are shown with it. */
export const SHOWN_LOCATIONS = 20;

/** Something that content refers to, and the places from where it does. */
export const ContentReferenceUsage = Type.Object({
  status: Status,
  relation: OneOf(['reference', 'dependsOn']),
  targetReference: Type.Optional(ContentLocation),
  locationReferences: Type.Array(ContentLocation, {
    maxItems: SHOWN_LOCATIONS,
    description: 'The first places; a page and a file tell all of theirs as backlinks',
  }),
  locationCount: Type.Integer({ description: 'How many places there are' }),
});

const { properties: listed } = List(ContentReferenceUsage);

/** A list of references, with how many there are and how many are broken, whatever was asked for. */
export const LinkList = Type.Object({
  ...listed,
  stats: Type.Object({
    total: Type.Number(),
    broken: Type.Object({ total: Type.Number(), changeRequest: Type.Optional(Type.Number()) }),
  }),
});

/** A list of places that refer to something. */
export const BacklinkList = List(ContentLocation);

const ofStatus = { status: Type.Optional(Status) };

/** The query of a list of references. */
export const linksQuery = pagedQuery(ofStatus);

/** The query of a list of references in a change request: broken ones can be told by whose they are. */
export const changeRequestLinksQuery = pagedQuery({
  ...ofStatus,
  brokenContext: Type.Optional(OneOf(['change-request', 'space'])),
});

const onSpace = { policy: spacePolicy, can: 'view', on: 'spaceId' } as const;

/** What content refers to, and from where it is referred to. */
export const linksContract = {
  listSpaceLinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/links',
    summary: 'What the content of a space refers to, and what of it is not there',
    permission: onSpace,
    query: linksQuery,
    responses: { 200: LinkList },
  }),
  listPageLinksInSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/page/{pageId}/links',
    summary: 'What a page refers to, and what of it is not there',
    permission: onSpace,
    query: linksQuery,
    responses: { 200: LinkList },
  }),
  listSpacePageBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/page/{pageId}/backlinks',
    summary: 'The places that refer to a page, in its space and in others that you can see',
    permission: onSpace,
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
  listSpaceFileBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/files/{fileId}/backlinks',
    summary: 'The places that refer to a file, in its space and in others that you can see',
    permission: onSpace,
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
};
