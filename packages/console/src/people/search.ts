import { ROLES, type RoleId } from './roles.ts';

/** The filter of the list of members, as the address has it. */
export interface MembersSearch {
  readonly text?: string;
  readonly role?: RoleId;
  readonly sort?: 'lastSeenAt';
}

// The router reads digits as a number.
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads the filter of members from an address. */
export const membersSearch = ({ text, role, sort }: Record<string, unknown>): MembersSearch => ({
  ...(textOf(text) !== '' && { text: textOf(text) }),
  ...(ROLES.some(({ id }) => id === role) && { role: role as RoleId }),
  ...(sort === 'lastSeenAt' && { sort }),
});
