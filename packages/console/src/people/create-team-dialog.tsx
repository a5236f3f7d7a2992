import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { type Choice, PeoplePicker } from './people-picker.tsx';
import { useCreateTeam } from './use-team-changes.ts';

/** Creates a team with its first members. */
export const CreateTeamDialog = ({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const create = useCreateTeam(organizationId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending)
      create.mutate(
        { title: title.trim(), members: chosen.map(({ id }) => id) },
        {
          onSuccess: ({ id: teamId }) => {
            onClose();
            void navigate({
              to: '/o/$organizationId/~/settings/teams/$teamId',
              params: { organizationId, teamId },
            });
          },
        },
      );
  };
  return (
    <Dialog title="New team" isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field label="Name" error={fieldErrorOf(create.error, 'body.title')}>
          <TextInput value={title} onChange={(event) => setTitle(event.target.value)} maxLength={64} />
        </Field>
        <PeoplePicker organizationId={organizationId} label="Members" chosen={chosen} onChange={setChosen} />
        <FormError error={create.error} except={['body.title']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
