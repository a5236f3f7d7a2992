import type { ItemOf } from '../api/operations.ts';

/** A role in an organization, a space or a collection; null is the role of guests, and no access to content. */
export type Role = ItemOf<'/orgs/{organizationId}/members'>['role'];

/** The id of the role null in addresses and forms. */
export const GUEST = 'guest';

/** A role as the address and forms have it. */
export type RoleId = NonNullable<Role> | typeof GUEST;

/** The roles in an organization, the highest first, each with what it adds to the next. */
export const ROLES: readonly { readonly id: RoleId; readonly label: string; readonly description: string }[] =
  [
    { id: 'admin', label: 'Administrator', description: 'Does everything: people, teams, settings.' },
    {
      id: 'create',
      label: 'Creator',
      description: 'Makes spaces and collections, and gives access to them.',
    },
    { id: 'review', label: 'Reviewer', description: 'Merges change requests.' },
    { id: 'edit', label: 'Editor', description: 'Writes pages.' },
    { id: 'comment', label: 'Commenter', description: 'Comments and proposes changes.' },
    { id: 'read', label: 'Reader', description: 'Reads.' },
    { id: GUEST, label: 'Guest', description: 'Sees only what was shared with them, and no other people.' },
  ];

/** The roles that content can be shared with. */
export const CONTENT_ROLES = ROLES.filter(({ id }) => id !== 'admin' && id !== GUEST);

/** The role of an id. */
export const roleOf = (id: RoleId): Role => (id === GUEST ? null : id);

/** The id of a role. */
export const roleIdOf = (role: Role): RoleId => role ?? GUEST;

/** The name of a role. */
export const roleName = (role: Role): string => ROLES.find(({ id }) => id === roleIdOf(role))!.label;
