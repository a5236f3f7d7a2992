import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { SUBJECT_LENGTH } from '../change-requests/queries.ts';
import { changeContent, refreshContent } from '../pages/content-place.ts';
import { useEditMode } from '../pages/use-edit-mode.ts';
import { notify } from '../primitives/toasts.tsx';
import { type RevisionSummary, revisionInWords } from './revision-words.ts';

/** A page in a former state. */
export interface FormerPage {
  readonly id: string;
  readonly title: string;
  /** The revision that has the state. */
  readonly revision: string;
}

type NewRequest = Parameters<typeof call<'POST', '/spaces/{spaceId}/change-requests'>>[2]['body'];

const dateOf = (time: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

const subjectOf = (text: string): string =>
  text.length > SUBJECT_LENGTH ? `${text.slice(0, SUBJECT_LENGTH - 1)}…` : text;

/** What can be done with former states of a space: they are proposed in change requests, restored, and undone. */
export const useRevisionActions = (spaceId: string) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const mode = useEditMode({ spaceId });
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>): void => {
    if (isBusy) return;
    setBusy(true);
    work()
      .catch((error: Error) => notify(error.message, { isError: true }))
      .finally(() => setBusy(false));
  };
  /** Creates a change request, changes it, and opens it. */
  const propose = async (body: NewRequest, work?: (changeRequestId: string) => Promise<unknown>) => {
    const { number } = await call('POST', '/spaces/{spaceId}/change-requests', { params: { spaceId }, body });
    const changeRequestId = String(number);
    await work?.(changeRequestId);
    await refreshContent(queries);
    await navigate({
      to: '/s/$spaceId/~/changes/$changeRequestId',
      params: { spaceId, changeRequestId },
    });
  };
  const mayPropose = space.permissions.comment;
  return {
    isBusy,
    mayPropose,
    /** Whether the space can get the content of a revision again. */
    mayRollBack: space.permissions.merge,
    current: space.revision,
    /** Whether a page is restored directly; otherwise through a change request, if at all. */
    restoresDirectly: mode === 'direct',
    mayRestore: mode !== undefined,

    /** Proposes the content that the space had at a revision. */
    proposeState: ({ id, createdAt }: Pick<RevisionSummary, 'id' | 'createdAt'>) =>
      run(() => propose({ revision: id, subject: subjectOf(`Go back to ${dateOf(createdAt)}`) })),

    /** Proposes to undo the changes of a revision. */
    undo: (revision: RevisionSummary) =>
      run(() =>
        propose({ revertedRevision: revision.id, subject: subjectOf(`Undo “${revisionInWords(revision)}”`) }),
      ),

    /** Gives a page its former state: directly if the user may, otherwise in a change request. */
    restorePage: ({ id, title, revision }: FormerPage) =>
      run(async () => {
        const changes = [{ operation: 'revert_page' as const, page: id, revision }];
        if (mode === 'direct') {
          await changeContent({ spaceId }, changes);
          await refreshContent(queries);
          notify(`“${title}” was restored`);
          await navigate({ to: '/s/$spaceId/~/revisions', params: { spaceId }, search: { page: id } });
        } else
          await propose({ subject: subjectOf(`Restore “${title}”`) }, (changeRequestId) =>
            changeContent({ spaceId, changeRequestId }, changes),
          );
      }),

    /** Gives the space the content of a revision again. */
    rollBack: (revisionId: string) =>
      run(async () => {
        await call('POST', '/spaces/{spaceId}/revisions/{revisionId}/rollback', {
          params: { spaceId, revisionId },
        });
        await refreshContent(queries);
        notify('The space has the content of this revision again');
        await navigate({ to: '/s/$spaceId/~/revisions', params: { spaceId }, search: {} });
      }),
  };
};

/** What can be done with former states of a space. */
export type RevisionActions = ReturnType<typeof useRevisionActions>;
