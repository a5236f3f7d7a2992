import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Claims } from '../adaptive-content/claims-schema.ts';

/** How a visitor was admitted; verified again on every use of the token. */
export type Admission =
  | { readonly kind: 'public' }
  /** Admitted by a share link, which may have been revoked since. */
  | { readonly kind: 'share-link'; readonly link: string }
  /**
   * Admitted by a visitor token; `keyPrint` is the fingerprint of the signing key, which may have been
   * replaced since.
   */
  | { readonly kind: 'visitor'; readonly keyPrint: string; readonly link?: string }
  /** Admitted by a preview of a member. */
  | { readonly kind: 'preview'; readonly member: string; readonly siteSpace?: string };

/** An audience of a site: visitors with the same admission and claims. */
export interface Audience {
  readonly organization: string;
  readonly site: string;
  readonly admission: Admission;
  readonly claims: Claims;
}

interface Payload extends Audience {
  readonly iat: number;
  readonly exp: number;
}

/** The purpose for which the signing key of site tokens is derived. */
export const SITE_TOKEN_PURPOSE = 'site tokens';

const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const MAX_LENGTH = 16_384;

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

// Sorted keys, so that equal claims produce equal tokens.
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

const macOf = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

const signed = (secret: Buffer, { organization, site, admission, claims, iat, exp }: Payload): string => {
  const payload = sorted({ organization, site, admission, claims, iat, exp });
  const text = `${HEADER}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${text}.${macOf(secret, text).toString('base64url')}`;
};

/** A fingerprint of a site's key, which does not reveal it. */
export const keyFingerprint = (key: string): string =>
  createHash('sha256').update(`print\n${key}`).digest('base64url').slice(0, 22);

/**
 * Signs the token with which clients read a site. It is the same for an audience all day, so that responses
 * can be cached by it. It is valid until the end of the next day, but not longer than the admission.
 */
export const signSiteToken = (secret: Buffer, audience: Audience, now: Date, until?: Date): string => {
  const iat = Math.floor(secondsOf(now) / DAY) * DAY;
  const exp = Math.min(iat + 2 * DAY, until ? secondsOf(until) : Number.POSITIVE_INFINITY);
  return signed(secret, { ...audience, iat, exp });
};

/** Signs the token of a preview, valid for one hour. */
export const signPreviewToken = (
  secret: Buffer,
  {
    member,
    siteSpace,
    ...audience
  }: Omit<Audience, 'admission'> & { readonly member: string; readonly siteSpace?: string | undefined },
  now: Date,
): string => {
  const admission = { kind: 'preview', member, ...(siteSpace !== undefined && { siteSpace }) } as const;
  return signed(secret, { ...audience, admission, iat: secondsOf(now), exp: secondsOf(now) + HOUR });
};

/** Verifies a site token and returns its audience; undefined when it is invalid or has expired. */
export const verifySiteToken = (secret: Buffer, token: string, now: Date): Audience | undefined => {
  const [header, payload, signature, ...more] = token.length > MAX_LENGTH ? [] : token.split('.');
  if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0)
    return undefined;
  const expected = macOf(secret, `${header}.${payload}`);
  const given = Buffer.from(signature, 'base64url');
  // base64url decoding is lenient: only the canonical encoding is accepted.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (expected.toString('base64url') !== signature) return undefined;
  const { organization, site, admission, claims, exp } = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as Payload;
  return secondsOf(now) < exp ? { organization, site, admission, claims } : undefined;
};
