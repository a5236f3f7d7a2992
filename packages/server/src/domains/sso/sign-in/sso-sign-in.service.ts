import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { forbidden } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { UserRow } from '../../identity/index.ts';
import { ownPath, type SigningInService } from '../../sessions/index.ts';
import type { From, NewcomersService } from '../provisioning.service.ts';
import { type Asked, deleteOldRequests, insertRequest, takeRequest } from './sso-sign-in.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock'> {
  readonly newcomers: NewcomersService;
  readonly signingIn: Pick<SigningInService, 'issue'>;
}

/** Somebody whom an identity provider vouches for. */
interface Arrival {
  readonly way: 'saml' | 'oidc';
  readonly person: { readonly email: string; readonly displayName: string | undefined };
  readonly target: string;
  /** The hash of what the browser holds that asked; undefined where nobody did. */
  readonly browser: Buffer | undefined;
}

const REQUEST_MS = 10 * 60_000;

const keyOf = ({ organization_id: organizationId, id }: From) => ({ organizationId, id });

/** People who come from identity providers of whatever kind: how they are sent there, and how they are taken in. */
export const createArrivalsService = ({ db, clock, newcomers, signingIn }: Dependencies) => {
  /** Lets in whom the organization has taken for its own. */
  const recognize = async (
    tx: DatabaseTransaction,
    provider: From,
    person: Arrival['person'],
  ): Promise<UserRow> => {
    const known = await newcomers.meet(tx, SYSTEM, provider, person, 'sso');
    // The same words wherever the account belongs: that is nobody's business.
    if (known.outcome === 'unmarked' || known.outcome === 'elsewhere')
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
    ask: async (provider: From, question: string, target: string): Promise<string> => {
      const browser = randomText(43);
      await insertRequest(db, keyOf(provider), {
        hash: hashSecret(question),
        browser: hashSecret(browser),
        target,
        expiresAt: new Date(clock.now().getTime() + REQUEST_MS),
      });
      return browser;
    },

    /** Takes the question that is answered now: each is answered once, and in its time. */
    answered: async (executor: Database, provider: From, question: string): Promise<Asked> => {
      const asked = await takeRequest(executor, keyOf(provider), hashSecret(question), clock.now());
      if (!asked) throw forbidden('Nobody asked for this answer, or it was given before');
      return asked;
    },

    /** Takes somebody in: the secret of a link that signs them in. */
    admit: async (
      tx: DatabaseTransaction,
      provider: From,
      { way, person, target, browser }: Arrival,
    ): Promise<string> => {
      const user = await recognize(tx, provider, person);
      return signingIn.issue(tx, {
        email: user.email,
        wayIn: { way, provider: keyOf(provider) },
        target: ownPath(target),
        browser,
        lasts: 'handed',
      });
    },

    /** Forgets what cannot be answered any more. */
    forgetOld: (): Promise<void> => deleteOldRequests(db, clock.now()),
  };
};

/** People who come from identity providers. */
export type ArrivalsService = ReturnType<typeof createArrivalsService>;
