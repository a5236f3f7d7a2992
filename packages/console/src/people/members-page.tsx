import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { Select } from '../primitives/select.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import styles from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { MemberRow } from './member-row.tsx';
import { ROLES, type RoleId } from './roles.ts';
import { type MembersSearch, membersSearch } from './search.ts';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));

const PATH = '/orgs/{organizationId}/members';
const ROUTE = '/o/$organizationId/~/settings/members';

const ROLE_FILTER: readonly { readonly id: RoleId | ''; readonly label: string }[] = [
  { id: '', label: 'Every role' },
  ...ROLES.map(({ id, label }) => ({ id, label })),
];
const ORDERS = [
  { id: 'joinedAt', label: 'Newest first' },
  { id: 'lastSeenAt', label: 'Last seen first' },
] as const;

const Members = ({
  organizationId,
  search: { text, role, sort },
}: {
  readonly organizationId: string;
  readonly search: MembersSearch;
}) => {
  const params = { organizationId };
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const {
    items: members,
    first,
    ...more
  } = usePages(
    readPages(PATH, {
      params,
      query: { limit: 50, ...(text && { search: text }), ...(role && { role }), ...(sort && { sort }) },
    }),
  );
  const count = first.count ?? members.length;
  if (members.length === 0) return <Empty>Nobody matches this filter.</Empty>;
  return (
    <>
      <p className={styles.count}>
        {count} {count === 1 ? 'person' : 'people'}
      </p>
      <ul className={styles.rows} aria-label="Members">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            organizationId={organizationId}
            member={member}
            mayChange={organization.permissions.admin}
          />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/members`: the members and guests of an organization. */
export const MembersRoute = () => {
  const params = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const [isInviting, setInviting] = useState(false);
  const filter = (change: Record<string, string | undefined>) =>
    void navigate({ to: ROUTE, params, search: membersSearch({ ...search, ...change }), replace: true });
  return (
    <SettingsPage
      key={organization.id}
      title="Members"
      description="Everybody in the organization with their role. Guests see only what was shared with them."
      isWide
      action={
        organization.permissions.admin && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            Invite people
          </Button>
        )
      }
    >
      <div className={styles.filters}>
        <SearchField
          label="Name or e-mail address"
          text={search.text ?? ''}
          onSearch={(text) => filter({ text })}
        />
        <Select
          aria-label="Role"
          options={ROLE_FILTER}
          value={search.role ?? ''}
          onChoose={(role) => filter({ role })}
        />
        <Select
          aria-label="Order"
          options={ORDERS}
          value={search.sort ?? 'joinedAt'}
          onChoose={(sort) => filter({ sort })}
        />
      </div>
      <Loading id={JSON.stringify(search)}>
        <Members organizationId={organization.id} search={search} />
      </Loading>
      <Suspense>
        {isInviting && <InviteDialog organization={organization} onClose={() => setInviting(false)} />}
      </Suspense>
    </SettingsPage>
  );
};
