import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { LeaverSecrets } from './leaver-secrets.tsx';
import type { Member } from './member.ts';
import styles from './member-ownership-dialog.module.css';
import { countsInWords, ownedThings } from './ownership-words.ts';
import { type Choice, PeoplePicker } from './people-picker.tsx';
import { useMemberChanges } from './use-member-changes.ts';

const MEMBER = '/orgs/{organizationId}/members/{userId}';

/** Why an administrator asks what belongs to a member. */
export type OwnershipReason = 'disable' | 'remove' | 'transfer';

const WORDS: Readonly<
  Record<
    OwnershipReason,
    { title: (name: string) => string; description: string; action: string; done: string }
  >
> = {
  disable: {
    title: (name) => `Disable ${name}?`,
    description:
      'They have no access until you enable them again, and their API tokens do not work in this organization. They keep their role, teams and grants.',
    action: 'Disable',
    done: 'was disabled',
  },
  remove: {
    title: (name) => `Remove ${name}?`,
    description:
      'They lose access to all spaces and leave their teams at once, and their API tokens no longer work in this organization. What they wrote stays.',
    action: 'Remove',
    done: 'was removed',
  },
  transfer: {
    title: (name) => `Transfer what belongs to ${name}`,
    description: 'They keep their role in the organization.',
    action: 'Transfer',
    done: '',
  },
};

/** Disables or removes a member, or only transfers what belongs to them, with a choice of the new owner. */
export const MemberOwnershipDialog = ({
  organizationId,
  member: { id, user, role },
  reason,
  onClose,
}: {
  readonly organizationId: string;
  readonly member: Member;
  readonly reason: OwnershipReason;
  readonly onClose: () => void;
}) => {
  const { refresh } = useMemberChanges(organizationId);
  const params = { organizationId, userId: id };
  const ownership = useQuery(read(`${MEMBER}/ownership`, { params }));
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [newOwner] = chosen;
  const words = WORDS[reason];
  const things = ownership.data ? ownedThings(ownership.data) : [];
  const change = useMutation({
    mutationFn: async () => {
      // Before the member is removed: their grants and teams end with the membership.
      const moved =
        newOwner &&
        (await call('POST', `${MEMBER}/ownership/transfer`, { params, body: { to: newOwner.id } }));
      if (reason === 'remove') await call('DELETE', MEMBER, { params });
      if (reason === 'disable') await call('PATCH', MEMBER, { params, body: { disabled: true } });
      return moved;
    },
    onSettled: refresh,
    onSuccess: (moved) => {
      onClose();
      const left = moved && countsInWords(moved.remaining);
      if (left)
        notify(`${newOwner!.name} has no permission for ${left}, which stays with ${user.displayName}`, {
          isError: true,
        });
      else if (reason === 'transfer') notify(`${newOwner!.name} is the new owner`);
      else notify(`${user.displayName} ${words.done}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending && (reason !== 'transfer' || newOwner)) change.mutate();
  };
  return (
    <Dialog title={words.title(user.displayName)} description={words.description} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        {things.length > 0 && (
          <>
            <h3 className={styles.heading}>What belongs to them</h3>
            <ul className={styles.owned}>
              {things.map(({ kind, count, titles }) => (
                <li key={kind}>
                  <strong>{count}</strong> <span className={styles.titles}>{titles}</span>
                </li>
              ))}
            </ul>
            <PeoplePicker
              organizationId={organizationId}
              label="New owner"
              {...(reason !== 'transfer' && {
                hint: 'Without a new owner it all stays as it is; administrators can still change it.',
              })}
              except={id}
              chosen={chosen}
              onChange={(all) => setChosen(all.slice(-1))}
            />
          </>
        )}
        {ownership.data && things.length === 0 && (
          <p className={styles.nothing}>
            No teams, spaces, change requests or git connections belong to them.
          </p>
        )}
        {reason !== 'transfer' && ownership.data && (
          <LeaverSecrets
            organizationId={organizationId}
            created={ownership.data.created}
            isAdministrator={role === 'admin'}
          />
        )}
        <FormError error={change.error ?? ownership.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={reason === 'transfer' ? 'primary' : 'danger'}
            isBusy={change.isPending}
            disabled={ownership.isPending || (reason === 'transfer' && !newOwner)}
          >
            {words.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
