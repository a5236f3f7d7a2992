import { createHash } from 'node:crypto';
import { OAuthError } from './oauth-error.ts';

/** The fields of an authorization request, in the query of the page and in its form. */
export const REQUEST_FIELDS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const;

/** The fields of an authorization request. */
export type RequestFields = Readonly<Partial<Record<(typeof REQUEST_FIELDS)[number], string>>>;

const CHALLENGE = /^[\w-]{43}$/;

/** Checks what can be told to the program: response type and PKCE. */
export const challengeOf = (fields: RequestFields): string => {
  if (fields.response_type !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type must be code');
  if (fields.code_challenge_method !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256');
  if (!CHALLENGE.test(fields.code_challenge ?? ''))
    throw new OAuthError('invalid_request', 'The code_challenge must be the SHA-256 of a code verifier');
  return fields.code_challenge!;
};

const VERIFIER = /^[\w.~-]{43,128}$/;

/** Whether a code verifier is the one of a challenge (PKCE). */
export const isVerifierOf = (challenge: string, verifier = ''): boolean =>
  VERIFIER.test(verifier) && challenge === createHash('sha256').update(verifier).digest('base64url');

/** The address that leads back to the program, with the result. */
export const redirectBack = (
  redirectUri: string,
  result: Readonly<Record<string, string | undefined>>,
): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(result))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
