import Type, { type Static } from 'typebox';
import { Id, OneOf, OptionalNullable, Url } from '../../../kernel/contract/common-schemas.ts';
import { ContentRef, PictureRef, RichTextDocument } from '../../../kernel/contract/document-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { MAX_EDIT_BYTES, MAX_PAGE_CHARACTERS } from '../../../kernel/markdown/limits.ts';
import { onSpace, Space } from '../../spaces/index.ts';
import { fileSource } from '../files/files.contract.ts';
import { ConflictedKind, RevisionFile } from '../pages/content.contract.ts';
import { PageSource } from './page-sources.contract.ts';

const Variables = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*$', maxLength: 64 }),
  Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean()]),
);

/** A body: Markdown with a maximum length, a document, or empty. */
export const bodyOfAtMost = (maxLength: number) =>
  Type.Union([
    Type.Object({ markdown: Type.String({ maxLength }) }),
    Type.Object({ document: RichTextDocument }),
    Type.Object({}, { additionalProperties: false }),
  ]);

/** The body of a page. */
export const Body = bodyOfAtMost(MAX_PAGE_CHARACTERS);

// Null removes a field.
const pageFields = {
  slug: OptionalNullable(Type.String({ maxLength: 100 })),
  emoji: OptionalNullable(Type.String({ maxLength: 50, format: 'emoji' })),
  icon: OptionalNullable(Type.String({ maxLength: 50 })),
  description: OptionalNullable(Type.String({ maxLength: 5000 })),
  hidden: OptionalNullable(Type.Boolean()),
  noIndex: OptionalNullable(Type.Boolean()),
  noRobotsIndex: OptionalNullable(Type.Boolean()),
  condition: OptionalNullable(Type.String({ maxLength: 1024 })),
  linkTitle: OptionalNullable(Type.String({ maxLength: 200 })),
  layout: OptionalNullable(
    Type.Object({
      width: Type.Optional(OneOf(['default', 'wide'])),
      coverSize: Type.Optional(OneOf(['hero', 'full', 'background'])),
      coverMask: Type.Optional(OneOf(['none', 'radial'])),
      cover: Type.Optional(Type.Boolean()),
      title: Type.Optional(Type.Boolean()),
      description: Type.Optional(Type.Boolean()),
      tableOfContents: Type.Optional(Type.Boolean()),
      outline: Type.Optional(Type.Boolean()),
      pagination: Type.Optional(Type.Boolean()),
      metadata: Type.Optional(Type.Boolean()),
      tags: Type.Optional(Type.Boolean()),
      actions: Type.Optional(Type.Boolean()),
      anchors: Type.Optional(Type.Boolean()),
    }),
  ),
  cover: OptionalNullable(
    Type.Object({
      ref: Type.Optional(PictureRef),
      refDark: Type.Optional(PictureRef),
      yPos: Type.Number({ default: 0 }),
      height: Type.Optional(Type.Number({ minimum: 10, maximum: 700 })),
    }),
  ),
  variables: OptionalNullable(Variables),
  tags: OptionalNullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
      maxItems: 50,
      description: 'The tags of the page by name or slug; a tag that it had keeps its name (extension)',
    }),
  ),
};
const Title = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' });
const FileName = Type.String({ minLength: 1, maxLength: 256 });
const At = Type.Optional(Type.Integer({ minimum: 0 }));

const baseOf = (field: string, owner: string) =>
  OptionalNullable(
    Type.String({
      maxLength: 200,
      description: `The \`${field}\` of the body that \`document\` was made from, or null for an empty one: status 409 if the ${owner} has another body now (extension)`,
    }),
  );

