import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import type { Caller, Principal } from '../../kernel/auth/principal.ts';
import { deleteSessions } from '../../kernel/auth/session-store.ts';
import { deleteTokensOfUsers } from '../../kernel/auth/tokens.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, forbidden } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/events/events.ts';
import { changedFields } from '../../kernel/events/field-changes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ApiTokensService } from './api-tokens.service.ts';
import {
  type FoundUser,
  findOrganizationsOf,
  findSsoClaimant,
  findUser,
  findUserIn,
  findUserNames,
  findUsersByEmail,
  insertUsers,
  isInUse,
  isSharedUnverified,
  lockSsoClaim,
  type UserRow,
  updateUser,
  verifyUser,
} from './identity.store.ts';
import { isServiceAccountEmail, rejectServiceAccountEmail } from './service-account-email.ts';
import type { SsoMembershipChangesService } from './sso-membership-changes.service.ts';

/** Dependencies of the identity service. */
export interface IdentityDependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly ssoMembershipChanges: SsoMembershipChangesService;
  readonly tokens: ApiTokensService;
}

/** A user to create. */
interface NewUser {
  /** Chosen before, for a passkey. */
  readonly id?: string | undefined;
  readonly email: string;
  readonly displayName?: string | undefined;
}

/** The initial display name: the local part of the e-mail address. */
const nameFromEmail = (email: string) => email.split('@')[0]!.slice(0, 64);

const SHARED_ACCOUNT =
  'This account is a member of several organizations and its e-mail address is not verified: sign in with a link sent to the address to change its name or picture';

/** The principal of a user for work that runs without a request. */
export const principalOf = (user: UserRow): Principal => ({
  kind: isServiceAccountEmail(user.email) ? 'installation' : 'user',
  userId: user.id,
  displayName: user.display_name,
  tokenId: '',
  scopes: undefined,
});

