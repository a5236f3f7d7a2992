import { parseJsonCookie } from '../../../kernel/cookies.ts';
import type { Claims } from '../site/structure.ts';

/** What parameters begin with in which visitors say something of themselves. */
export const CLAIM_PREFIX = 'visitor.';
/** The cookie that keeps it; all whose names begin so are read. */
export const CLAIMS_COOKIE = 'gitbook-visitor-public';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
// Names that would not be a claim but a part of the language.
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', '']);

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readValue = (text: string): unknown => {
  if (text === 'undefined') return undefined;
  if (Object.hasOwn(WORDS, text)) return WORDS[text];
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Two sets of claims as one: what the second says wins, level by level. */
const joined = (one: Claims, other: Claims): Claims => {
  const all: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    if (UNSAFE.has(name)) continue;
    const before = Object.hasOwn(all, name) ? all[name] : undefined;
    all[name] = isObject(before) && isObject(value) ? joined(before, value) : value;
  }
  return all;
};

const nested = (path: readonly string[], value: unknown): Claims =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Claims;

/** What visitors say of themselves in an address, `visitor.a.b=v`; undefined where they say nothing. */
export const claimsInQuery = (query: URLSearchParams): Claims | undefined => {
  let said: Claims | undefined;
  for (const [name, text] of query) {
    if (!name.startsWith(CLAIM_PREFIX)) continue;
    const path = name.slice(CLAIM_PREFIX.length).split('.');
    said ??= {};
    if (!path.some((each) => UNSAFE.has(each))) said = joined(said, nested(path, readValue(text)));
  }
  return said;
};

/** What visitors say of themselves, nobody having signed it: what stands in the address wins over what was kept. */
export const unsignedClaims = (
  cookies: ReadonlyMap<string, string>,
  inQuery: Claims | undefined,
): Claims | undefined => {
  let said: Claims | undefined;
  for (const [name, value] of cookies)
    if (name.startsWith(CLAIMS_COOKIE)) said = joined(said ?? {}, parseJsonCookie(value) ?? {});
  return inQuery ? joined(said ?? {}, inQuery) : said;
};

/** What of it is to be kept for the next page: what was said before in addresses, and what is said now. */
export const keptClaims = (cookies: ReadonlyMap<string, string>, inQuery: Claims): Claims =>
  joined(parseJsonCookie(cookies.get(CLAIMS_COOKIE) ?? '') ?? {}, inQuery);
