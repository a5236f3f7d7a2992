import { call } from '../../api/client.ts';
import { keyOf, readPages } from '../../api/queries.ts';
import type { Choice } from '../people-picker.tsx';
import type { PersonalLink } from '../personal-links.tsx';
import type { Role } from '../roles.ts';

/** A space or collection that is shared. */
export interface SharedContent {
  readonly kind: 'space' | 'collection';
  readonly id: string;
}

const SPACE = '/spaces/{spaceId}/permissions';
const COLLECTION = '/collections/{collectionId}/permissions';
const SHOWN = 50;

/** The grants to people on a content. */
export const readUserGrants = ({ kind, id }: SharedContent) =>
  kind === 'space'
    ? readPages(`${SPACE}/users`, { params: { spaceId: id }, query: { limit: SHOWN } })
    : readPages(`${COLLECTION}/users`, { params: { collectionId: id }, query: { limit: SHOWN } });

/** The grants to teams on a content. */
export const readTeamGrants = ({ kind, id }: SharedContent) =>
  kind === 'space'
    ? readPages(`${SPACE}/teams`, { params: { spaceId: id }, query: { limit: SHOWN } })
    : readPages(`${COLLECTION}/teams`, { params: { collectionId: id }, query: { limit: SHOWN } });

/** Everybody with access to a content, and why. */
export const readEverybody = ({ kind, id }: SharedContent, search: string) => {
  const query = { limit: SHOWN, ...(search !== '' && { search }) };
  return kind === 'space'
    ? readPages(`${SPACE}/aggregate`, { params: { spaceId: id }, query })
    : readPages(`${COLLECTION}/aggregate`, { params: { collectionId: id }, query });
};

/** The keys of everything that a change of access changes. */
export const ACCESS_KEYS = [
  keyOf(`${SPACE}/users`),
  keyOf(`${SPACE}/teams`),
  keyOf(`${SPACE}/aggregate`),
  keyOf(`${COLLECTION}/users`),
  keyOf(`${COLLECTION}/teams`),
  keyOf(`${COLLECTION}/aggregate`),
];

/**
 * Invites chosen e-mail addresses to the organization, as guests if they are not members; returns the links to pass on
 * if the server sends no e-mails. Only administrators can do this: for others, sharing does it without links.
 */
export const inviteGuests = async (
  { id: organizationId, sso }: { readonly id: string; readonly sso: boolean },
  chosen: readonly Choice[],
): Promise<readonly PersonalLink[]> => {
  const emails = chosen.filter(({ kind }) => kind === 'email').map(({ id }) => id);
  if (emails.length === 0) return [];
  const { links } = await call('POST', '/orgs/{organizationId}/invites', {
    params: { organizationId },
    body: { emails, role: null, ...(sso && { sso: true }) },
  });
  return links;
};

/** Gives people and teams a role on a content. */
export const share = ({ kind, id }: SharedContent, chosen: readonly Choice[], role: Role) => {
  const users = chosen.filter((choice) => choice.kind !== 'team').map((choice) => choice.id);
  const teams = chosen.filter((choice) => choice.kind === 'team').map((choice) => choice.id);
  const body = users.length > 0 ? { role, users, ...(teams.length > 0 && { teams }) } : { role, teams };
  return kind === 'space'
    ? call('POST', SPACE, { params: { spaceId: id }, body })
    : call('POST', COLLECTION, { params: { collectionId: id }, body });
};

/** Changes the role of a person or team on a content. */
export const changeGrant = (
  { kind, id }: SharedContent,
  to: { readonly kind: 'user' | 'team'; readonly id: string },
  role: Role,
) => {
  const body = { role };
  if (to.kind === 'user')
    return kind === 'space'
      ? call('PATCH', `${SPACE}/users/{userId}`, { params: { spaceId: id, userId: to.id }, body })
      : call('PATCH', `${COLLECTION}/users/{userId}`, { params: { collectionId: id, userId: to.id }, body });
  return kind === 'space'
    ? call('PATCH', `${SPACE}/teams/{teamId}`, { params: { spaceId: id, teamId: to.id }, body })
    : call('PATCH', `${COLLECTION}/teams/{teamId}`, { params: { collectionId: id, teamId: to.id }, body });
};

/** Takes the role of a person or team on a content away; they keep what they have otherwise. */
export const removeGrant = (
  { kind, id }: SharedContent,
  from: { readonly kind: 'user' | 'team'; readonly id: string },
) => {
  if (from.kind === 'user')
    return kind === 'space'
      ? call('DELETE', `${SPACE}/users/{userId}`, { params: { spaceId: id, userId: from.id } })
      : call('DELETE', `${COLLECTION}/users/{userId}`, { params: { collectionId: id, userId: from.id } });
  return kind === 'space'
    ? call('DELETE', `${SPACE}/teams/{teamId}`, { params: { spaceId: id, teamId: from.id } })
    : call('DELETE', `${COLLECTION}/teams/{teamId}`, { params: { collectionId: id, teamId: from.id } });
};

/** The role of members without a grant: a role, null for none, or that of the collection above. */
export type DefaultLevel = NonNullable<Role> | 'inherit' | null;

/** Changes the role of everybody else in the organization. */
export const changeDefaultLevel = ({ kind, id }: SharedContent, defaultLevel: DefaultLevel) =>
  kind === 'space'
    ? call('PATCH', '/spaces/{spaceId}', { params: { spaceId: id }, body: { defaultLevel } })
    : call('PATCH', '/collections/{collectionId}', { params: { collectionId: id }, body: { defaultLevel } });
