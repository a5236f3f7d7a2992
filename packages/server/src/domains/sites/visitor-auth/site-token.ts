import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Claims } from '../adaptive-content/visitor-claims.ts';

/** How somebody came to be let in; what it names is looked at again whenever the token is used. */
export type Admission =
  | { readonly kind: 'public' }
  /** By a share link, which may have been revoked since. */
  | { readonly kind: 'share-link'; readonly link: string }
  /** By a token of the site's own key, which may have been replaced since: `keyPrint` is that of the key. */
  | { readonly kind: 'visitor'; readonly keyPrint: string; readonly link?: string }
  /** By a member who looks at it before others do. */
  | { readonly kind: 'preview'; readonly member: string; readonly siteSpace?: string };

/** To whom a site is shown: all who are let in alike and of whom the same is known. */
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

/** What the installation's key for site tokens is asked for by. */
export const SITE_TOKEN_PURPOSE = 'site tokens';

const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const MAX_LENGTH = 16_384;

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

// The same claims in another order are the same claims.
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

/** The mark of a site's key: tokens that carry it go with the key, and do not record it. */
export const keyFingerprint = (key: string): string =>
  createHash('sha256').update(`print\n${key}`).digest('base64url').slice(0, 22);

/**
 * The token with which clients read a site: the same for the same audience all day, so that what they keep under it
 * stays good. It holds into the day after, so that it is never about to end, but not longer than what let somebody in.
 */
export const signSiteToken = (secret: Buffer, audience: Audience, now: Date, until?: Date): string => {
  const iat = Math.floor(secondsOf(now) / DAY) * DAY;
  const exp = Math.min(iat + 2 * DAY, until ? secondsOf(until) : Number.POSITIVE_INFINITY);
  return signed(secret, { ...audience, iat, exp });
};

/** The token of a preview, which is good for an hour. */
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

/** To whom a token was given; undefined when it was not given by us, or has ended. */
export const verifySiteToken = (secret: Buffer, token: string, now: Date): Audience | undefined => {
  const [header, payload, signature, ...more] = token.length > MAX_LENGTH ? [] : token.split('.');
  if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0)
    return undefined;
  const expected = macOf(secret, `${header}.${payload}`);
  const given = Buffer.from(signature, 'base64url');
  // Decoding is lenient; only the exact text that was given out is accepted.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (expected.toString('base64url') !== signature) return undefined;
  const { organization, site, admission, claims, exp } = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as Payload;
  return secondsOf(now) < exp ? { organization, site, admission, claims } : undefined;
};
