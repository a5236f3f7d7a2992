import { ConfirmDialog } from '../primitives/confirm-dialog.tsx';
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
    <ConfirmDialog
      title={`Delete the team “${team.title}”?`}
      description="Its members lose the access that they have by it. They stay in the organization."
      action="Delete the team"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onDeleted();
            notify(`The team “${team.title}” was deleted`);
          },
        })
      }
      onClose={onClose}
    />
  );
};
