import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { forbidden } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { UserRow } from '../../identity/index.ts';
import { type SignInService, safeReturnPath } from '../../sessions/index.ts';
import type { ProvisioningProvider, ProvisioningService } from '../provisioning.service.ts';
import {
  consumeRequest,
  deleteExpiredRequests,
  insertRequest,
  type SignInRequest,
} from './sso-sign-in.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock'> {
  readonly provisioning: ProvisioningService;
  readonly signIn: Pick<SignInService, 'issueLink'>;
}

/** Somebody whom an identity provider vouches for. */
interface VerifiedPerson {
  readonly way: 'saml' | 'oidc';
  readonly person: { readonly email: string; readonly displayName: string | undefined };
  readonly target: string;
  /** The hash of what the browser holds that asked; undefined where nobody did. */
  readonly browser: Buffer | undefined;
}

const REQUEST_LIFETIME_MS = 10 * 60_000;

const keyOf = ({ organization_id: organizationId, id }: ProvisioningProvider) => ({ organizationId, id });

/** People who come from identity providers of whatever kind: how they are sent there, and how they are taken in. */
export const createSsoSignInService = ({ db, clock, provisioning, signIn }: Dependencies) => {
  /** Lets in whom the organization has taken for its own. */
  const requireMember = async (
    tx: DatabaseTransaction,
    provider: ProvisioningProvider,
    person: VerifiedPerson['person'],
  ): Promise<UserRow> => {
    const known = await provisioning.findOrCreateMember(tx, SYSTEM, provider, person, 'sso');
    // The same words wherever the account belongs: that is nobody's business.
    if (known.outcome === 'not-managed' || known.outcome === 'in-other-organization')
      throw forbidden(
        'There is an account with your address already, which this organization does not sign in. Its administrators can invite the address with single sign-on; if it belongs to another organization, that membership has to end first',
      );
    // Others are led to a link that signs nobody in before they agreed: it asks them.
    if (known.outcome === 'member' && known.disabled)
      throw forbidden('Your membership of this organization is disabled');
    return known.user;
  };

  return {
    /** Remembers that an identity provider is asked something: what the browser that asks has to keep. */
    startRequest: async (
      provider: ProvisioningProvider,
      question: string,
      target: string,
    ): Promise<string> => {
      const browser = randomText(43);
      await insertRequest(db, keyOf(provider), {
        hash: hashSecret(question),
        browser: hashSecret(browser),
        target,
        expiresAt: new Date(clock.now().getTime() + REQUEST_LIFETIME_MS),
      });
      return browser;
    },

    /** Takes the question that is answered now: each is answered once, and in its time. */
    consumeRequest: async (
      executor: Database,
      provider: ProvisioningProvider,
      question: string,
    ): Promise<SignInRequest> => {
      const pendingRequest = await consumeRequest(
        executor,
        keyOf(provider),
        hashSecret(question),
        clock.now(),
      );
      if (!pendingRequest) throw forbidden('Nobody asked for this answer, or it was given before');
      return pendingRequest;
    },

    /** Takes somebody in: the secret of a link that signs them in. */
    complete: async (
      tx: DatabaseTransaction,
      provider: ProvisioningProvider,
      { way, person, target, browser }: VerifiedPerson,
    ): Promise<string> => {
      const user = await requireMember(tx, provider, person);
      return signIn.issueLink(tx, {
        email: user.email,
        wayIn: { way, provider: keyOf(provider) },
        target: safeReturnPath(target),
        browser,
        lasts: 'handed',
      });
    },

    /** Forgets what cannot be answered any more. */
    deleteExpired: (): Promise<void> => deleteExpiredRequests(db, clock.now()),
  };
};

/** People who come from identity providers. */
export type SsoSignInService = ReturnType<typeof createSsoSignInService>;
