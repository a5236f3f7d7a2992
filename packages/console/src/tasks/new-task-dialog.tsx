import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { findSpaces } from '../contents/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextArea } from '../primitives/field.tsx';
import { SpacePicker } from '../sites/space-picker.tsx';
import { refreshTasks, TASKS } from './queries.ts';

/** What a new task is about, with its name for the dialog. */
export type TaskOrigin =
  | { readonly type: 'cluster'; readonly cluster: string; readonly label: string }
  | { readonly type: 'question'; readonly question: string }
  /** The broken links of a page. */
  | { readonly type: 'link'; readonly space: string; readonly page: string; readonly label: string };

const MAX_INSTRUCTIONS = 5000;

const nameOf = (origin: TaskOrigin): string => {
  switch (origin.type) {
    case 'cluster':
      return `“${origin.label}”`;
    case 'question':
      return `“${origin.question}”`;
    case 'link':
      return `Repairing the links of “${origin.label}”`;
  }
};

const toBody = (origin: TaskOrigin) => {
  switch (origin.type) {
    case 'cluster':
      return { type: origin.type, cluster: origin.cluster };
    case 'question':
      return { type: origin.type, question: origin.question };
    case 'link':
      return { type: origin.type, page: origin.page };
  }
};

/** Creates a task in a space, from a question, broken links or an instruction, and opens it. */
export const NewTaskDialog = ({
  organizationId,
  origin,
  onClose,
}: {
  readonly organizationId: string;
  /** Without one, the task is an instruction. */
  readonly origin?: TaskOrigin;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: spaces } = useSuspenseQuery(findSpaces(organizationId));
  const givenSpace = origin?.type === 'link' ? origin.space : undefined;
  const [spaceId, setSpaceId] = useState(
    givenSpace ?? spaces.items.find(({ permissions }) => permissions.comment)?.id ?? '',
  );
  const [instructions, setInstructions] = useState('');
  const isComplete = spaceId !== '' && (origin !== undefined || instructions.trim() !== '');
  const create = useMutation({
    mutationFn: (status: 'backlog' | 'started') =>
      call('POST', TASKS, {
        params: { organizationId },
        body: {
          space: spaceId,
          status,
          ...(origin && { origin: toBody(origin) }),
          ...(instructions.trim() !== '' && { instructions }),
        },
      }),
    onSuccess: async ({ id }) => {
      await refreshTasks(queries);
      await navigate({
        to: '/o/$organizationId/~/tasks/$agentTaskId',
        params: { organizationId, agentTaskId: id },
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !create.isPending) create.mutate('started');
  };
  if (spaceId === '')
    return (
      <Dialog title="New task" isOpen onClose={onClose}>
        <p>There is no space that you may propose changes in.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      title="New task"
      description={
        origin
          ? `${nameOf(origin)} becomes a task. Its outcome is a change request, which is reviewed like any other.`
          : 'The outcome of a task is a change request, which is reviewed like any other.'
      }
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <Field
          label={origin ? 'Instructions (optional)' : 'Instructions'}
          hint="What to write, and what not."
        >
          <TextArea
            rows={4}
            value={instructions}
            maxLength={MAX_INSTRUCTIONS}
            onChange={(event) => setInstructions(event.target.value)}
          />
        </Field>
        {givenSpace === undefined && (
          <SpacePicker
            organizationId={organizationId}
            isOffered={({ permissions }) => permissions.comment}
            value={spaceId}
            onPick={({ id }) => setSpaceId(id)}
          />
        )}
        <FormError error={create.error} />
        <DialogActions>
          <Button
            isBusy={create.isPending && create.variables === 'backlog'}
            disabled={!isComplete}
            onClick={() => !create.isPending && create.mutate('backlog')}
          >
            Add to the backlog
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={create.isPending && create.variables === 'started'}
            disabled={!isComplete}
          >
            Start
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
