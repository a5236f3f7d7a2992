import { ConfirmDialog } from '../primitives/confirm-dialog.tsx';
import { notify } from '../primitives/toasts.tsx';
import type { Member } from './member.ts';
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
    <ConfirmDialog
      title={`Remove ${user.displayName}?`}
      description="They lose access to all spaces and leave their teams at once. What they wrote stays."
      action="Remove"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            notify(`${user.displayName} was removed`);
          },
        })
      }
      onClose={onClose}
    />
  );
};
