import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { toSpace } from '../../spaces/index.ts';
import { documentIdOf, type Presenter, toFile } from '../pages/present-pages.ts';
import type { EditResult } from './apply-changes.service.ts';
import type { ContentEditResult, editingContract } from './editing.contract.ts';
import type { EditingService } from './editing.service.ts';

/** The result of an edit as the API shows it; `at` is the path of the space or change request. */
export const toEditResult = (
  present: Presenter,
  spaceId: string,
  at: string,
  { pages, files, contents, updatedContents }: EditResult,
): Static<typeof ContentEditResult> => ({
  changes: [...pages].map(([id, { result, ref, body }]) =>
    result === 'deleted'
      ? { object: 'deleted_page', page: id }
      : {
          object: `${result}_page`,
          ...(ref !== undefined && { ref }),
          page: {
            object: 'page',
            id,
            ...(body !== undefined && { documentId: documentIdOf(present, spaceId, body) }),
            urls: { location: present.links.apiUrl(`${at}/content/page/${id}`) },
          },
        },
  ),
  insertedFiles: files.map(([id, file]) => toFile(present, spaceId, id, file, {})),
  insertedReusableContents: contents.map(({ id, ref, title }) => ({
    id,
    ...(ref !== undefined && { ref }),
    title,
  })),
  updatedReusableContents: updatedContents.map(({ id, body }) => ({
    id,
    ...(body !== undefined && { document: documentIdOf(present, spaceId, body) }),
  })),
});

/** Handlers of direct edits of spaces. */
export const editingHandlers = (
  editing: EditingService,
  present: Presenter,
): Handlers<typeof editingContract> => ({
  updateSpaceContent: async ({ caller, subject, query, body }) => {
    const { space, result } = await editing.editSpace(caller, subject, body);
    const apiSpace = toSpace(present.links, space);
    if (query.compat !== false) return apiSpace;
    return { space: apiSpace, ...toEditResult(present, space.id, `/spaces/${space.id}`, result) };
  },
  rollbackSpaceContent: async ({ caller, subject, params }) =>
    toSpace(present.links, await editing.rollback(caller, subject, params.revisionId)),
});
