import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft, Pencil, Trash2, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Button, IconButton } from '../primitives/button.tsx';
import { Select } from '../primitives/select.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import styles from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { AddTeamMembersDialog } from './add-team-members-dialog.tsx';
import { countOf } from './count-of.ts';
import { DeleteTeamDialog } from './delete-team-dialog.tsx';
import { RenameTeamDialog } from './rename-team-dialog.tsx';
import { roleName } from './roles.ts';
import { useTeamChanges } from './use-team-changes.ts';

const ROUTE = '/o/$organizationId/~/settings/teams/$teamId';
const MEMBERS = '/orgs/{organizationId}/teams/{teamId}/members';

const SHOWN = 50;

const TEAM_ROLES = [
  { id: 'owner', label: 'Owner' },
  { id: 'member', label: 'Member' },
] as const;

const TeamMemberRow = ({
  organizationId,
  teamId,
  member: { organization: member, team },
  mayChange,
}: {
  readonly organizationId: string;
  readonly teamId: string;
  readonly member: ItemOf<typeof MEMBERS>;
  readonly mayChange: boolean;
}) => {
  const { setRole, removeMember } = useTeamChanges(organizationId, teamId);
  const name = member.user.displayName;
  return (
    <li className={styles.row}>
      <Avatar name={name} photo={member.user.photoURL} />
      <span className={styles.about}>
        <span className={styles.name}>
          <Link to="/o/$organizationId/~/people/$userId" params={{ organizationId, userId: member.id }}>
            {name}
          </Link>
          {member.disabled && <span className={styles.badge}>Disabled</span>}
        </span>
        <span className={styles.facts}>
          {member.user.email && `${member.user.email} · `}
          {roleName(member.role)} in the organization
        </span>
      </span>
      <span className={styles.side}>
        {mayChange ? (
          <>
            <Select
              isQuiet
              aria-label={`Role of ${name} in the team`}
              options={TEAM_ROLES}
              value={team.role}
              disabled={setRole.isPending}
              onChoose={(role) => setRole.mutate({ userId: member.id, role })}
            />
            <IconButton
              icon={UserMinus}
              label={`Remove ${name} from the team`}
              onClick={() =>
                removeMember.mutate(member.id, {
                  onSuccess: () => notify(`${name} is no longer in the team`),
                })
              }
            />
          </>
        ) : (
          <span className={styles.role}>{team.role === 'owner' ? 'Owner' : 'Member'}</span>
        )}
      </span>
    </li>
  );
};

const TeamMembers = ({
  organizationId,
  teamId,
  mayChange,
  search,
}: {
  readonly organizationId: string;
  readonly teamId: string;
  readonly mayChange: boolean;
  readonly search: string;
}) => {
  const { items: members, ...more } = usePages(
    readPages(MEMBERS, {
      params: { organizationId, teamId },
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
  );
  if (members.length === 0)
    return <Empty>{search === '' ? 'Nobody is in this team yet.' : 'Nobody matches this search.'}</Empty>;
  return (
    <>
      <ul className={styles.rows} aria-label="Members of the team">
        {members.map((member) => (
          <TeamMemberRow
            key={member.organization.id}
            organizationId={organizationId}
            teamId={teamId}
            member={member}
            mayChange={mayChange}
          />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

const TeamPage = ({
  organizationId,
  teamId,
}: {
  readonly organizationId: string;
  readonly teamId: string;
}) => {
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const { data: team } = useSuspenseQuery(
    read('/orgs/{organizationId}/teams/{teamId}', { params: { organizationId, teamId } }),
  );
  const [dialog, setDialog] = useState<'add' | 'rename' | 'delete'>();
  const [search, setSearch] = useState('');
  const close = () => setDialog(undefined);
  const isAdmin = organization.permissions.admin;
  return (
    <>
      <Link to="/o/$organizationId/~/settings/teams" params={{ organizationId }} className={styles.back}>
        <ChevronLeft size={14} aria-hidden="true" /> Teams
      </Link>
      <header className={styles.heading}>
        <h1>{team.title}</h1>
        {isAdmin && <IconButton icon={Pencil} label="Rename the team" onClick={() => setDialog('rename')} />}
        {team.permissions.admin && (
          <Button variant="primary" icon={UserPlus} onClick={() => setDialog('add')}>
            Add people
          </Button>
        )}
      </header>
      <p className={styles.count}>
        {countOf(team.members, 'member')} · access to {countOf(team.spaces, 'space')}. Owners add and remove
        members.
      </p>
      {/* Few are found by the eye. */}
      {team.members > SHOWN && (
        <div className={styles.filters}>
          <SearchField label="Name or e-mail address" text={search} onSearch={setSearch} />
        </div>
      )}
      <Loading id={search}>
        <TeamMembers
          organizationId={organizationId}
          teamId={teamId}
          mayChange={team.permissions.admin}
          search={search}
        />
      </Loading>
      {isAdmin && (
        <SettingsSection title="Danger zone" isDangerous>
          <div className={styles.danger}>
            <p>Its members lose the access that they have by it. They stay in the organization.</p>
            <Button variant="danger" icon={Trash2} onClick={() => setDialog('delete')}>
              Delete the team…
            </Button>
          </div>
        </SettingsSection>
      )}
      {dialog === 'add' && (
        <AddTeamMembersDialog organizationId={organizationId} team={team} onClose={close} />
      )}
      {dialog === 'rename' && (
        <RenameTeamDialog organizationId={organizationId} team={team} onClose={close} />
      )}
      {dialog === 'delete' && (
        <DeleteTeamDialog
          organizationId={organizationId}
          team={team}
          onClose={close}
          onDeleted={() =>
            void navigate({ to: '/o/$organizationId/~/settings/teams', params: { organizationId } })
          }
        />
      )}
    </>
  );
};

/** `/o/$organizationId/~/settings/teams/$teamId`: a team and its members. */
export const TeamRoute = () => {
  const { organizationId, teamId } = useParams({ from: ROUTE });
  return (
    <SettingsPage isWide>
      <TeamPage key={teamId} organizationId={organizationId} teamId={teamId} />
    </SettingsPage>
  );
};
