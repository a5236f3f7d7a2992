import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Link2, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { ConfirmDialog } from '../primitives/confirm-dialog.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { Select } from '../primitives/select.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import styles from '../settings/rows.module.css';
import { Empty, SettingsPage } from '../settings/settings-page.tsx';
import { ROLES, type RoleId, roleIdOf, roleName, roleOf } from './roles.ts';

const ROUTE = '/o/$organizationId/~/settings/invites';
const LINKS = '/orgs/{organizationId}/link-invites';
const LINK = '/orgs/{organizationId}/link-invites/{inviteId}';
type InviteLink = ItemOf<typeof LINKS>;

const useLinkChanges = (organizationId: string) => {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: keyOf(LINKS) });
  const onError = (error: Error) => notify(error.message, { isError: true });
  return {
    create: useMutation({
      mutationFn: (role: RoleId) =>
        call('POST', LINKS, { params: { organizationId }, body: { role: roleOf(role) } }),
      onSuccess,
      onError,
    }),
    update: useMutation({
      mutationFn: ({ inviteId, role }: { readonly inviteId: string; readonly role: RoleId }) =>
        call('PATCH', LINK, { params: { organizationId, inviteId }, body: { role: roleOf(role) } }),
      onSuccess,
      onError,
    }),
    revoke: useMutation({
      mutationFn: (inviteId: string) => call('DELETE', LINK, { params: { organizationId, inviteId } }),
      onSuccess,
    }),
  };
};

const LinkRow = ({
  organizationId,
  link,
}: {
  readonly organizationId: string;
  readonly link: InviteLink;
}) => {
  const { update, revoke } = useLinkChanges(organizationId);
  const [isRevoking, setRevoking] = useState(false);
  return (
    <li className={styles.row}>
      <Link2 size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.about}>
        <CopyField label={`Invite link: ${roleName(link.role)}`} value={link.urls.app} />
        <span className={styles.facts}>
          Made by {link.createdBy.displayName} <RelativeTime time={link.createdAt} />
          {!link.active && '. Nobody can join with it: whoever made it is no longer an administrator'}
        </span>
      </span>
      <span className={styles.side}>
        <Select<RoleId>
          isQuiet
          aria-label="Role of people who join with this link"
          options={ROLES}
          value={roleIdOf(link.role)}
          disabled={update.isPending}
          onChoose={(role) => update.mutate({ inviteId: link.id, role })}
        />
        <IconButton icon={Trash2} label="Revoke this link" onClick={() => setRevoking(true)} />
      </span>
      {isRevoking && (
        <ConfirmDialog
          title="Revoke this invite link?"
          description="Nobody can join with it any more. Those who joined stay."
          action="Revoke"
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(link.id, { onSuccess: () => setRevoking(false) })}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  );
};

const InviteLinks = ({ organizationId }: { readonly organizationId: string }) => {
  const { items: links, ...more } = usePages(
    readPages(LINKS, { params: { organizationId }, query: { limit: 50 } }),
  );
  if (links.length === 0)
    return <Empty>There are no invite links. Everybody who has such a link can join with its role.</Empty>;
  return (
    <>
      <ul className={styles.rows} aria-label="Invite links">
        {links.map((link) => (
          <LinkRow key={link.id} organizationId={organizationId} link={link} />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

const NewLink = ({
  organizationId,
  defaultRole,
}: {
  readonly organizationId: string;
  readonly defaultRole: RoleId;
}) => {
  const { create } = useLinkChanges(organizationId);
  const [role, setRole] = useState(defaultRole);
  return (
    <div className={styles.filters}>
      <Select<RoleId> aria-label="Role of the new link" options={ROLES} value={role} onChoose={setRole} />
      <Button variant="primary" icon={Plus} isBusy={create.isPending} onClick={() => create.mutate(role)}>
        New link
      </Button>
    </div>
  );
};

/** `/o/$organizationId/~/settings/invites`: the links with which people join an organization. */
export const InviteLinksRoute = () => {
  const params = useParams({ from: ROUTE });
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  return (
    <SettingsPage
      key={organization.id}
      title="Invite links"
      description="Pass a link on by chat or on a page of your own. The page that it opens says who invites to what, and as whom."
      isWide
    >
      {organization.inviteLinks ? (
        <>
          <NewLink
            organizationId={organization.id}
            defaultRole={roleIdOf(organization.defaultRole ?? null)}
          />
          <InviteLinks organizationId={organization.id} />
        </>
      ) : (
        <Empty>
          Invite links are switched off. Administrators switch them on at{' '}
          <Link to="/o/$organizationId/~/settings/general" params={params} className={styles.link}>
            General
          </Link>
          .
        </Empty>
      )}
    </SettingsPage>
  );
};
