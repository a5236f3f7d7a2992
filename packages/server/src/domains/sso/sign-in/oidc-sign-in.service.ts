import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import { forbidden, notFound } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OidcAuthorizationRequest, OidcError, type OidcIdentity } from '../../../kernel/oidc.ts';
import { type SignInService, safeReturnPath } from '../../sessions/index.ts';
import { isActive, isEmailAllowed, isSameIssuer, SECRET_PURPOSE } from '../providers/oidc-provider.ts';
import { oidcProviders } from '../providers/providers.store.ts';
import { PROVIDER_CHANGED, parseEmail, parseName } from './profile.ts';
import type { SignInEnd, SignInTest } from './sign-in-test.ts';
import type { SsoSignInService } from './sso-sign-in.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'oidc' | 'secrets'> {
  readonly ssoSignIn: SsoSignInService;
  readonly signIn: Pick<SignInService, 'linkUrl'>;
  readonly redirectUrlOf: (providerId: string) => string;
}

/** The parameters that start a sign-in. */
export interface SignInStart {
  readonly target: unknown;
  readonly issuer: string | undefined;
  readonly hint: string | undefined;
}

/**
 * Derives nonce and verifier from the browser's secret: they are not stored, and no other browser can use the
 * response.
 */
const toAuthorizationRequest = (state: string, browser: string): OidcAuthorizationRequest => {
  const derive = (what: string) => createHmac('sha256', browser).update(what).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
};

const requireAllowed = (
  provider: Parameters<typeof isEmailAllowed>[0],
  email: string,
  { hostedDomain }: OidcIdentity,
): void => {
  if (!isEmailAllowed(provider, { email, hostedDomain }))
    throw forbidden('The domain of your e-mail address is not allowed for this identity provider');
};

/** What a provider answered: the refusal in the query, or the verified claims. */
const statementsOf = (query: URLSearchParams, claims: OidcIdentity | undefined): SignInTest['statements'] =>
  [
    ...['error', 'error_description', 'iss'].map((name) => ({ name, value: query.get(name) ?? '' })),
    ...(claims
      ? [
          { name: 'email', value: claims.email ?? '(missing)' },
          { name: 'email_verified', value: String(claims.isVerified) },
          { name: 'name', value: claims.name.trim() },
          { name: 'hd', value: claims.hostedDomain ?? '' },
        ]
      : []),
  ].filter(({ value }) => value !== '');

/** Service for sign-in through OpenID Connect providers. */
export const createOidcSignInService = (deps: Dependencies) => {
  const { db, transaction, oidc, secrets, clock, ssoSignIn, signIn, redirectUrlOf } = deps;

  const requireActiveProvider = async (providerId: string) => {
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
  type ActiveProvider = Awaited<ReturnType<typeof requireActiveProvider>>;

  const orForbidden = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof OidcError) throw Object.assign(forbidden(error.message), { cause: error });
      throw error;
    }
  };

  /** Verifies a response, and returns the claims with the user whom they name. */
  const identify = async (
    { row, client }: ActiveProvider,
    query: URLSearchParams,
    request: OidcAuthorizationRequest,
    onClaims: (claims: OidcIdentity) => void = () => {},
  ) => {
    const claims = await orForbidden(oidc.verifyResponse(client, query, request, clock.now()));
    onClaims(claims);
    const email = parseEmail(claims.email ?? '');
    if (email === undefined) throw forbidden('The identity provider did not send an e-mail address');
    if (!claims.isVerified) throw forbidden('The identity provider has not verified your e-mail address');
    requireAllowed(row, email, claims);
    return { claims, person: { email, displayName: parseName(claims.name) } };
  };

  const test = async (
    active: ActiveProvider,
    query: URLSearchParams,
    request: OidcAuthorizationRequest,
  ): Promise<SignInTest> => {
    let claims: OidcIdentity | undefined;
    const result = await ssoSignIn.rehearse(active.row, async () => {
      const identified = await identify(active, query, request, (verified) => {
        claims = verified;
      });
      return identified.person;
    });
    return { kind: 'oidc', provider: active.row, statements: statementsOf(query, claims), ...result };
  };

  return {
    /** Starts a test in an organization; a provider that is not usable is the result already. */
    startTest: async (
      providerId: string,
      organizationId: string,
    ): Promise<{ url: string; browser: string } | { test: SignInTest }> => {
      const { row, client } = await requireActiveProvider(providerId);
      if (row.organization_id !== organizationId) throw notFound('OpenID Connect provider');
      const state = randomText(43);
      const browser = await ssoSignIn.startRequest(row, state, '/', true);
      try {
        return {
          url: await oidc.requestUrl(client, toAuthorizationRequest(state, browser), undefined),
          browser,
        };
      } catch (error) {
        if (!(error instanceof OidcError)) throw error;
        return { test: { kind: 'oidc', provider: row, problem: error.message, statements: [] } };
      }
    },

    /** Starts a sign-in; returns the authorization URL and the secret for the browser cookie. */
    start: async (
      providerId: string,
      { target, issuer, hint }: SignInStart,
    ): Promise<{ url: string; browser: string }> => {
      const { row, client } = await requireActiveProvider(providerId);
      if (issuer !== undefined && !isSameIssuer(issuer, client.issuer))
        throw forbidden('The issuer does not match this identity provider');
      const state = randomText(43);
      const browser = await ssoSignIn.startRequest(row, state, safeReturnPath(target));
      const url = await orForbidden(oidc.requestUrl(client, toAuthorizationRequest(state, browser), hint));
      return { url, browser };
    },

    /** Completes a sign-in or a test. */
    complete: async (
      providerId: string,
      query: URLSearchParams,
      browser: string | undefined,
    ): Promise<SignInEnd> => {
      const active = await requireActiveProvider(providerId);
      const { row } = active;
      const state = query.get('state') ?? '';
      // A response in another browser does not consume the request: the original browser can still use it.
      const pendingRequest = await transaction(async (tx) => {
        const found = await ssoSignIn.consumeRequest(tx, row, state);
        if (browser === undefined || !timingSafeEqual(found.browser, hashSecret(browser)))
          throw forbidden('This sign-in was started in another browser, or was started again: start over');
        return found;
      });
      const request = toAuthorizationRequest(state, browser!);
      if (pendingRequest.isTest) return { test: await test(active, query, request) };
      const { claims, person } = await identify(active, query, request);
      const secret = await transaction(async (tx) => {
        // The provider may have been changed or deleted since the sign-in started.
        const locked = await oidcProviders.lockUnchanged(tx, row.organization_id, row.id);
        if (!locked || !isActive(locked)) throw notFound('OpenID Connect provider');
        if (locked.issuer !== row.issuer || locked.client_id !== row.client_id)
          throw forbidden(PROVIDER_CHANGED);
        requireAllowed(locked, person.email, claims);
        return ssoSignIn.complete(tx, locked, {
          method: 'oidc',
          person,
          target: pendingRequest.target,
          browser: pendingRequest.browser,
        });
      });
      return { url: signIn.linkUrl(secret) };
    },
  };
};

/** Service for sign-in through OpenID Connect providers. */
export type OidcSignInService = ReturnType<typeof createOidcSignInService>;
