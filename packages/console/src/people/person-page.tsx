import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Book, Users } from 'lucide-react';
import { read } from '../api/queries.ts';
import { ChangeRequestRows } from '../home/change-request-rows.tsx';
import { Empty, Section } from '../home/section.tsx';
import { Avatar } from '../primitives/avatar.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './person-page.module.css';
import { roleName } from './roles.ts';

const SHOWN = 20;

const Spaces = ({ organizationId, userId }: { readonly organizationId: string; readonly userId: string }) => {
  const { data } = useSuspenseQuery(
    read('/orgs/{organizationId}/members/{userId}/spaces', {
      params: { organizationId, userId },
      query: { limit: SHOWN },
    }),
  );
  if (data.items.length === 0) return <Empty>You share no space with this person.</Empty>;
  return (
    <ul className={styles.spaces}>
      {data.items.map(({ space, permission }) => (
        <li key={space.id}>
          <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: '' }} className={styles.space}>
            <ContentIcon emoji={space.emoji} icon={Book} />
            <span className={styles.name}>{space.title || 'Untitled'}</span>
            <span className={styles.role}>{roleName(permission)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const Teams = ({ organizationId, userId }: { readonly organizationId: string; readonly userId: string }) => {
  const { data } = useSuspenseQuery(
    read('/orgs/{organizationId}/members/{userId}/teams', {
      params: { organizationId, userId },
      query: { limit: SHOWN },
    }),
  );
  if (data.items.length === 0) return <Empty>This person is in no team that you can see.</Empty>;
  return (
    <ul className={styles.spaces}>
      {data.items.map(({ team }) => (
        <li key={team.id}>
          <span className={styles.space}>
            <Users size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.name}>{team.title}</span>
          </span>
        </li>
      ))}
    </ul>
  );
};

/** A member of an organization: their open change requests, and the spaces that they share with the user. */
export const PersonPage = ({
  organizationId,
  userId,
}: {
  readonly organizationId: string;
  readonly userId: string;
}) => {
  const { data: member } = useSuspenseQuery(
    read('/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId } }),
  );
  const { user } = member;
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <Avatar name={user.displayName} photo={user.photoURL} />
        <div>
          <h1>{user.displayName}</h1>
          <p className={styles.facts}>
            {user.email && <a href={`mailto:${user.email}`}>{user.email}</a>} · {roleName(member.role)} ·
            joined <RelativeTime time={member.joinedAt} />
          </p>
        </div>
      </header>
      <div className={styles.sections}>
        <Section id="requests" title="Open change requests">
          <ChangeRequestRows
            organizationId={organizationId}
            filter={{ creator: userId }}
            statuses={['open']}
            isOwn
            empty={`${user.displayName} has no open change requests.`}
          />
        </Section>
        <Section id="teams" title="Teams">
          <Teams organizationId={organizationId} userId={userId} />
        </Section>
        <Section id="spaces" title="Shared spaces">
          <Spaces organizationId={organizationId} userId={userId} />
        </Section>
      </div>
    </main>
  );
};
