import Type, { type TProperties } from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { ContentRef, RichTextDocument } from '../../../kernel/contract/document-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';

const Git = Type.Object({ oid: Type.String(), path: Type.String() });

/** A file of a revision. */
export const RevisionFile = Type.Object({
  id: Id,
  name: Type.String(),
  contentType: Type.String(),
  downloadURL: Url,
  size: Type.Number(),
  dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
  git: Type.Optional(Git),
});

/** A reusable content of a revision. */
export const ReusableContent = Type.Object({
  id: Id,
  title: Type.String(),
  document: Type.Optional(Type.String()),
  git: Type.Optional(Git),
});

/** Objects whose fields can be in conflict between a change request and its space. */
export const ConflictedKind = OneOf(['page', 'file', 'reusable-content', 'variable']);

/** A field with different values in a change request and its space; a missing side has no value. */
const FieldConflict = Type.Object({
  kind: ConflictedKind,
  id: Type.String(),
  field: Type.String(),
  primary: Type.Optional(Type.Unknown()),
  changed: Type.Optional(Type.Unknown()),
});
const conflicts = Type.Optional(Type.Array(FieldConflict, { minItems: 1 }));

const TagRef = Type.Object({ kind: Type.Literal('tag'), tag: Type.String() });

/** A tag of a page. */
const PageTag = Type.Object({ tag: TagRef, primary: Type.Optional(Type.Boolean()) });

/** A tag that pages of a revision have. */
const RevisionTag = Type.Object({
  slug: Type.String(),
  label: Type.String(),
  color: Type.Literal('default'),
});

// Pages contain pages: a recursive schema cannot be inlined into the OpenAPI document.
const Pages = Type.Array(
  Type.Object({ id: Id, title: Type.String(), type: Type.String() }, { additionalProperties: true }),
);

const common = {
  id: Id,
  title: Type.String({ minLength: 1 }),
  linkTitle: Type.Optional(Type.String()),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
  conflicts,
};
const visibility = {
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
};

/** A page of a revision, with the pages below it. */
export const RevisionPage = Type.Union([
  Type.Object({
    ...common,
    kind: Type.Literal('sheet'),
    type: Type.Literal('document'),
    urls: Type.Object({ app: Url }),
    slug: Type.String(),
    path: Type.String(),
    description: Type.Optional(Type.String()),
    pages: Pages,
    git: Type.Optional(Git),
    layout: Type.Object({}, { additionalProperties: true }),
    tags: Type.Array(PageTag),
    cover: Type.Optional(Type.Object({}, { additionalProperties: true })),
    variables: Type.Optional(Type.Object({}, { additionalProperties: true })),
    ...visibility,
    condition: Type.Optional(
      Type.String({ description: 'The condition on visitors under which the page is shown (extension)' }),
    ),
    documentId: Type.Optional(Type.String()),
    document: Type.Optional(RichTextDocument),
    markdown: Type.Optional(Type.String()),
    computed: Type.Optional(Type.Object({}, { additionalProperties: true })),
    computedSeed: Type.Optional(Type.String()),
  }),
  Type.Object({
    ...common,
    kind: Type.Literal('group'),
    type: Type.Literal('group'),
    slug: Type.String(),
    path: Type.String(),
    ...visibility,
    pages: Pages,
  }),
  Type.Object({
    ...common,
    kind: Type.Literal('link'),
    type: Type.Literal('link'),
    target: ContentRef,
    href: Type.Optional(Type.String()),
    hidden: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    ...common,
    type: Type.Literal('computed'),
    computed: Type.Object({}, { additionalProperties: true }),
  }),
]);

/** The content of a space at one revision. */
export const Revision = Type.Object({
  object: Type.Literal('revision'),
  id: Id,
  type: OneOf(['edits', 'merge', 'rollback', 'update', 'computed']),
  parents: Type.Array(Id),
  sourceRevision: Type.Optional({ ...Id, description: 'The revision whose computed pages were generated' }),
  pages: Pages,
  files: Type.Array(RevisionFile),
  reusableContents: Type.Array(ReusableContent),
  tags: Type.Array(RevisionTag),
  variables: Type.Optional(Type.Object({}, { additionalProperties: true })),
  conflicts,
  createdAt: Timestamp,
  git: Type.Optional(
    Type.Object({
      oid: Type.String(),
      message: Type.String(),
      createdByGitBook: Type.Boolean(),
      createdByService: Type.Boolean(),
      url: Type.Optional(Type.String()),
      ref: Type.Optional(Type.String()),
    }),
  ),
  mergedFrom: Type.Optional(Type.Object({ id: Id }, { additionalProperties: true })),
  urls: Type.Object({ app: Url }),
});

