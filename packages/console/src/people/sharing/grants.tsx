import { Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { Avatar } from '../../primitives/avatar.tsx';
import { IconButton } from '../../primitives/button.tsx';
import { Select } from '../../primitives/select.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import rows from '../../settings/rows.module.css';
import { countOf } from '../count-of.ts';
import { CONTENT_ROLES, ROLES, type Role, type RoleId, roleOf } from '../roles.ts';
import { readTeamGrants, readUserGrants, type SharedContent } from './content-access.ts';
import { type Grantee, useAccessChanges } from './use-access-changes.ts';

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
  const teams = usePages(readTeamGrants(content) as ReturnType<typeof readTeamGrants>);
  const users = usePages(readUserGrants(content) as ReturnType<typeof readUserGrants>);
  const more = [teams, users].find(({ hasNextPage }) => hasNextPage);
  if (teams.items.length + users.items.length === 0) return null;
  return (
    <>
      <ul className={rows.rows} aria-label="Shared with">
        {teams.items.map(({ team, permission }) => (
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
        {users.items.map(({ user, permission }) => (
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
      {more && <ShowMore {...more} />}
    </>
  );
};
