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

/** What is known of an issuer: what it says of itself, and the keys that it signed with lately. */
export interface Issuer {
  readonly metadata: ServerMetadata;
  readonly isPlain: boolean;
  keys: ReturnType<typeof getJwksCache>;
}

const MOST_ISSUERS = 200;
const HOUR = 3_600_000;
const TIMEOUT_SECONDS = 10;

// Signatures by keys that everybody may know; nothing that a client's secret could have made, and nothing unsigned.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const OTHER_NAME = 'is called otherwise by the document that is found there';
const NAMES_DIFFER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether an issuer is on this very machine, where connections need not be encrypted. */
const isPlain = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.test(url.hostname);

const refuse = (what: string, cause?: unknown) => new OidcError(what, { cause });

const issuerUrl = (issuer: string): URL => {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || !(url.protocol === 'https:' || isPlain(url))) throw refuse('has to begin with https://');
  if (/[?#]/.test(issuer) || url.username || url.password)
    throw refuse('has a query, a fragment or a password in it, which no issuer has');
  return url;
};

const isAddress = (value: unknown, isPlainToo: boolean): boolean =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  (new URL(value).protocol === 'https:' || (isPlainToo && isPlain(new URL(value))));

/** What an issuer says of itself, as far as it can be used here. */
const usable = (metadata: ServerMetadata, url: URL): ServerMetadata => {
  // Templates that stand for many issuers are none: everybody could come from one of them.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== url.href) throw refuse(OTHER_NAME);
  for (const name of ENDPOINTS)
    if (!isAddress(metadata[name], isPlain(url))) throw refuse(`names no ${name} that could be used`);
  if (metadata.userinfo_endpoint !== undefined && !isAddress(metadata.userinfo_endpoint, isPlain(url)))
    throw refuse('names no userinfo_endpoint that could be used');
  const said: unknown = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const algorithms = ALGORITHMS.filter((name) => Array.isArray(said) && said.includes(name));
  if (algorithms.length === 0) throw refuse('signs in no way that is taken here');
  return { ...metadata, id_token_signing_alg_values_supported: algorithms };
};

/** Why an issuer could not be asked, for people. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ClientError && error.code === NAMES_DIFFER) return OTHER_NAME;
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof EgressError) return `cannot be asked: ${at.message.replace(/\.$/, '')}`;
  return 'does not say of itself what OpenID Connect asks for, at /.well-known/openid-configuration';
};

/** Issuers, remembered for an hour; who asks for one at the same time asks once. */
export const createDiscovery = (fetch: CustomFetch) => {
  const learn = async (issuer: string): Promise<Issuer> => {
    const url = issuerUrl(issuer);
    try {
      const found = await discovery(url, 'unknown', undefined, undefined, {
        [customFetch]: fetch,
        timeout: TIMEOUT_SECONDS,
        ...(isPlain(url) && { execute: [allowInsecureRequests] }),
      });
      return { metadata: usable(found.serverMetadata(), url), isPlain: isPlain(url), keys: undefined };
    } catch (error) {
      throw error instanceof OidcError ? error : refuse(reasonOf(error), error);
    }
  };
  const issuers = new LRUCache<string, Issuer>({
    max: MOST_ISSUERS,
    ttl: HOUR,
    fetchMethod: (issuer) => learn(issuer),
  });
  return async (issuer: string, isAnew = false): Promise<Issuer> =>
    (await issuers.fetch(issuer, { forceRefresh: isAnew }))!;
};
