import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import type { Member } from './member-row.tsx';
import { useMemberChanges } from './use-member-changes.ts';

/** Asks before a member is removed. */
export const RemoveMemberDialog = ({
  organizationId,
  member: { id, user },
  onClose,
}: {
  readonly organizationId: string;
  readonly member: Member;
  readonly onClose: () => void;
}) => {
  const { remove } = useMemberChanges(organizationId);
  return (
    <Dialog
      title={`Remove ${user.displayName}?`}
      description="They lose access to all spaces and leave their teams at once. What they wrote stays."
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
            remove.mutate(id, {
              onSuccess: () => {
                onClose();
                notify(`${user.displayName} was removed`);
              },
            })
          }
        >
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
};
