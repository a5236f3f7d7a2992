import { useMutation, useQuery } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  Ellipsis,
  KeyRound,
  Link2,
  Mail,
  ShieldCheck,
  UserCheck,
  UserMinus,
  UserX,
} from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { IconButton } from '../primitives/button.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog } from '../primitives/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../primitives/menu.tsx';
import { notify } from '../primitives/toasts.tsx';
import type { Member } from './member.ts';
import { MemberOwnershipDialog, type OwnershipReason } from './member-ownership-dialog.tsx';
import { useMemberChanges } from './use-member-changes.ts';

const INVITATION = '/orgs/{organizationId}/members/{userId}/invitation';
const SSO = '/orgs/{organizationId}/members/{userId}/sso';
const RECOVERY = '/orgs/{organizationId}/members/{userId}/recovery-link';

interface PersonalLink {
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

/** The actions of an administrator on a member. */
export const MemberMenu = ({
  organizationId,
  member,
}: {
  readonly organizationId: string;
  readonly member: Member;
}) => {
  const { update, refresh } = useMemberChanges(organizationId);
  const [reason, setReason] = useState<OwnershipReason>();
  const [link, setLink] = useState<PersonalLink>();
  const params = { organizationId, userId: member.id };
  const name = member.user.displayName;
  const onError = (error: Error) => notify(error.message, { isError: true });
  const invite = useMutation({
    mutationFn: (delivery: 'email' | 'link') => call('POST', INVITATION, { params, body: { delivery } }),
    onSuccess: ({ mailed, url }) => {
      if (url !== undefined)
        setLink({
          title: `Invitation of ${name}`,
          description: 'Pass this link on to them alone. It is shown once; earlier links no longer work.',
          url,
        });
      else if (mailed) notify(`The invitation of ${name} was sent again`);
    },
    onError,
  });
  const { data: logins } = useQuery(read('/orgs/{organizationId}/sso', { params: { organizationId } }));
  const allowSso = useMutation({
    mutationFn: () => call('POST', SSO, { params }),
    onSuccess: () => notify(`${name} can use single sign-on, and agrees to it at the first sign-in`),
    onSettled: refresh,
    onError,
  });
  const recover = useMutation({
    mutationFn: () => call('POST', RECOVERY, { params }),
    onSuccess: ({ url }) =>
      setLink({
        title: `Recovery link of ${name}`,
        description:
          'With it they set a new password or passkey, once. Make sure that you pass it on to the right person.',
        url,
      }),
    onError,
  });
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions on ${name}`} />}>
        {member.lastSeenAt === undefined && (
          <>
            <MenuItem icon={Mail} onSelect={() => invite.mutate('email')}>
              Send the invitation again
            </MenuItem>
            <MenuItem icon={Link2} onSelect={() => invite.mutate('link')}>
              New invitation link
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        {!member.sso && (logins?.items.length ?? 0) > 0 && (
          <MenuItem icon={ShieldCheck} onSelect={() => allowSso.mutate()}>
            Allow single sign-on
          </MenuItem>
        )}
        {!member.sso && (
          <MenuItem icon={KeyRound} onSelect={() => recover.mutate()}>
            Recovery link
          </MenuItem>
        )}
        <MenuItem
          icon={member.disabled ? UserCheck : UserX}
          onSelect={() =>
            member.disabled
              ? update.mutate({ userId: member.id, body: { disabled: false } })
              : setReason('disable')
          }
        >
          {member.disabled ? 'Enable' : 'Disable…'}
        </MenuItem>
        <MenuItem icon={ArrowRightLeft} onSelect={() => setReason('transfer')}>
          Transfer ownership…
        </MenuItem>
        <MenuItem icon={UserMinus} isDangerous onSelect={() => setReason('remove')}>
          Remove…
        </MenuItem>
      </Menu>
      {link && (
        <Dialog title={link.title} description={link.description} isOpen onClose={() => setLink(undefined)}>
          <CopyField label="Link" value={link.url} />
        </Dialog>
      )}
      {reason && (
        <MemberOwnershipDialog
          organizationId={organizationId}
          member={member}
          reason={reason}
          onClose={() => setReason(undefined)}
        />
      )}
    </>
  );
};
