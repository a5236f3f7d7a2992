import { errors, jwtVerify } from 'jose';
import type { Claims } from '../site/structure.ts';

/** The claims of a valid visitor token, or the reason why it is rejected. */
export type VerifiedToken =
  | { readonly ok: true; readonly claims: Claims; readonly expiresAt: Date | undefined }
  | { readonly ok: false; readonly reason: 'expired' | 'early' | 'invalid' };

// Longer than browsers allow in a cookie or a URL.
const MAX_TOKEN_LENGTH = 8192;
// The clocks of servers differ slightly.
const LEEWAY_SECONDS = 10;

const reasonOf = (error: unknown): Extract<VerifiedToken, { ok: false }>['reason'] => {
  if (error instanceof errors.JWTExpired) return 'expired';
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' ? 'early' : 'invalid';
};

/** Verifies a visitor token with the key of a site; the algorithm is always HS256, whatever the header of the token says. */
export const verifyVisitorToken = async (key: string, token: string, now: Date): Promise<VerifiedToken> => {
  if (token.length > MAX_TOKEN_LENGTH) return { ok: false, reason: 'invalid' };
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
