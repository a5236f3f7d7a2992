import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { User } from '../../identity/index.ts';
import { inOrganization } from '../../organizations/index.ts';
import { onSpace } from '../../spaces/index.ts';
import { PAGE_CHANGES } from './page-change.ts';

const RevisionType = OneOf(['edits', 'merge', 'rollback', 'update', 'computed']);

/** A revision without its content. */
const RevisionSummary = Type.Object({
  object: Type.Literal('revision'),
  id: Id,
  type: RevisionType,
  parents: Type.Array(Id),
  createdAt: Timestamp,
  createdBy: User,
  authors: Type.Array(User, {
    description: 'Everybody who wrote it: the one who wrote last, `createdBy`, comes first (extension)',
  }),
  mergedFrom: Type.Optional(Type.Object({ id: Id, number: Type.Integer(), subject: Type.String() })),
  message: Type.Optional(Type.String()),
  changedPages: Type.Optional(
    Type.Object(
      {
        count: Type.Integer(),
        items: Type.Array(
          Type.Object({
            id: Id,
            title: Type.String(),
            change: OneOf(PAGE_CHANGES),
            titleBefore: Type.Optional(
              Type.String({
                description: 'The former title of a renamed page, which may also have been edited',
              }),
            ),
          }),
        ),
      },
      {
        description:
          'The number of changed pages, and some of them: of each kind of change at least one (extension)',
      },
    ),
  ),
  urls: Type.Object({ app: Url, location: Url }),
});

/** A space or change request that a user edited, and their newest revision of it. */
const Edit = Type.Object({
  object: Type.Literal('edit'),
  revision: Id,
  editedAt: Timestamp,
  space: Type.Object({ id: Id, title: Type.String(), emoji: Type.String() }),
  changeRequest: Type.Optional(Type.Object({ id: Id, number: Type.Integer(), subject: Type.String() })),
  urls: Type.Object({ app: Url }),
});

/** The spaces and change requests that a user edited last. */
export const EditList = List(Edit);

/** A list of revisions, newest first. */
export const RevisionList = List(RevisionSummary);

/** The query of a list of revisions. */
export const historyQuery = pagedQuery({
  type: Type.Optional(RevisionType),
  createdBy: Type.Optional(Type.String({ maxLength: 64 })),
});

/** The history of spaces, and the edits of the caller. */
export const historyContract = {
  listOwnEdits: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/edits',
    summary: 'List the spaces and change requests that you edited last, newest first, without imports',
    permission: inOrganization('view'),
    scope: 'space',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })) }),
    responses: { 200: EditList },
  }),
  listRevisionsForSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/revisions',
    summary: 'List the revisions of a space, newest first, without their content',
    permission: onSpace('view'),
    query: Type.Object({
      ...historyQuery.properties,
      changedPage: Type.Optional({
        ...Id,
        description: 'Only revisions that changed this page; `count` is then that of the response',
      }),
      revision: Type.Optional({
        ...Id,
        description: 'Only this revision, which may be one of a change request (extension)',
      }),
      withChangedPages: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether each revision names the first pages that it changed (extension)',
        }),
      ),
    }),
    responses: { 200: RevisionList },
  }),
};
