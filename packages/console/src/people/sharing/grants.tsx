import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Response } from '../../api/operations.ts';
import { Avatar } from '../../primitives/avatar.tsx';
import { Button, IconButton } from '../../primitives/button.tsx';
import { Select } from '../../primitives/select.tsx';
import rows from '../../settings/rows.module.css';
import { countOf } from '../count-of.ts';
import { CONTENT_ROLES, ROLES, type Role, type RoleId, roleOf } from '../roles.ts';
import { readTeamGrants, readUserGrants, type SharedContent } from './content-access.ts';
import { type Grantee, useAccessChanges } from './use-access-changes.ts';

type UserGrants = Response<'GET', '/spaces/{spaceId}/permissions/users'>;
type TeamGrants = Response<'GET', '/spaces/{spaceId}/permissions/teams'>;

const GrantRow = ({
  content,
  grantee,
  name,
  facts,
  picture,
  role,
}: {
  readonly content: SharedContent;
  readonly grantee: Grantee;
  readonly name: string;
  readonly facts: string;
  readonly picture: ReactNode;
  readonly role: NonNullable<Role>;
}) => {
  const { change, remove } = useAccessChanges(content);
  return (
    <li className={rows.row}>
      {picture}
      <span className={rows.about}>
        <span className={rows.name}>{name}</span>
        <span className={rows.facts}>{facts}</span>
      </span>
      <span className={rows.side}>
        <Select<RoleId>
          isQuiet
          aria-label={`Role of ${name}`}
          options={role === 'admin' ? ROLES.filter(({ id }) => id !== 'guest') : CONTENT_ROLES}
          value={role}
          disabled={change.isPending}
          onChoose={(id) => change.mutate({ to: grantee, role: roleOf(id) })}
        />
        <IconButton
          icon={X}
          label={`Stop sharing with ${name}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(grantee)}
        />
      </span>
    </li>
  );
};

/** The people and teams that a content is shared with. */
export const Grants = ({ content }: { readonly content: SharedContent }) => {
  // The types of spaces and collections are the same.
  const teams = useSuspenseInfiniteQuery(readTeamGrants(content) as ReturnType<typeof readTeamGrants>);
  const users = useSuspenseInfiniteQuery(readUserGrants(content) as ReturnType<typeof readUserGrants>);
  const teamGrants = (teams.data.pages as TeamGrants[]).flatMap(({ items }) => items);
  const userGrants = (users.data.pages as UserGrants[]).flatMap(({ items }) => items);
  const more = [teams, users].find(({ hasNextPage }) => hasNextPage);
  if (teamGrants.length + userGrants.length === 0) return null;
  return (
    <>
      <ul className={rows.rows} aria-label="Shared with">
        {teamGrants.map(({ team, permission }) => (
          <GrantRow
            key={team.id}
            content={content}
            grantee={{ kind: 'team', id: team.id }}
            name={team.title}
            facts={`Team · ${countOf(team.members, 'member')}`}
            picture={<Users size={18} strokeWidth={1.75} aria-hidden="true" />}
            role={permission}
          />
        ))}
        {userGrants.map(({ user, permission }) => (
          <GrantRow
            key={user.id}
            content={content}
            grantee={{ kind: 'user', id: user.id }}
            name={user.displayName}
            facts={user.email ?? ''}
            picture={<Avatar name={user.displayName} photo={user.photoURL} />}
            role={permission}
          />
        ))}
      </ul>
      {more && (
        <Button isBusy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
};
