import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { useTeamChanges } from './use-team-changes.ts';

/** Asks before a team is deleted. */
export const DeleteTeamDialog = ({
  organizationId,
  team,
  onClose,
  onDeleted,
}: {
  readonly organizationId: string;
  readonly team: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) => {
  const { remove } = useTeamChanges(organizationId, team.id);
  return (
    <Dialog
      title={`Delete the team “${team.title}”?`}
      description="Its members lose the access that they have by it. They stay in the organization."
      isOpen
      onClose={onClose}
    >
      <FormError error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                onDeleted();
                notify(`The team “${team.title}” was deleted`);
              },
            })
          }
        >
          Delete the team
        </Button>
      </DialogActions>
    </Dialog>
  );
};
