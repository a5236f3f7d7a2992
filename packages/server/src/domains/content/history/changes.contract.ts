import Type, { type TSchema } from 'typebox';
import { Id, OneOf } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';
import { contentQuery } from '../pages/content.contract.ts';

const ChangedPage = Type.Object({
  id: Id,
  type: OneOf(['document', 'group', 'link', 'computed']),
  title: Type.String(),
  path: Type.Optional(Type.String()),
});
const ChangedFile = Type.Object({
  id: Id,
  name: Type.String(),
  contentType: Type.String(),
  downloadURL: Type.String(),
});
const ChangedReusableContent = Type.Object({
  id: Id,
  title: Type.String(),
  document: Type.Optional(Type.String()),
});

const Attributes = Type.Record(
  Type.String(),
  Type.Object({ before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) }),
  { minProperties: 1 },
);

const changesOf = <Name extends string, S extends TSchema, const T extends string>(
  kind: T,
  name: Name,
  schema: S,
) => {
  const field = { [name]: schema } as Record<Name, S>;
  return [
    Type.Object({ type: OneOf([`${kind}_created`, `${kind}_deleted`] as const), ...field }),
    Type.Object({ type: Type.Literal(`${kind}_edited`), ...field, attributes: Attributes }),
  ] as const;
};

/** One change: of a page, a file, a reusable content or the variables. */
export const RevisionSemanticChange = Type.Union([
  ...changesOf('page', 'page', ChangedPage),
  Type.Object({
    type: Type.Literal('page_moved'),
    page: ChangedPage,
    parent: Type.Object({ before: Type.Optional(ChangedPage), after: Type.Optional(ChangedPage) }),
  }),
  ...changesOf('file', 'file', ChangedFile),
  ...changesOf('reusable_content', 'reusableContent', ChangedReusableContent),
  Type.Object({ type: Type.Literal('variables_edited'), variables: Attributes }),
]);

/** The changes between two revisions; `more` counts those beyond the limit. */
export const RevisionSemanticChanges = Type.Object({
  mergedFrom: Type.Optional(Type.Object({ id: Id }, { additionalProperties: true })),
  changes: Type.Array(RevisionSemanticChange),
  more: Type.Optional(Type.Number()),
});

/** The query of a list of changes. */
export const changesQuery = Type.Object({
  ...contentQuery,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 10 })),
});

/** Operations on the changes of revisions. */
export const changesContract = {
  getRevisionSemanticChanges: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions/{revisionId}/changes',
    summary: 'List the changes of a revision: pages, files, reusable contents and variables',
    permission: onSpace('view'),
    query: Type.Object({
      ...changesQuery.properties,
      base: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'The revision to compare with; by default the parent of the revision (extension)',
        }),
      ),
    }),
    responses: { 200: RevisionSemanticChanges },
  }),
};
