import { Ellipsis, UserCheck, UserMinus, UserX } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import type { Member } from './member.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { useMemberChanges } from './use-member-changes.ts';

/** The actions of an administrator on a member. */
export const MemberMenu = ({
  organizationId,
  member,
}: {
  readonly organizationId: string;
  readonly member: Member;
}) => {
  const { update } = useMemberChanges(organizationId);
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`Actions on ${member.user.displayName}`} />}
      >
        <MenuItem
          icon={member.disabled ? UserCheck : UserX}
          onSelect={() => update.mutate({ userId: member.id, body: { disabled: !member.disabled } })}
        >
          {member.disabled ? 'Enable' : 'Disable'}
        </MenuItem>
        <MenuItem icon={UserMinus} isDangerous onSelect={() => setRemoving(true)}>
          Remove…
        </MenuItem>
      </Menu>
      {isRemoving && (
        <RemoveMemberDialog
          organizationId={organizationId}
          member={member}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
};
