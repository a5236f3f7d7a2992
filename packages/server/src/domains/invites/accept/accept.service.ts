import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, forbidden } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { EnrollmentService, NewCredential } from '../../credentials/index.ts';
import {
  type FoundUser,
  findAccount,
  holdAccount,
  type IdentityService,
  principalOf,
  type UserRow,
} from '../../identity/index.ts';
import {
  acceptRules,
  lockMember,
  type OrganizationsService,
  type SignInMethodsService,
} from '../../organizations/index.ts';
import type { BrowserContext } from '../../sessions/index.ts';
import { acceptInvitation, findInvitation, type InvitationRow } from '../invitations/invitations.store.ts';
import type { InvitationView, JoiningService } from '../joining.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'emails'> {
  readonly identity: Pick<IdentityService, 'ensureVerified' | 'findSsoClaimant' | 'register' | 'rename'>;
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly enrollment: EnrollmentService;
  readonly joining: Pick<JoiningService, 'preview' | 'acceptInTransaction'>;
  readonly signInMethods: Pick<SignInMethodsService, 'requireAccepted'>;
}

/** A new user, with a password or passkey. */
export interface Registration extends NewCredential {
  readonly displayName: string;
  readonly email: string;
}

const linkOf = (hash: Buffer) => hash.toString('hex');

const INVALID = new ApiError(
  404,
  'This invitation does not exist, or was revoked. Ask the person who invited you for another one',
);
const EXPIRED = new ApiError(
  404,
  'This invitation has expired. Ask the person who invited you for another one',
);
const USED = conflict('This invitation was accepted already: sign in to open the organization');
const TAKEN = conflict(
  'This e-mail address cannot be used for a new account. If it is yours, sign in and open the link again',
);

const HELD_BY_OTHER =
  'Somebody uses this e-mail address in another organization, but has not proved that it is theirs. If it is yours, ';
const HELD = conflict(
  `${HELD_BY_OTHER}ask the operator of this server for a sign-in link (npx lectern user sign-in): it gives the account to you`,
);
const HELD_VERIFY = conflict(
  `${HELD_BY_OTHER}sign in with a link by e-mail first: it gives the account to you`,
);

const isHeldElsewhere = ({ held_by, email_verified, organization_id }: InvitationRow): boolean =>
  !email_verified && held_by !== null && held_by !== organization_id;

