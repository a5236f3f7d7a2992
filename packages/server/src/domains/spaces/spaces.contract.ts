import Type, { type Static } from 'typebox';
import {
  Empty,
  Id,
  List,
  MemberRole,
  OneOf,
  OptionalNullable,
  Order,
  Permissions,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { ContentRef } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { DefaultLevel, DestinationBody, Position } from '../access/index.ts';
import { collectionPolicy } from '../collections/index.ts';
import { inOrganization, StandaloneMergeRules } from '../organizations/index.ts';
import { spacePolicy, trashedSpacePolicy } from './spaces.policy.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'spaces.git_sync': Static<typeof GitSync>;
    'spaces.merge_rules': Static<typeof SpaceMergeRules>;
  }
}

/** The languages that content can be in. */
export const LANGUAGES = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-br',
  'ru',
  'ja',
  'zh',
  'yue',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
] as const;

/** One of these languages. */
export const Language = OneOf(LANGUAGES);

const Title = Type.String({ maxLength: 50 });
const Emoji = Type.String({ maxLength: 50, format: 'emoji' });
const EditMode = OneOf(['live', 'locked']);

/** The merge rules of a space: those of the organization, its own, or none. */
export const SpaceMergeRules = Type.Union([
  Type.Object({ type: Type.Literal('inherit') }),
  StandaloneMergeRules,
]);

/** The git repository that a space is synchronized with. */
export const GitSync = Type.Object({
  repoName: Type.Optional(Type.String()),
  installationProvider: Type.Optional(OneOf(['github', 'gitlab', 'github-legacy'])),
  integration: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Timestamp),
});

const InstalledGitSync = Type.Intersect([
  GitSync,
  Type.Object({ installationId: Id, installationStatus: Type.Literal('active') }),
]);

/** A space: a tree of pages that is edited and published as a whole. */
export const Space = Type.Object({
  object: Type.Literal('space'),
  id: Id,
  title: Title,
  emoji: Type.String(),
  visibility: OneOf(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Type.Optional(Timestamp),
  editMode: Type.Optional(EditMode),
  mergeRules: SpaceMergeRules,
  urls: Type.Object({
    location: Url,
    app: Url,
    published: Type.Optional(Url),
    public: Type.Optional(Url),
    icon: Type.Optional(Url),
  }),
  organization: Id,
  parent: Type.Optional(Id),
  position: Type.Optional(Position),
  language: Type.Optional(Language),
  gitSync: Type.Optional(InstalledGitSync),
  revision: Id,
  defaultLevel: DefaultLevel,
  comments: Type.Integer(),
  changeRequests: Type.Integer(),
  changeRequestsOpen: Type.Integer(),
  changeRequestsDraft: Type.Integer(),
  permissions: Permissions([
    'view',
    'access',
    'admin',
    'viewInviteLinks',
    'edit',
    'triggerGitSync',
    'comment',
    'merge',
    'review',
    'installIntegration',
  ]),
});

/** A template with its parameters. */
export const TemplateUse = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  params: Type.Optional(Type.Object({ contentRefs: Type.Optional(Type.Record(Type.String(), ContentRef)) })),
});

/** Permission for an action on the space of the path. */
export const onSpace = <const Can extends keyof typeof spacePolicy.can>(can: Can) =>
  ({ policy: spacePolicy, can, on: 'spaceId' }) as const;

/** Operations on spaces. */
export const spacesContract = {
  listSpacesInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/spaces',
    summary: 'List the spaces of an organization, oldest first',
    permission: inOrganization('view'),
    scope: 'space',
    query: pagedQuery({
      title: Type.Optional(Type.String({ maxLength: 64, description: 'Words of the title (extension)' })),
      trashed: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether to list the spaces in the trash that you can restore instead, last deleted first (extension)',
        }),
      ),
    }),
    responses: { 200: List(Space) },
  }),
  createSpace: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/spaces',
    summary: 'Create a space',
    permission: inOrganization('view'),
    scope: 'space',
    body: Type.Object({
      title: Type.Optional(Title),
      emoji: Type.Optional(Emoji),
      parent: Type.Optional(Id),
      language: Type.Optional(Language),
      editMode: Type.Optional(EditMode),
      template: Type.Optional(TemplateUse),
      empty: Type.Optional(Type.Boolean()),
    }),
    responses: { 201: Space },
  }),
  listSpacesInCollectionById: operation({
    method: 'GET',
    path: '/collections/{collectionId}/spaces',
    summary: 'List the spaces of a collection, in their order',
    permission: { policy: collectionPolicy, can: 'view', on: 'collectionId' },
    scope: 'space',
    query: pagedQuery(),
    responses: { 200: List(Space) },
  }),
  listSpacesForOrganizationMember: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}/spaces',
    summary: 'List the spaces that both you and a member can see',
    permission: inOrganization('view'),
    scope: 'space',
    query: pagedQuery({ order: Type.Optional(Order) }),
    responses: { 200: List(Type.Object({ permission: MemberRole, space: Space })) },
  }),
  getSpaceById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}',
    summary: 'Get a space',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query: Type.Object({ shareKey: Type.Optional(Type.String({ maxLength: 256 })) }),
    responses: { 200: Space },
  }),
  updateSpaceById: operation({
    method: 'PATCH',
    path: '/spaces/{spaceId}',
    summary: 'Update the settings of a space',
    permission: onSpace('admin'),
    body: Type.Object({
      title: Type.Optional(Title),
      emoji: OptionalNullable(Emoji),
      icon: OptionalNullable(Url),
      editMode: Type.Optional(EditMode),
      defaultLevel: Type.Optional(DefaultLevel),
      language: Type.Optional(Language),
      mergeRules: Type.Optional(SpaceMergeRules),
    }),
    responses: { 200: Space },
  }),
  deleteSpaceById: operation({
    method: 'DELETE',
    path: '/spaces/{spaceId}',
    summary: 'Move a space to the trash; it is deleted for good after 7 days',
    permission: onSpace('admin'),
    responses: { 204: Empty },
  }),
  restoreSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/restore',
    summary: 'Restore a space from the trash',
    permission: { policy: trashedSpacePolicy, can: 'restore', on: 'spaceId' },
    responses: { 200: Space },
  }),
  duplicateSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/duplicate',
    summary: 'Duplicate a space',
    permission: onSpace('view'),
    responses: { 201: Space },
  }),
  moveSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/move',
    summary: 'Move a space; to the end by default',
    permission: onSpace('admin'),
    body: DestinationBody,
    responses: { 200: Space },
  }),
  transferSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/transfer',
    summary: 'Transfer a space to another organization',
    permission: onSpace('admin'),
    body: Type.Object({ organization: Id }),
    responses: { 200: Space },
  }),
};
