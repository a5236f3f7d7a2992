import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { countTokens, deleteTokensOfUsers, hashSecret } from '../../../kernel/auth/tokens.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { ApiError, conflict, forbidden, notFound } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type FoundUser, findAccount, principalOf } from '../../identity/index.ts';
import type {
  MembersService,
  OrganizationSubject,
  OrganizationsService,
  SignInMethodsService,
} from '../../organizations/index.ts';
import type { BrowserContext } from '../../sessions/index.ts';
import type { CredentialChangesService } from '../changes/credential-changes.service.ts';
import type { EnrollmentService, NewCredential } from '../enrollment/enrollment.service.ts';
import { RECOVERY_PATH } from './recovery.contract.ts';
import {
  deleteExpiredRecoveryLinks,
  findRecoveryLink,
  insertRecoveryLink,
  type RecoveryLinkRow,
  takeRecoveryLink,
} from './recovery.store.ts';

interface Dependencies
  extends Pick<
    Kernel,
    'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'links' | 'catchUpNotifications'
  > {
  readonly members: Pick<MembersService, 'recoverability'>;
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly signInMethods: Pick<SignInMethodsService, 'findRefusal'>;
  readonly enrollment: EnrollmentService;
  readonly changes: CredentialChangesService;
  /** Whether a user set up the server. */
  readonly isServerAdministrator: (user: { readonly id: string; readonly email: string }) => Promise<boolean>;
}

/** How long a recovery link is valid. */
export const RECOVERY_MS = 24 * 60 * 60 * 1000;

const INVALID = new ApiError(
  404,
  'Your link is invalid or has expired. Links can be used once, within a day. Ask your administrator for another one',
);

/** Service for recovery links, with which a member sets a new password or passkey. */
export const createRecoveryService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, links, catchUpNotifications } = deps;
  const { members, organizations, signInMethods, enrollment, changes, isServerAdministrator } = deps;

  /** The account that an administrator may recover. Otherwise an administrator could enter other organizations as the user. */
  const requireRecoverable = async (
    executor: Database,
    organizationId: string,
    userId: string,
    adminId: string,
  ): Promise<FoundUser> => {
    const state = await members.recoverability(executor, organizationId, userId, adminId);
    const user = state && (await findAccount(executor, userId));
    if (!user) throw notFound('member');
    if (userId === adminId)
      throw conflict('This is your own account: set a password or add a passkey at /account');
    if (await isServerAdministrator(user))
      throw forbidden(
        'This account administers the server. Its operator can create a sign-in link: npx lectern user sign-in',
      );
    if (!state.isAdministered)
      throw forbidden(
        'This member also belongs to an organization that you do not administer: the operator of the server can create a sign-in link',
      );
    if (state.usesSso)
      throw conflict('This member uses single sign-on: the identity provider manages the sign-in');
    if (!user.email_verified && user.held_by !== organizationId)
      throw conflict('This member has not accepted the invitation yet: send the invitation again');
    // Whoever was only added by others has not chosen this administrator.
    if (!state.hasOpened) throw conflict('This member has never opened the organization');
    return user;
  };

  const inspect = async (executor: Database, link: RecoveryLinkRow | undefined): Promise<FoundUser> => {
    if (!link) throw INVALID;
    try {
      return await requireRecoverable(executor, link.organization_id, link.user_id, link.created_by);
    } catch (error) {
      // The member or the administrator may have left, or joined another organization.
      throw error instanceof ApiError ? INVALID : error;
    }
  };

  const find = async (secret: string) => {
    const link = await findRecoveryLink(db, hashSecret(secret), clock.now());
    return { link: link!, user: await inspect(db, link) };
  };

  return {
    create: (
      caller: Caller,
      { id: organizationId }: OrganizationSubject,
      userId: string,
    ): Promise<{ url: string; expiresAt: Date }> =>
      transaction(async (tx) => {
        if (caller.principal.scopes)
          throw forbidden('A token with limited scopes cannot create recovery links');
        await lockAccounts(tx, [userId]);
        const user = await requireRecoverable(tx, organizationId, userId, caller.principal.userId);
        const secret = `lcr_${randomText(43)}`;
        const createdAt = clock.now();
        const expiresAt = new Date(createdAt.getTime() + RECOVERY_MS);
        await insertRecoveryLink(tx, {
          hash: hashSecret(secret),
          user_id: userId,
          organization_id: organizationId,
          created_by: caller.principal.userId,
          created_at: createdAt,
          expires_at: expiresAt,
        });
        await changes.record(tx, caller, user, 'recovery-link-created');
        return { url: links.fileUrl(`${RECOVERY_PATH}?token=${secret}`), expiresAt };
      }),

    /** The page of a link: whose account, in which organization, and what its organizations accept. */
    describe: async (secret: string) => {
      const { link, user } = await find(secret);
      const organization = await organizations.find(link.organization_id, user.id);
      const isAccepted = async (method: string) =>
        (await signInMethods.findRefusal(db, user.id, method)) === undefined;
      return {
        email: user.email,
        organization: organization?.title ?? '',
        password: await isAccepted('password'),
        passkey: await isAccepted('passkey'),
        apiTokens: await countTokens(db, user.id, clock.now()),
      };
    },

    passkeyOptions: async (secret: string): Promise<object> => {
      const { user } = await find(secret);
      return enrollment.passkeyOptions(hashSecret(secret).toString('hex'), {
        id: user.id,
        email: user.email,
        displayName: user.display_name,
      });
    },

    /**
     * Replaces the password and passkeys of the user, ends all of their sessions, and signs them in. Scripts keep their
     * API tokens, unless the user wants these revoked.
     */
    recover: async (
      secret: string,
      { revokesTokens, ...input }: NewCredential & { readonly revokesTokens: boolean },
      at: BrowserContext,
    ): Promise<string> => {
      const { user: owner } = await find(secret);
      const hash = hashSecret(secret);
      const prepared = await enrollment.prepare(
        hash.toString('hex'),
        { email: owner.email, displayName: owner.display_name },
        input,
      );
      const session = await transaction(async (tx) => {
        const link = await takeRecoveryLink(tx, hash, clock.now());
        if (link) await lockAccounts(tx, [link.user_id]);
        const user = await inspect(tx, link);
        const by: Caller = { principal: principalOf(user), requestId: newId(), address: at.address };
        await events.record(tx, by, {
          organizationId: link!.organization_id,
          action: 'member.recovered',
          target: { type: 'member', id: user.id, label: user.display_name },
          payload: { createdBy: link!.created_by, ...(revokesTokens && { tokensRevoked: true }) },
        });
        // Lost devices must not sign in any more, and nobody adds a passkey unnoticed.
        await enrollment.removeAll(tx, user.id);
        if (revokesTokens) await deleteTokensOfUsers(tx, [user.id]);
        return prepared.store(tx, by, user, at);
      });
      // All processes know the revocation before the response is sent.
      if (revokesTokens) await catchUpNotifications();
      return session;
    },

    deleteExpired: (): Promise<void> => deleteExpiredRecoveryLinks(db, clock.now()),
  };
};

/** Service for recovery links, with which a member sets a new password or passkey. */
export type RecoveryService = ReturnType<typeof createRecoveryService>;
