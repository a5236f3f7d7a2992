import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, forbidden } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { OidcError } from '../../../kernel/oidc.ts';
import type { UserRow } from '../../identity/index.ts';
import { type SignInService, safeReturnPath } from '../../sessions/index.ts';
import type { ProvisioningProvider, ProvisioningService } from '../provisioning.service.ts';
import type { SignInTest } from './sign-in-test.ts';
import {
  consumeRequest,
  deleteExpiredRequests,
  insertRequest,
  isTestRequest,
  type SignInRequest,
} from './sso-sign-in.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock'> {
  readonly provisioning: ProvisioningService;
  readonly signIn: Pick<SignInService, 'issueLink'>;
}

/** A user whom an identity provider has authenticated. */
interface VerifiedPerson {
  readonly method: 'saml' | 'oidc';
  readonly person: { readonly email: string; readonly displayName: string | undefined };
  readonly target: string;
  /** The hash of the browser's secret; undefined for a provider-initiated sign-in. */
  readonly browser: Buffer | undefined;
}

const REQUEST_LIFETIME_MS = 10 * 60_000;

const providerKey = ({ organization_id: organizationId, id }: ProvisioningProvider) => ({
  organizationId,
  id,
});

/** Service for the common steps of sign-in through identity providers. */
export const createSsoSignInService = ({ db, transaction, clock, provisioning, signIn }: Dependencies) => {
  /** Returns the account of a member, or refuses the sign-in. */
  const requireMember = async (
    tx: DatabaseTransaction,
    provider: ProvisioningProvider,
    person: VerifiedPerson['person'],
  ): Promise<UserRow> => {
    const known = await provisioning.findOrCreateMember(tx, SYSTEM, provider, person, 'sso');
    // The same message in both cases: membership of other organizations is not disclosed.
    if (known.outcome === 'not-managed' || known.outcome === 'in-other-organization')
      throw forbidden(
        'An account with your e-mail address already exists and does not use single sign-on of this organization. Ask an administrator to invite your address with single sign-on. If you are a member of another organization, leave it first',
      );
    // The sign-in link asks the others for their consent.
    if (known.outcome === 'member' && known.disabled)
      throw forbidden('Your membership in this organization is disabled');
    return known.user;
  };

  return {
    /** Stores a sign-in request; returns the secret for the browser cookie. */
    startRequest: async (
      provider: ProvisioningProvider,
      question: string,
      target: string,
      isTest = false,
    ): Promise<string> => {
      const browser = randomText(43);
      await insertRequest(db, providerKey(provider), {
        hash: hashSecret(question),
        browser: hashSecret(browser),
        target,
        isTest,
        expiresAt: new Date(clock.now().getTime() + REQUEST_LIFETIME_MS),
      });
      return browser;
    },

    /** Consumes the request of a response: each request can be used once, before it expires. */
    consumeRequest: async (
      executor: Database,
      provider: ProvisioningProvider,
      question: string,
    ): Promise<SignInRequest> => {
      const pendingRequest = await consumeRequest(
        executor,
        providerKey(provider),
        hashSecret(question),
        clock.now(),
      );
      if (!pendingRequest)
        throw forbidden('This sign-in was not started here, has expired, or was already completed');
      return pendingRequest;
    },

    /** Whether a response belongs to a test; the request is not consumed. */
    isTest: (provider: ProvisioningProvider, question: string): Promise<boolean> =>
      isTestRequest(db, providerKey(provider), hashSecret(question), clock.now()),

    /** Tries a sign-in and undoes it; returns the user, or why it would fail. */
    rehearse: async (
      provider: ProvisioningProvider,
      identify: () => Promise<VerifiedPerson['person']>,
    ): Promise<Pick<SignInTest, 'person' | 'problem' | 'detail'>> => {
      const undo = new Error('This was a test');
      try {
        const person = await identify();
        await transaction(async (tx) => {
          await requireMember(tx, provider, person);
          throw undo;
        }).catch((error: unknown) => {
          if (error !== undo) throw error;
        });
        return { person };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { cause } = error;
        return {
          problem: error.message,
          ...(cause instanceof OidcError && cause.detail && { detail: cause.detail }),
        };
      }
    },

    /** Completes a sign-in; returns the secret of a sign-in link. */
    complete: async (
      tx: DatabaseTransaction,
      provider: ProvisioningProvider,
      { method, person, target, browser }: VerifiedPerson,
    ): Promise<string> => {
      const user = await requireMember(tx, provider, person);
      return signIn.issueLink(tx, {
        email: user.email,
        signInMethod: { method, provider: providerKey(provider) },
        target: safeReturnPath(target),
        browser,
        lifetime: 'redirect',
      });
    },

    /** Deletes expired requests. */
    deleteExpired: (): Promise<void> => deleteExpiredRequests(db, clock.now()),
  };
};

/** Service for the common steps of sign-in through identity providers. */
export type SsoSignInService = ReturnType<typeof createSsoSignInService>;