/** Query parameters that leave out git metadata and computed pages. */
export const contentQuery = {
  metadata: Type.Optional(Type.Boolean({ default: true })),
  computed: Type.Optional(Type.Boolean({ default: true })),
};

/** Query parameters for the format of a page's body and the evaluation of its expressions. */
export const bodyQuery = {
  format: Type.Optional(OneOf(['document', 'markdown'])),
  'format.markdown.refs': Type.Optional(
    OneOf(['relative', 'stable'], {
      description:
        'References in Markdown are always stable; site renderers that send this get the title, too',
    }),
  ),
  evaluated: Type.Optional(
    OneOf(['true', 'false', 'deterministic-only', 'expressions-only'], {
      default: 'false',
      description:
        '`deterministic-only` leaves what depends on the visitor; `expressions-only` also leaves conditions, for authors (extension)',
    }),
  ),
  dereferenced: Type.Optional(OneOf(['reusable-contents'])),
};

const query = <P extends TProperties>(more: P = {} as P) => Type.Object({ ...contentQuery, ...more });

/** Operations that read the content of a space, now and at earlier revisions. */
export const contentContract = {
  getCurrentRevision: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content',
    summary: 'Get the current content of a space',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: Revision },
  }),
  listPages: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/pages',
    summary: 'List the pages of a space, as a tree',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: Type.Object({ pages: Pages }) },
  }),
  listFiles: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/files',
    summary: 'List the files of a space, oldest first',
    permission: onSpace('view'),
    query: pagedQuery(contentQuery),
    responses: { 200: List(RevisionFile) },
  }),
  getFileById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/files/{fileId}',
    summary: 'Get a file of a space',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: RevisionFile },
  }),
  getPageById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/page/{pageId}',
    summary: 'Get a page of a space',
    permission: onSpace('view'),
    query: query(bodyQuery),
    responses: { 200: RevisionPage },
  }),
  getPageByPath: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/path/{pagePath}',
    hasRestParameter: true,
    summary: 'Get the page at a path, or the page that used to have it',
    permission: onSpace('view'),
    query: query(bodyQuery),
    responses: { 200: RevisionPage },
  }),
  getReusableContentById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a space',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: ReusableContent },
  }),
  getDocumentById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/documents/{documentId}',
    summary: 'Get a document by its id, as given by pages and reusable contents',
    permission: onSpace('view'),
    // Both names stand for the only schema.
    query: Type.Object({ schema: Type.Optional(OneOf(['current', 'next'])) }),
    responses: { 200: RichTextDocument },
  }),
  getRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}',
    summary: 'Get the content of a space at a revision',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query: query(),
    responses: { 200: Revision },
  }),
  listPagesInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/pages',
    summary: 'List the pages of a revision, as a tree',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: Type.Object({ pages: Pages }) },
  }),
  listFilesInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/files',
    summary: 'List the files of a revision, oldest first',
    permission: onSpace('view'),
    query: pagedQuery(contentQuery),
    responses: { 200: List(RevisionFile) },
  }),
  getFileInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
    summary: 'Get a file of a revision',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: RevisionFile },
  }),
  getPageInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
    summary: 'Get a page of a revision',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query: query(bodyQuery),
    responses: { 200: RevisionPage },
  }),
  getPageInRevisionByPath: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
    hasRestParameter: true,
    summary: 'Get the page at a path of a revision, or the page that used to have it',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query: query(bodyQuery),
    responses: { 200: RevisionPage },
  }),
  getPageDocumentInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document',
    summary: 'Get the body of a page of a revision',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query: Type.Object({ evaluated: bodyQuery.evaluated, dereferenced: bodyQuery.dereferenced }),
    responses: { 200: RichTextDocument },
  }),
  getReusableContentInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a revision',
    permission: onSpace('view'),
    query: query(),
    responses: { 200: ReusableContent },
  }),
  getReusableContentDocumentInRevisionById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    summary: 'Get the body of a reusable content of a revision',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query: Type.Object({ evaluated: bodyQuery.evaluated, dereferenced: bodyQuery.dereferenced }),
    responses: { 200: RichTextDocument },
  }),
};
