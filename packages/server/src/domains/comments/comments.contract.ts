import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  Order,
  Permissions,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { RichTextDocument } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { bodyOfAtMost } from '../content/index.ts';
import { User } from '../identity/index.ts';
import { Member } from '../organizations/index.ts';
import { commentPolicy, discussionPolicy } from './comments.policy.ts';

/** The resources that can be commented on, with their paths. */
const MOUNTS = {
  Space: '/spaces/{spaceId}',
  ChangeRequest: '/spaces/{spaceId}/change-requests/{changeRequestId}',
} as const;

type Where = keyof typeof MOUNTS;

/** The path of a resource that has comments. */
export type Base = (typeof MOUNTS)[Where];

type OnBoth<Table> = {
  readonly [Name in keyof Table & string as `${Name}In${Where}`]: Table[Name];
};

/** The same operations on spaces and on change requests. */
export const mountedOnBoth = <Table extends object>(tableAt: (base: Base) => Table): OnBoth<Table> =>
  Object.fromEntries(
    Object.entries(MOUNTS).flatMap(([where, base]) =>
      Object.entries(tableAt(base)).map(([name, entry]) => [`${name}In${where}`, entry]),
    ),
  ) as OnBoth<Table>;

/** The same handlers for both. */
export const handledOnBoth = <Table extends object>(handlers: Table): OnBoth<Table> =>
  mountedOnBoth(() => handlers);

/** The body of a comment or reply. */
export const Body = bodyOfAtMost(10_000);

/** The maximum length of a stored body, escapes included. */
export const MAX_STORED_LENGTH = 20_000;

/** The new body of a comment or reply: any body of a response can be sent back. */
export const ChangedBody = bodyOfAtMost(MAX_STORED_LENGTH);

/** The format of bodies in the response. */
export const format = Type.Optional(OneOf(['document', 'markdown'], { default: 'markdown' }));

const Emoji = Type.String({ minLength: 1, maxLength: 64, format: 'emoji' });

/** The caller's reactions to add and to remove; one in both lists is removed. */
export const reactionChanges = {
  addedReactions: Type.Optional(Type.Array(Emoji, { maxItems: 50 })),
  removedReactions: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })),
};

/** The fields that comments and replies share. */
export const sharedFields = {
  id: Id,
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  reactions: Type.Array(
    Type.Object({
      emoji: Type.String(),
      count: Type.Integer(),
      users: Type.Array(Type.Object({ user: User, reactedAt: Timestamp })),
    }),
  ),
  body: Type.Union([Type.Object({ markdown: Type.String() }), Type.Object({ document: RichTextDocument })]),
  urls: Type.Object({ location: Url }),
  permissions: Permissions(['view', 'edit', 'reply', 'delete']),
};

const Cell = Type.Object({
  record: Type.String({ maxLength: 200 }),
  definition: Type.String({ maxLength: 200 }),
});

const quoteText = Type.String({ minLength: 1, maxLength: 2000 });
const occurrence = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: 'The number of equal words before them in the block',
});

/** A comment on a space, a change request, a page or a block. */
export const Comment = Type.Object({
  object: Type.Literal('comment'),
  ...sharedFields,
  replies: Type.Integer(),
  repliers: Type.Array(Type.Object({ updatedAt: Timestamp, count: Type.Integer(), user: User })),
  target: Type.Object({
    node: Type.Optional(Type.Object({ id: Type.String() })),
    tableCell: Type.Optional(Cell),
    quote: Type.Optional(
      Type.Object(
        { text: quoteText, occurrence },
        { description: 'The words of the node that the comment is about' },
      ),
    ),
    changeRequest: Type.Optional(Id),
    review: Type.Optional(Id),
    page: Type.Optional(Type.Object({ id: Id })),
    space: Id,
    revision: Id,
    changed: Type.Optional(
      Type.Literal(true, { description: 'The node was edited after the comment was written' }),
    ),
    gone: Type.Optional(
      OneOf(['page', 'node'], {
        description: 'The part of the target that no longer exists; it can still be read in the revision',
      }),
    ),
    place: Type.Optional(
      Type.Object(
        { after: Type.Optional(Type.String()), index: Type.Integer() },
        { description: 'The position of the comment in the page after its node was deleted' },
      ),
    ),
  }),
  status: OneOf(['open', 'resolved']),
  resolvedAt: Type.Optional(Timestamp),
  resolvedBy: Type.Optional(User),
});

const inDiscussion = <const Can extends keyof typeof discussionPolicy.can>(can: Can) =>
  ({ permission: { policy: discussionPolicy, can, on: 'spaceId' }, scope: 'space' }) as const;

/** A permission on the comment that a path names. */
export const onComment = <const Can extends keyof typeof commentPolicy.can>(can: Can) =>
  ({ permission: { policy: commentPolicy, can, on: 'commentId' }, scope: 'space' }) as const;

const Key = Type.String({ minLength: 1, maxLength: 200 });

const commentsAt = (base: Base) => ({
  listComments: operation({
    method: 'GET',
    path: `${base}/comments`,
    summary: 'List comments, newest first by default',
    ...inDiscussion('view'),
    query: pagedQuery({
      order: Type.Optional(Order),
      format,
      status: Type.Optional(OneOf(['all', 'open', 'resolved'], { default: 'all' })),
      targetPage: Type.Optional(Id),
      authors: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    }),
    responses: { 200: List(Comment) },
  }),
  postComment: operation({
    method: 'POST',
    path: `${base}/comments`,
    summary: 'Comment on the space or change request, on a page, a block, words of a block or a table cell',
    ...inDiscussion('comment'),
    body: Type.Object({
      body: Body,
      page: Type.Optional(Id),
      node: Type.Optional(Key),
      tableCell: Type.Optional(Cell),
      quote: Type.Optional(Type.Object({ text: quoteText, occurrence: Type.Optional(occurrence) })),
    }),
    responses: { 200: Comment },
  }),
  getComment: operation({
    method: 'GET',
    path: `${base}/comments/{commentId}`,
    summary: 'Get a comment',
    ...onComment('view'),
    query: Type.Object({ format }),
    responses: { 200: Comment },
  }),
  updateComment: operation({
    method: 'PUT',
    path: `${base}/comments/{commentId}`,
    summary: 'Resolve or reopen a comment, change its body or your reactions',
    ...onComment('reply'),
    body: Type.Object({
      resolved: Type.Optional(Type.Boolean()),
      body: Type.Optional(ChangedBody),
      ...reactionChanges,
    }),
    responses: { 200: Comment },
  }),
  deleteComment: operation({
    method: 'DELETE',
    path: `${base}/comments/{commentId}`,
    summary: 'Delete a comment and its replies',
    ...onComment('delete'),
    responses: { 204: Empty },
  }),
  listCommenters: operation({
    method: 'GET',
    path: `${base}/commenters`,
    summary: 'List the members who commented or replied',
    ...inDiscussion('listCommenters'),
    query: pagedQuery(),
    responses: { 200: List(Member) },
  }),
});

/** Operations on comments. */
export const commentsContract = mountedOnBoth(commentsAt);

/** The operations on comments of one resource. */
export type CommentsTable = ReturnType<typeof commentsAt>;
