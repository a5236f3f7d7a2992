import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import { forbidden, notFound } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OidcAuthorizationRequest, OidcError } from '../../../kernel/oidc.ts';
import { ownPath, type SigningInService } from '../../sessions/index.ts';
import { isActive, isSameIssuer, mayCome, SECRET_PURPOSE } from '../providers/oidc-provider.ts';
import { oidcProviders } from '../providers/providers.store.ts';
import { CHANGED_MEANWHILE, emailIn, nameIn } from './profile.ts';
import type { ArrivalsService } from './sso-sign-in.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'oidc' | 'secrets'> {
  readonly arrivals: ArrivalsService;
  readonly signingIn: Pick<SigningInService, 'addressOf'>;
  readonly redirectUrlOf: (providerId: string) => string;
}

/** How somebody begins: where they want to go, and what an identity provider says that sent them. */
export interface Beginning {
  readonly target: unknown;
  readonly issuer: string | undefined;
  readonly hint: string | undefined;
}

/** What is asked hangs on what the browser keeps: nothing of it lies in the database, and no other browser can bring the answer. */
const questionOf = (state: string, browser: string): OidcAuthorizationRequest => {
  const derive = (what: string) => createHmac('sha256', browser).update(what).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
};

/** How people come from identity providers that speak OpenID Connect. */
export const createOidcLoginsService = (deps: Dependencies) => {
  const { db, transaction, oidc, secrets, clock, arrivals, signingIn, redirectUrlOf } = deps;

  const active = async (providerId: string) => {
    const row = await oidcProviders.findById(db, providerId);
    if (!row || !isActive(row)) throw notFound('OpenID Connect provider');
    const client = {
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: secrets.decrypt(SECRET_PURPOSE, row.id, row.client_secret),
      redirectURL: redirectUrlOf(row.id),
    };
    return { row, client };
  };

  const orRefused = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof OidcError) throw forbidden(error.message);
      throw error;
    }
  };

  return {
    /** Where to ask an identity provider, and what the browser that asks has to keep. */
    start: async (
      providerId: string,
      { target, issuer, hint }: Beginning,
    ): Promise<{ url: string; browser: string }> => {
      const { row, client } = await active(providerId);
      if (issuer !== undefined && !isSameIssuer(issuer, client.issuer))
        throw forbidden('You were sent here by another identity provider');
      const state = randomText(43);
      const browser = await arrivals.ask(row, state, ownPath(target));
      const url = await orRefused(oidc.requestUrl(client, questionOf(state, browser), hint));
      return { url, browser };
    },

    /** Takes what an identity provider says of somebody, through the browser that asked: the address of a link that signs them in. */
    complete: async (
      providerId: string,
      query: URLSearchParams,
      browser: string | undefined,
    ): Promise<string> => {
      const { row, client } = await active(providerId);
      const state = query.get('state') ?? '';
      // What another browser brings is not used up: whoever asked can still bring it.
      const asked = await transaction(async (tx) => {
        const found = await arrivals.answered(tx, row, state);
        if (browser === undefined || !timingSafeEqual(found.browser, hashSecret(browser)))
          throw forbidden('Another browser asked for this answer, or you began anew: begin once more');
        return found;
      });
      const { email, isVerified, name, hostedDomain } = await orRefused(
        oidc.verifyResponse(client, query, questionOf(state, browser!), clock.now()),
      );
      const address = emailIn(email ?? '');
      if (address === undefined) throw forbidden('The identity provider does not say your e-mail address');
      if (!isVerified)
        throw forbidden('The identity provider has not verified that your e-mail address is yours');
      const secret = await transaction(async (tx) => {
        // It may have been removed or changed while it was asked.
        const held = await oidcProviders.holdAsItIs(tx, row.organization_id, row.id);
        if (!held || !isActive(held)) throw notFound('OpenID Connect provider');
        if (held.issuer !== row.issuer || held.client_id !== row.client_id)
          throw forbidden(CHANGED_MEANWHILE);
        if (!mayCome(held, { email: address, hostedDomain }))
          throw forbidden('Addresses of your domain may not come from this identity provider');
        return arrivals.admit(tx, held, {
          way: 'oidc',
          person: { email: address, displayName: nameIn(name) },
          target: asked.target,
          browser: asked.browser,
        });
      });
      return signingIn.addressOf(secret);
    },
  };
};

/** How people come from identity providers that speak OpenID Connect. */
export type OidcLoginsService = ReturnType<typeof createOidcLoginsService>;