/** Service for the pages on which invitations are accepted. */
export const createAcceptService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, emails } = deps;
  const { identity, organizations, enrollment, joining, signInMethods } = deps;

  const callerOf = (user: UserRow, { address }: BrowserContext): Caller => ({
    principal: principalOf(user),
    requestId: newId(),
    address,
  });

  /** Whether whoever invited somebody may still do so: a link must not outlast the right of its creator. */
  const isByAdministrator = async (executor: Database, row: InvitationRow): Promise<boolean> =>
    row.created_by !== null &&
    (await organizations.find(row.organization_id, row.created_by, executor))?.role === 'admin';

  /** An invitation that can be accepted. */
  const find = async (executor: Database, secret: string): Promise<InvitationRow> => {
    const row = await findInvitation(executor, hashSecret(secret));
    if (!row) throw INVALID;
    if (row.accepted_at) throw USED;
    if (row.expires_at <= clock.now()) throw EXPIRED;
    // Only the owner of the address knows a mailed link, also when the inviter has left.
    if (!row.mailed && !(await isByAdministrator(executor, row))) throw INVALID;
    if (!row.mailed && isHeldElsewhere(row)) throw emails ? HELD_VERIFY : HELD;
    return row;
  };

  // A mailed link verifies the address, so that its owner takes the account over from another organization.
  const isUsedBefore = async (executor: Database, row: InvitationRow): Promise<boolean> => {
    const claimant = await identity.findSsoClaimant(row.email, executor);
    return row.mailed ? claimant === row.organization_id : claimant !== undefined;
  };

  /** Why the invited user has to sign in instead of choosing a password. */
  const mustSignIn = async (executor: Database, row: InvitationRow): Promise<boolean> =>
    row.email_verified || row.sso || (await isUsedBefore(executor, row));

  /** Makes the invited account usable: a mailed link verifies the address; another one opens this organization only. */
  const openAccount = async (
    tx: DatabaseTransaction,
    by: Caller,
    row: InvitationRow,
    displayName: string,
  ): Promise<FoundUser> => {
    if (row.mailed) await identity.ensureVerified(tx, SYSTEM, { email: row.email, displayName });
    else {
      await holdAccount(tx, row.user_id, row.organization_id);
      await identity.rename(tx, by, row.user_id, displayName);
    }
    return (await findAccount(tx, row.user_id))!;
  };

  return {
    /** Whether new users verify their address by e-mail before they accept a link. */
    verifiesByEmail: emails !== undefined,

    /** The page of an invite link; 404 if it does not exist or was revoked. */
    previewLink: (organizationId: string, inviteId: string): Promise<InvitationView> =>
      joining.preview(organizationId, inviteId).catch((error: unknown) => {
        throw error instanceof ApiError && error.status === 404 ? INVALID : error;
      }),

    /** The page of an invitation by e-mail address. */
    previewInvitation: async (
      secret: string,
    ): Promise<
      InvitationView & { userId: string; email: string; displayName: string; mustSignIn: boolean }
    > => {
      const row = await find(db, secret);
      return {
        organizationId: row.organization_id,
        organization: row.organization,
        content: undefined,
        inviter: row.inviter ?? undefined,
        role: row.role,
        disabledMethods: row.disabled_sign_in_methods,
        userId: row.user_id,
        email: row.email,
        displayName: row.display_name,
        mustSignIn: await mustSignIn(db, row),
      };
    },

    invitationPasskeyOptions: async (secret: string): Promise<object> => {
      const { user_id: id, email, display_name: displayName } = await find(db, secret);
      return enrollment.passkeyOptions(linkOf(hashSecret(secret)), { id, email, displayName });
    },

    /** Accepts an invitation by e-mail address, and signs the user in. */
    acceptInvitation: async (
      secret: string,
      { displayName, ...input }: NewCredential & { displayName: string },
      at: BrowserContext,
    ): Promise<{ session: string; organizationId: string }> => {
      const hash = hashSecret(secret);
      const owner = await find(db, secret);
      const prepared = await enrollment.prepare(linkOf(hash), { email: owner.email, displayName }, input);
      return transaction(async (tx) => {
        await lockAccounts(tx, [owner.user_id]);
        const row = await find(tx, secret);
        if (await mustSignIn(tx, row)) throw USED;
        if (!(await acceptInvitation(tx, hash, clock.now()))) throw USED;
        const before = { id: row.user_id, email: row.email, display_name: displayName, photo_url: null };
        const user = await openAccount(tx, callerOf(before, at), row, displayName.trim());
        const by = callerOf(user, at);
        await acceptRules(tx, row.organization_id, user.id, clock.now());
        if ((await lockMember(tx, row.organization_id, user.id))?.disabled)
          throw forbidden('You have no access to this organization at present: ask its administrator');
        await events.record(tx, by, {
          organizationId: row.organization_id,
          action: 'member.joined',
          target: { type: 'member', id: user.id, label: user.display_name },
          payload: { by: 'invitation', mailed: row.mailed, role: row.role },
        });
        // Those from before the address was changed may be of another person.
        await enrollment.removeAll(tx, user.id);
        return {
          session: await prepared.store(tx, by, user, at),
          organizationId: row.organization_id,
        };
      });
    },

    /** Accepts an invitation by e-mail address as the signed-in user, who accepts the rules of the organization by it. */
    acceptSignedIn: (caller: Caller, secret: string): Promise<string> =>
      transaction(async (tx) => {
        const row = await find(tx, secret);
        if (row.user_id !== caller.principal.userId)
          throw forbidden(`This invitation is for ${row.email}: sign in with that account`);
        await signInMethods.requireAccepted(tx, caller, row.organization_id);
        await acceptInvitation(tx, hashSecret(secret), clock.now());
        await acceptRules(tx, row.organization_id, row.user_id, clock.now());
        return row.organization_id;
      }),

    linkPasskeyOptions: async (
      organizationId: string,
      inviteId: string,
      { email, displayName }: Pick<Registration, 'email' | 'displayName'>,
    ): Promise<object> => {
      await joining.preview(organizationId, inviteId);
      return enrollment.passkeyOptions(inviteId, { id: newId(), email, displayName });
    },

    /** Accepts an invite link as a new user, whose address is not verified. */
    register: async (
      organizationId: string,
      inviteId: string,
      { email, displayName, ...input }: Registration,
      at: BrowserContext,
    ): Promise<string> => {
      if (emails) throw conflict('Verify your e-mail address first: enter it on the page of the invitation');
      await joining.preview(organizationId, inviteId);
      const prepared = await enrollment.prepare(inviteId, { email, displayName }, input);
      return transaction(async (tx) => {
        const user = await identity.register(tx, SYSTEM, {
          id: prepared.userId,
          email,
          displayName: displayName.trim(),
        });
        if (!user) throw TAKEN;
        await holdAccount(tx, user.id, organizationId);
        const by = callerOf(user, at);
        await joining.acceptInTransaction(tx, by, organizationId, inviteId);
        return prepared.store(tx, by, user, at);
      });
    },
  };
};

/** Service for the pages on which invitations are accepted. */
export type AcceptService = ReturnType<typeof createAcceptService>;
