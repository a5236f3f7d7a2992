import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  ClientError,
  type CustomFetch,
  customFetch,
  discovery,
  type getJwksCache,
  type ServerMetadata,
} from 'openid-client';
import { EgressError } from '../../kernel/egress.ts';
import { OidcError } from '../../kernel/oidc.ts';

/** The discovery document of an issuer and its cached signing keys. */
export interface Issuer {
  readonly metadata: ServerMetadata;
  readonly isPlain: boolean;
  keys: ReturnType<typeof getJwksCache>;
}

const MAX_ISSUERS = 200;
const HOUR = 3_600_000;
const TIMEOUT_SECONDS = 10;

// Asymmetric algorithms only; no HMAC with the client secret, and no unsigned tokens.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const ISSUER_MISMATCH = 'does not match the issuer in its discovery document';
const COMPARISON_FAILED = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether an issuer is on the loopback interface, where HTTP is allowed. */
const isPlain = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.test(url.hostname);

const invalidIssuer = (what: string, cause?: unknown) => new OidcError(what, { cause });

const issuerUrl = (issuer: string): URL => {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || !(url.protocol === 'https:' || isPlain(url))) throw invalidIssuer('must start with https://');
  if (/[?#]/.test(issuer) || url.username || url.password)
    throw invalidIssuer('must not have a query, a fragment or credentials');
  return url;
};

const isAddress = (value: unknown, isPlainToo: boolean): boolean =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  (new URL(value).protocol === 'https:' || (isPlainToo && isPlain(new URL(value))));

/** Checks a discovery document, and limits it to supported algorithms. */
const checkMetadata = (metadata: ServerMetadata, url: URL): ServerMetadata => {
  // Issuers with placeholders, which stand for many tenants, are rejected: any tenant could sign in.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== url.href)
    throw invalidIssuer(ISSUER_MISMATCH);
  for (const name of ENDPOINTS)
    if (!isAddress(metadata[name], isPlain(url)))
      throw invalidIssuer(`has no valid ${name} in its discovery document`);
  if (metadata.userinfo_endpoint !== undefined && !isAddress(metadata.userinfo_endpoint, isPlain(url)))
    throw invalidIssuer('has an invalid userinfo_endpoint in its discovery document');
  const supported: unknown = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const algorithms = ALGORITHMS.filter((name) => Array.isArray(supported) && supported.includes(name));
  if (algorithms.length === 0) throw invalidIssuer('supports none of the accepted signature algorithms');
  return { ...metadata, id_token_signing_alg_values_supported: algorithms };
};

/** The message for a failed discovery. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ClientError && error.code === COMPARISON_FAILED) return ISSUER_MISMATCH;
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof EgressError) return `cannot be used: it ${at.problem}`;
  return 'has no valid discovery document at /.well-known/openid-configuration';
};

/** Discovers issuers. Results are cached for an hour; concurrent lookups share one request. */
export const createDiscovery = (fetch: CustomFetch) => {
  const load = async (issuer: string): Promise<Issuer> => {
    const url = issuerUrl(issuer);
    try {
      const found = await discovery(url, 'unknown', undefined, undefined, {
        [customFetch]: fetch,
        timeout: TIMEOUT_SECONDS,
        ...(isPlain(url) && { execute: [allowInsecureRequests] }),
      });
      return { metadata: checkMetadata(found.serverMetadata(), url), isPlain: isPlain(url), keys: undefined };
    } catch (error) {
      throw error instanceof OidcError ? error : invalidIssuer(reasonOf(error), error);
    }
  };
  const issuers = new LRUCache<string, Issuer>({
    max: MAX_ISSUERS,
    ttl: HOUR,
    fetchMethod: (issuer) => load(issuer),
  });
  return async (issuer: string, forceRefresh = false): Promise<Issuer> =>
    (await issuers.fetch(issuer, { forceRefresh }))!;
};
