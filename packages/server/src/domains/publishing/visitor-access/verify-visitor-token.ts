import { errors, jwtVerify } from 'jose';
import type { Claims } from '../site/structure.ts';

/** The result of verifying a visitor token. */
export type VisitorToken =
  | { readonly ok: true; readonly claims: Claims; readonly expiresAt: Date | undefined }
  | { readonly ok: false; readonly reason: 'expired' | 'early' | 'invalid' };

// Longer than any cookie or URL that a browser sends.
const MAX_LENGTH = 8192;
// Tolerates small clock differences.
const LEEWAY_SECONDS = 10;

const reasonOf = (error: unknown): Extract<VisitorToken, { ok: false }>['reason'] => {
  if (error instanceof errors.JWTExpired) return 'expired';
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' ? 'early' : 'invalid';
};

/** Verifies a visitor token with the key of a site; HS256 is the only accepted algorithm. */
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
