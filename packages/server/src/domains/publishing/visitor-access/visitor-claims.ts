import { isForbiddenName, isRecord } from '@lectern/document';
import { parseJsonCookie } from '../../../kernel/cookies.ts';
import { type AdaptiveSchema, visitorContext } from '../../sites/index.ts';
import type { SiteRow } from '../site/site.store.ts';
import type { Claims } from '../site/structure.ts';

/** Prefix of query parameters with unsigned claims. */
export const CLAIM_PREFIX = 'visitor.';
/** Cookie with unsigned claims; all cookies whose names start with it are read. */
export const CLAIMS_COOKIE = 'gitbook-visitor-public';
/** The claims of a visitor of a site whose content does not adapt to visitors. */
export const NO_CLAIMS: Claims = { unsigned: {} };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERALS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
// Empty names, and names that would reach the prototype of an object instead of a claim.
const isUnsafe = (name: string): boolean => name === '' || isForbiddenName(name);

const parseValue = (text: string): unknown => {
  if (text === 'undefined') return undefined;
  if (Object.hasOwn(LITERALS, text)) return LITERALS[text];
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Merges claims deeply; the second ones take precedence. */
const merge = (one: Claims, other: Claims): Claims => {
  const all: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    if (isUnsafe(name)) continue;
    const before = Object.hasOwn(all, name) ? all[name] : undefined;
    all[name] = isRecord(before) && isRecord(value) ? merge(before, value) : value;
  }
  return all;
};

const nested = (path: readonly string[], value: unknown): Claims =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Claims;

/** Unsigned claims in a query (`visitor.a.b=v`); undefined if there are none. */
export const claimsInQuery = (query: URLSearchParams): Claims | undefined => {
  let claims: Claims | undefined;
  for (const [name, text] of query) {
    if (!name.startsWith(CLAIM_PREFIX)) continue;
    const path = name.slice(CLAIM_PREFIX.length).split('.');
    claims ??= {};
    if (!path.some(isUnsafe)) claims = merge(claims, nested(path, parseValue(text)));
  }
  return claims;
};

/** Unsigned claims of cookies and query; those of the query take precedence. */
export const readUnsignedClaims = (
  cookies: ReadonlyMap<string, string>,
  inQuery: Claims | undefined,
): Claims | undefined => {
  let claims: Claims | undefined;
  for (const [name, value] of cookies)
    if (name.startsWith(CLAIMS_COOKIE)) claims = merge(claims ?? {}, parseJsonCookie(value) ?? {});
  return inQuery ? merge(claims ?? {}, inQuery) : claims;
};

/** The new value of the claims cookie: earlier claims of queries, and those of this one. */
export const claimsToStore = (cookies: ReadonlyMap<string, string>, inQuery: Claims): Claims =>
  merge(parseJsonCookie(cookies.get(CLAIMS_COOKIE) ?? '') ?? {}, inQuery);

/** The claims that conditions of a site see, by its schema. */
export const claimsOf = (
  { adaptiveSchema }: SiteRow,
  signed: Claims | undefined,
  unsigned: unknown,
): Claims => {
  if (adaptiveSchema === null) return NO_CLAIMS;
  const { visitor } = visitorContext(JSON.parse(adaptiveSchema) as AdaptiveSchema, {
    signed,
    unsigned: isRecord(unsigned) ? unsigned : undefined,
  });
  return (visitor as { claims: Claims }).claims;
};
