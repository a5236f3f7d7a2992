import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { type Choice, PeoplePicker } from './people-picker.tsx';
import { useTeamChanges } from './use-team-changes.ts';

/** Adds people of the organization to a team. */
export const AddTeamMembersDialog = ({
  organizationId,
  team,
  onClose,
}: {
  readonly organizationId: string;
  readonly team: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}) => {
  const { add } = useTeamChanges(organizationId, team.id);
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !add.isPending)
      add.mutate(
        chosen.map(({ id }) => id),
        { onSuccess: onClose },
      );
  };
  return (
    <Dialog title={`Add people to ${team.title}`} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <PeoplePicker organizationId={organizationId} label="People" chosen={chosen} onChange={setChosen} />
        <FormError error={add.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={add.isPending} disabled={chosen.length === 0}>
            Add
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