/** One change of content; objects that earlier changes created are named by their `ref`. */
export const ContentChange = Type.Union([
  Type.Object({
    operation: Type.Literal('insert_page'),
    type: Type.Optional(OneOf(['document', 'group', 'link', 'computed'], { default: 'document' })),
    title: Type.Optional(Title),
    ...pageFields,
    into: OptionalNullable(Id),
    at: At,
    ref: Type.Optional(Id),
    target: Type.Optional(ContentRef),
    computed: Type.Optional(PageSource),
    document: Type.Optional(Body),
  }),
  Type.Object({
    operation: Type.Literal('update_page'),
    page: Id,
    title: Type.Optional(Title),
    ...pageFields,
    into: OptionalNullable(Id),
    at: At,
    target: Type.Optional(ContentRef),
    document: Type.Optional(Body),
    base: baseOf('documentId', 'page'),
    expected: Type.Optional(
      Type.Object(
        { title: Type.Optional(Title), description: pageFields.description },
        {
          description:
            'The title and the description that new ones replace: status 409 if the page has others now, unless they are the new ones (extension)',
        },
      ),
    ),
  }),
  Type.Object({ operation: Type.Literal('delete_page'), page: Id }),
  Type.Object({
    operation: Type.Literal('revert_page'),
    page: Id,
    revision: Type.Optional(Id),
    block: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  }),
  Type.Object({
    operation: Type.Literal('set_variables'),
    variables: Type.Record(Type.String(), Type.Unknown()),
  }),
  Type.Object({
    operation: Type.Literal('insert_reusable_content'),
    title: Title,
    ref: Type.Optional(Id),
    document: Type.Optional(Body),
  }),
  Type.Object({
    operation: Type.Literal('update_reusable_content'),
    reusableContent: Id,
    title: Type.Optional(Title),
    document: Type.Optional(Body),
    base: baseOf('document', 'reusable content'),
  }),
  Type.Object({ operation: Type.Literal('delete_reusable_content'), reusableContent: Id }),
  Type.Object({
    operation: Type.Literal('insert_files'),
    files: Type.Array(Type.Object({ ref: Type.Optional(Id), name: FileName, ...fileSource }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
  Type.Object({
    operation: Type.Literal('update_file'),
    file: Id,
    name: Type.Optional(FileName),
    ...fileSource,
  }),
  Type.Object({ operation: Type.Literal('delete_file'), file: Id }),
  Type.Object({
    operation: Type.Literal('resolve_conflict'),
    kind: ConflictedKind,
    id: Id,
    field: Type.String({ minLength: 1, maxLength: 64 }),
    keep: OneOf(['primary', 'changed']),
  }),
]);

/** One change of content. */
export type Change = Static<typeof ContentChange>;

/** A change with this operation. */
export type ChangeOf<Name extends Change['operation']> = Extract<Change, { operation: Name }>;

/** Changes that are applied together or not at all. */
export const ContentChanges = Type.Object({
  changes: Type.Array(ContentChange, { minItems: 1, maxItems: 50 }),
});

const pageRef = Type.Object({
  object: Type.Literal('page'),
  id: Id,
  documentId: Type.Optional(
    Type.String({ description: 'The id of the new body, unless it is empty (extension)' }),
  ),
  urls: Type.Object({ location: Url }),
});

/** With `compat` false, the response also contains the result of each change. */
export const compatQuery = Type.Object({ compat: Type.Optional(Type.Boolean({ default: true })) });

/** The result of an edit: changed pages in the order of the changes, inserted files and reusable contents. */
export const ContentEditResult = Type.Object({
  changes: Type.Array(
    Type.Union([
      Type.Object({ object: Type.Literal('created_page'), ref: Type.Optional(Id), page: pageRef }),
      Type.Object({ object: Type.Literal('updated_page'), page: pageRef }),
      Type.Object({ object: Type.Literal('deleted_page'), page: Id }),
    ]),
  ),
  insertedFiles: Type.Array(RevisionFile),
  insertedReusableContents: Type.Array(
    Type.Object({ id: Id, ref: Type.Optional(Id), title: Type.String() }),
    { description: 'The inserted reusable contents (extension)' },
  ),
  updatedReusableContents: Type.Array(Type.Object({ id: Id, document: Type.Optional(Type.String()) }), {
    description: 'The updated reusable contents, with the ids of their bodies unless empty (extension)',
  }),
});

/** Operations that edit the content of a space without a change request. */
export const editingContract = {
  updateSpaceContent: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/content',
    summary: 'Edit the content of a space with live edits; all changes are applied, or none',
    permission: onSpace('edit'),
    query: compatQuery,
    body: ContentChanges,
    bodyLimit: MAX_EDIT_BYTES,
    responses: { 200: Type.Union([Space, Type.Object({ space: Space, ...ContentEditResult.properties })]) },
  }),
  rollbackSpaceContent: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/revisions/{revisionId}/rollback',
    summary: 'Roll a space back to a revision',
    permission: onSpace('merge'),
    responses: { 200: Space },
  }),
};
