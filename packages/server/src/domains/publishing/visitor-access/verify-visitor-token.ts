import { errors, jwtVerify } from 'jose';
import type { Claims } from '../site/structure.ts';

/** Who a visitor is, as the owner of a site signed it, or why that is not to be believed. */
export type VisitorToken =
  | { readonly ok: true; readonly claims: Claims; readonly expiresAt: Date | undefined }
  | { readonly ok: false; readonly reason: 'expired' | 'early' | 'invalid' };

// More than a browser sends in a cookie or an address.
const MAX_LENGTH = 8192;
// Clocks differ; a token that was just made has to be good.
const LEEWAY_SECONDS = 10;

const reasonOf = (error: unknown): Extract<VisitorToken, { ok: false }>['reason'] => {
  if (error instanceof errors.JWTExpired) return 'expired';
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' ? 'early' : 'invalid';
};

/** Checks a token against the key of a site: HS256 and nothing else, whatever the token says of itself. */
export const verifyVisitorToken = async (key: string, token: string, now: Date): Promise<VisitorToken> => {
  if (token.length > MAX_LENGTH) return { ok: false, reason: 'invalid' };
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: LEEWAY_SECONDS,
    });
    const { exp } = payload;
    return { ok: true, claims: payload, expiresAt: exp === undefined ? undefined : new Date(exp * 1000) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
};
