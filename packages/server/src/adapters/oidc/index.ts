import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  setJwksCache,
} from 'openid-client';
import type { Egress } from '../../kernel/egress.ts';
import { type Oidc, type OidcClient, OidcError, type OidcIdentity } from '../../kernel/oidc.ts';
import { createDiscovery, type Issuer } from './discovery.ts';
import { detailOf } from './error-detail.ts';

// Real documents have a few thousand characters.
const MAX_BYTES = 100_000;
const TIMEOUT_MS = 5_000;
const SKEW_SECONDS = 60;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Sends the requests of the library through the egress guard. */
const fetchThrough =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const { status, ...response } = await egress.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body != null && { body: String(body) }),
      redirect: 'manual',
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(signal && { signal }),
    });
    const bytes = await response.bytes();
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
    });
  };

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const TRUE_VALUES = new Set<unknown>([true, 'true', 1, '1']);

/** Whether the e-mail address is verified; Entra ID has the claim `xms_edov` for this. */
const isVerifiedIn = ({ email_verified: verified, xms_edov: byDomain }: Readonly<Record<string, unknown>>) =>
  verified === undefined ? TRUE_VALUES.has(byDomain) : verified === true || verified === 'true';

const identityIn = (claims: Readonly<Record<string, unknown>>): OidcIdentity => ({
  email: textIn(claims.email) || undefined,
  isVerified: isVerifiedIn(claims),
  hostedDomain: textIn(claims.hd) || undefined,
  name: textIn(claims.name) || `${textIn(claims.given_name)} ${textIn(claims.family_name)}`,
});

const toOidcError = (error: unknown): OidcError => {
  if (error instanceof OidcError) return error;
  const message =
    error instanceof AuthorizationResponseError
      ? 'The identity provider denied the sign-in'
      : 'The response of the identity provider is invalid';
  return new OidcError(message, { cause: error, detail: detailOf(error) });
};

/** OpenID Connect with the library openid-client, with stricter checks. */
export const createOidc = (egress: Egress): Oidc => {
  const fetch = fetchThrough(egress);
  const discover = createDiscovery(fetch);

  const issuerOf = async ({ issuer }: OidcClient): Promise<Issuer> => {
    try {
      return await discover(issuer);
    } catch (error) {
      throw error instanceof OidcError
        ? new OidcError(`The identity provider ${error.message}`, { cause: error })
        : error;
    }
  };

  const libraryFor = (issuer: Issuer, { clientId, clientSecret }: OidcClient, now: Date): Configuration => {
    const methods = issuer.metadata.token_endpoint_auth_methods_supported;
    const isPosted = methods && !methods.includes('client_secret_basic');
    const library = new Configuration(
      issuer.metadata,
      clientId,
      {
        // Times are checked against the clock of the server.
        [clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
        [clockTolerance]: SKEW_SECONDS,
      },
      isPosted ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret),
    );
    library[customFetch] = fetch;
    library.timeout = TIMEOUT_MS / 1000;
    if (issuer.isPlain) allowInsecureRequests(library);
    // By default the library does not check the signature of tokens received over TLS.
    enableNonRepudiationChecks(library);
    if (issuer.keys) setJwksCache(library, issuer.keys);
    return library;
  };

  return {
    discover: async (issuer) => {
      await discover(issuer, true);
    },

    requestUrl: async (client, { state, nonce, verifier }, hint) => {
      const issuer = await issuerOf(client);
      return buildAuthorizationUrl(libraryFor(issuer, client, new Date()), {
        response_type: 'code',
        redirect_uri: client.redirectURL,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint && { login_hint: hint }),
      }).href;
    },

    verifyResponse: async (client, query, { state, nonce, verifier }, now) => {
      const issuer = await issuerOf(client);
      const library = libraryFor(issuer, client, now);
      const response = new URL(client.redirectURL);
      response.search = query.toString();
      try {
        const tokens = await authorizationCodeGrant(library, response, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        // Many providers return the e-mail address only from the userinfo endpoint.
        const isSparse =
          claims.email === undefined ||
          (claims.email_verified === undefined && claims.xms_edov === undefined);
        const needsUserInfo = isSparse && issuer.metadata.userinfo_endpoint !== undefined;
        const profile = needsUserInfo
          ? await fetchUserInfo(library, tokens.access_token, claims.sub)
          : claims;
        return identityIn({ ...profile, hd: claims.hd ?? profile.hd });
      } catch (error) {
        throw toOidcError(error);
      } finally {
        issuer.keys = getJwksCache(library);
      }
    },
  };
};
