import { policy } from '../../kernel/auth/policy.ts';
import { badRequest } from '../../kernel/errors/errors.ts';
import type { UserRow } from './identity.store.ts';

/** A user as the caller meets them. */
export interface UserSubject extends UserRow {
  readonly isCaller: boolean;
  /** Whether the caller is a member, not only a guest, of an organization of this user. */
  readonly isColleague: boolean;
}

/** Who may see and change a user. */
export const userPolicy = policy<UserSubject>()('user', {
  view: (user) => user.isCaller || user.isColleague,
  edit: (user) => user.isCaller,
});

const SERVICE = '@integrations.invalid';

/** The address of an account that is no person: no mail comes there, and nobody can be invited by it. */
export const serviceAddress = (accountId: string): string => `${accountId.toLowerCase()}${SERVICE}`;

/** Whether an address is that of no person. */
export const isServiceAddress = (email: string): boolean => email.toLowerCase().endsWith(SERVICE);

/** Refuses to take an address for that of a person which is that of none. */
export const refuseServiceAddress = (email: string): void => {
  if (isServiceAddress(email))
    throw badRequest(`Addresses that end in ${SERVICE} are those of integrations, not of people`);
};