/** Service for users and API tokens. */
export const createIdentityService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  ssoMembershipChanges,
  tokens,
}: IdentityDependencies) => {
  const recordUser = (tx: DatabaseTransaction, by: Actor, user: UserRow, action: string) =>
    events.record(tx, by, {
      organizationId: null,
      action,
      target: { type: 'user', id: user.id, label: user.display_name },
    });

  /** Records an event in all organizations of a user. */
  const recordInOrganizations = async (
    tx: DatabaseTransaction,
    by: Actor,
    user: UserRow,
    action: string,
    payload = {},
  ) => {
    for (const organizationId of await findOrganizationsOf(tx, user.id))
      await events.record(tx, by, {
        organizationId,
        action,
        target: { type: 'member', id: user.id, label: user.display_name },
        payload,
      });
  };

  const ensureUsers = async (
    tx: Database,
    people: readonly { email: string }[],
    attempts = 5,
  ): Promise<readonly UserRow[]> => {
    if (attempts === 0) throw conflict('Accounts with these e-mail addresses are being changed: try again');
    const emails = people.map((person) => person.email);
    for (const email of emails) rejectServiceAccountEmail(email);
    const createdAt = clock.now();
    await insertUsers(
      tx,
      emails.map((email) => ({
        id: newId(),
        email,
        displayName: nameFromEmail(email),
        verified: false,
        createdAt,
      })),
    );
    const found = await findUsersByEmail(tx, emails);
    const ids = new Set(found.map(({ id }) => id));
    await lockAccounts(tx, [...ids]);
    // Read again after locking: the address of an account may have changed in the meantime.
    const current = await findUsersByEmail(tx, emails);
    const addresses = new Set(emails.map((email) => email.toLowerCase()));
    const areLocked = current.length === addresses.size && current.every(({ id }) => ids.has(id));
    return areLocked ? current : ensureUsers(tx, people, attempts - 1);
  };

  // The provider that had access to the unverified account may have created sessions and tokens.
  const revokeSsoAccess = async (
    tx: DatabaseTransaction,
    by: Actor,
    user: UserRow,
    organizationId: string,
  ) => {
    await deleteSessions(tx, user.id);
    await deleteTokensOfUsers(tx, [user.id]);
    await events.record(tx, by, {
      organizationId,
      action: 'member.sso-released',
      target: { type: 'member', id: user.id, label: user.display_name },
    });
  };

  /** Marks an address as verified and optionally sets the name; undefined when it was verified before. */
  const verifyEmail = async (
    tx: DatabaseTransaction,
    by: Actor,
    { email, displayName }: { email: string; displayName?: string | undefined },
  ): Promise<UserRow | undefined> => {
    const claim = await lockSsoClaim(tx, email);
    const verify = () => verifyUser(tx, email, { display_name: displayName, updated_at: clock.now() });
    const verified = await (claim
      ? ssoMembershipChanges.track(tx, claim.user, claim.organizationId, verify)
      : verify());
    if (!verified) return undefined;
    await recordUser(tx, by, verified, 'user.verified');
    await recordInOrganizations(tx, by, verified, 'member.verified');
    if (claim) await revokeSsoAccess(tx, by, verified, claim.organizationId);
    return verified;
  };

  const changeUser = async (
    tx: DatabaseTransaction,
    by: Actor,
    userId: string,
    input: Parameters<typeof updateUser>[2],
  ): Promise<UserRow> => {
    const { user, changes } = await updateUser(tx, userId, input, clock.now());
    const payload = changedFields(changes, {
      display_name: 'displayName',
      photo_url: 'photoURL',
      email: 'email',
    });
    if (payload)
      await events.record(tx, by, {
        organizationId: null,
        action: 'user.updated',
        target: { type: 'user', id: user.id, label: user.display_name },
        payload,
      });
    return user;
  };

  return {
    find: async (userId: string, readerId: string) => {
      const row = await findUser(db, userId, readerId);
      return row && { ...row, isCaller: row.id === readerId, isColleague: Boolean(row.is_colleague) };
    },

    /** A user of an organization, without a permission check. */
    findInOrganization: (userId: string, organizationId: string): Promise<UserRow | undefined> =>
      findUserIn(db, userId, organizationId),

    /** The display names of users of an organization, without a permission check. */
    findNames: async (
      organizationId: string,
      userIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> =>
      userIds.length === 0 ? new Map() : findUserNames(db, organizationId, userIds),

    update: (
      caller: Caller,
      userId: string,
      changes: { displayName?: string; photoURL?: string },
    ): Promise<UserRow> =>
      transaction(async (tx) => {
        // A user of an unverified account must not change the name that other organizations see.
        if (await isSharedUnverified(tx, userId)) throw forbidden(SHARED_ACCOUNT);
        return changeUser(tx, caller, userId, {
          display_name: changes.displayName?.trim(),
          photo_url: changes.photoURL,
        });
      }),

    /**
     * Updates the account of a member of a single organization; false when the address belongs to another
     * account.
     */
    updateProvisioned: async (
      tx: DatabaseTransaction,
      by: Actor,
      userId: string,
      { email, displayName }: { email: string; displayName: string },
    ): Promise<boolean> => {
      rejectServiceAccountEmail(email);
      const [holder] = await findUsersByEmail(tx, [email]);
      if (holder && holder.id !== userId) return false;
      await changeUser(tx, by, userId, { email, display_name: displayName });
      return true;
    },

    /** Sets the name of a user who accepts an invitation, unless other organizations see it. */
    rename: async (
      tx: DatabaseTransaction,
      by: Actor,
      userId: string,
      displayName: string,
    ): Promise<void> => {
      if (!(await isSharedUnverified(tx, userId)))
        await changeUser(tx, by, userId, { display_name: displayName });
    },

    /** Whether an account was ever used: it has a verified address, a token or a session. */
    isInUse: (tx: Database, userId: string): Promise<boolean> => isInUse(tx, userId),

    findByEmail: async (tx: Database, email: string): Promise<FoundUser | undefined> =>
      (await findUsersByEmail(tx, [email]))[0],

    /** The organization through whose identity provider or invitation somebody uses an unverified address. */
    findSsoClaimant: (email: string, executor: Database = db): Promise<string | undefined> =>
      findSsoClaimant(executor, email),

    /** Finds or creates the users with these addresses, and locks them; new addresses are unverified. */
    ensureUsers: (tx: Database, people: readonly { email: string }[]) => ensureUsers(tx, people),

    /** Creates a user with an unverified address; undefined when the address is taken. */
    register: async (
      tx: DatabaseTransaction,
      by: Actor,
      { id = newId(), email, displayName = nameFromEmail(email) }: NewUser,
    ): Promise<UserRow | undefined> => {
      rejectServiceAccountEmail(email);
      const fresh = { id, email, displayName, verified: false, createdAt: clock.now() };
      const [created] = await insertUsers(tx, [fresh]);
      if (created) await recordUser(tx, by, created, 'user.created');
      return created;
    },

    /** Creates a user with a verified address, or verifies the address of an existing user. */
    ensureVerified: async (
      tx: DatabaseTransaction,
      by: Actor,
      { id = newId(), email, displayName }: NewUser,
    ): Promise<{ user: UserRow; outcome: 'created' | 'verified' | 'known' }> => {
      const now = clock.now();
      const fresh = { id, email, displayName: displayName ?? nameFromEmail(email) };
      const [created] = await insertUsers(tx, [{ ...fresh, verified: true, createdAt: now }]);
      if (created) {
        await recordUser(tx, by, created, 'user.created');
        return { user: created, outcome: 'created' };
      }
      const verified = await verifyEmail(tx, by, { email, displayName });
      if (verified) return { user: verified, outcome: 'verified' };
      const [known] = await findUsersByEmail(tx, [email]);
      return { user: known!, outcome: 'known' };
    },

    /**
     * Creates a token on behalf of the operator and records it in the user's organizations. The address counts
     * as verified, unless an identity provider controls the account: verification would end its access.
     */
    issueToken: async (
      tx: DatabaseTransaction,
      by: Actor,
      user: UserRow,
      input: { label: string; expiresAt?: Date; secret?: string },
    ): Promise<string> => {
      const isClaimed = await lockSsoClaim(tx, user.email);
      if (!isClaimed && !isServiceAccountEmail(user.email)) await verifyEmail(tx, by, user);
      const { row, secret } = await tokens.insert(tx, by, user.id, input);
      await recordInOrganizations(tx, by, user, 'member.token-created', {
        token: row.id,
        label: row.label,
        ...(row.expires_at && { expiresAt: row.expires_at.toISOString() }),
      });
      return secret;
    },

    /** Records a changed password or passkey, also in the user's organizations. */
    recordCredentialChange: async (
      tx: DatabaseTransaction,
      by: Actor,
      user: UserRow,
      change: string,
    ): Promise<void> => {
      await recordUser(tx, by, user, `user.${change}`);
      await recordInOrganizations(tx, by, user, `member.${change}`);
    },

    listTokens: tokens.list,
    getToken: tokens.get,
    createToken: tokens.create,
    revokeToken: tokens.revoke,
    /** Creates a token that the user has agreed to. */
    grantToken: tokens.insert,
  };
};

/** Service for users and API tokens. */
export type IdentityService = ReturnType<typeof createIdentityService>;
