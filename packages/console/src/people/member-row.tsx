import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { Select } from '../primitives/select.tsx';
import styles from '../settings/rows.module.css';
import { countOf } from './count-of.ts';
import type { Member } from './member.ts';
import { MemberMenu } from './member-menu.tsx';
import { ROLES, type RoleId, roleIdOf, roleName, roleOf } from './roles.ts';
import { useMemberChanges } from './use-member-changes.ts';

/** A member with their role; administrators change and remove them here. */
export const MemberRow = ({
  organizationId,
  member,
  mayChange,
}: {
  readonly organizationId: string;
  readonly member: Member;
  readonly mayChange: boolean;
}) => {
  const { data: me } = useSuspenseQuery(read('/user'));
  const { update } = useMemberChanges(organizationId);
  const { user } = member;
  const isSelf = member.id === me.id;
  return (
    <li className={styles.row}>
      <Avatar name={user.displayName} photo={user.photoURL} />
      <span className={styles.about}>
        <span className={styles.name}>
          <Link to="/o/$organizationId/~/people/$userId" params={{ organizationId, userId: member.id }}>
            {user.displayName}
          </Link>
          {isSelf && <span className={styles.badge}>You</span>}
          {member.disabled && <span className={styles.badge}>Disabled</span>}
          {member.sso && <span className={styles.badge}>Single sign-on</span>}
        </span>
        <span className={styles.facts}>
          {user.email && user.email !== user.displayName && `${user.email} · `}
          {countOf(member.spaces, 'space')}
          {member.teams > 0 && ` · ${countOf(member.teams, 'team')}`}
        </span>
      </span>
      <span className={styles.seen}>
        {member.lastSeenAt ? (
          <>
            Seen <RelativeTime time={member.lastSeenAt} />
          </>
        ) : (
          'Not seen yet'
        )}
      </span>
      <span className={styles.side}>
        {mayChange && !isSelf ? (
          <>
            <Select<RoleId>
              isQuiet
              aria-label={`Role of ${user.displayName}`}
              options={ROLES}
              value={roleIdOf(member.role)}
              disabled={update.isPending}
              onChoose={(id) => update.mutate({ userId: member.id, body: { role: roleOf(id) } })}
            />
            <MemberMenu organizationId={organizationId} member={member} />
          </>
        ) : (
          <span className={styles.role}>{roleName(member.role)}</span>
        )}
      </span>
    </li>
  );
};
