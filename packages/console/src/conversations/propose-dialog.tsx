import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { keyOf, read } from '../api/queries.ts';
import { tooLongInWords } from '../change-requests/subject-length.ts';
import { findSpaces } from '../contents/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import { SpacePicker } from '../sites/space-picker.tsx';
import { draftOf } from './draft.ts';

const ISSUES = '/orgs/{organizationId}/conversations-issues';

/** Opens a change request with a page that answers a recurring question. */
export const ProposeDialog = ({
  organizationId,
  cluster,
  onClose,
}: {
  readonly organizationId: string;
  readonly cluster: { readonly id: string; readonly label: string; readonly summary: string };
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: spaces } = useSuspenseQuery(findSpaces(organizationId));
  const { data: issues } = useSuspenseQuery(
    read(ISSUES, { params: { organizationId }, query: { limit: 10, cluster: cluster.id } }),
  );
  const [spaceId, setSpaceId] = useState(spaces.items.find(({ permissions }) => permissions.edit)?.id ?? '');
  const [title, setTitle] = useState(cluster.label.slice(0, 100));
  const propose = useMutation({
    mutationFn: async () => {
      const request = await call('POST', '/spaces/{spaceId}/change-requests', {
        params: { spaceId },
        body: { subject: title.trim(), conversationsIssuesCluster: cluster.id },
      });
      await call('POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
        params: { spaceId, changeRequestId: request.id },
        body: {
          changes: [
            {
              operation: 'insert_page',
              title: title.trim(),
              document: {
                markdown: draftOf(
                  cluster.summary,
                  issues.items.map(({ issue }) => issue.title),
                ),
              },
            },
          ],
        },
      });
      return request;
    },
    onSuccess: async ({ number }) => {
      await queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/change-requests') });
      await navigate({
        to: '/s/$spaceId/~/changes/$changeRequestId',
        params: { spaceId, changeRequestId: String(number) },
      });
    },
  });
  const problem = title.trim() === '' ? 'A page needs a title.' : tooLongInWords(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined && spaceId !== '' && !propose.isPending) propose.mutate();
  };
  return (
    <Dialog
      title="Propose a page"
      description="Opens a change request with a draft of the page: the summary, and the questions that it has to answer."
      isOpen
      onClose={onClose}
    >
      {spaceId === '' ? (
        <>
          <p>There is no space that you may edit.</p>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <SpacePicker
            organizationId={organizationId}
            isOffered={({ permissions }) => permissions.edit}
            value={spaceId}
            onPick={({ id }) => setSpaceId(id)}
          />
          <Field label="Title of the page" error={problem}>
            <TextInput value={title} onChange={(event) => setTitle(event.target.value)} />
          </Field>
          <FormError error={propose.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isBusy={propose.isPending}>
              Open a change request
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
};
