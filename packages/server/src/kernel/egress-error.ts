// One text per code, so that a message can never tell one inside host or port from another.
const MESSAGES = {
  FORBIDDEN_ADDRESS: 'This address is not on the public internet and is not fetched.',
  BAD_URL:
    'Only http and https addresses without credentials are fetched, and never from https back to http.',
  TOO_MANY_REDIRECTS: 'The address redirects too many times.',
  TOO_LARGE: 'The answer is larger than allowed.',
  TIMEOUT: 'The address did not answer completely in time.',
  NETWORK: 'The address could not be reached or did not answer properly.',
} as const;

/** Why an outbound fetch failed. */
export type EgressErrorCode = keyof typeof MESSAGES;

/** An expected failure of an outbound fetch: `message` is public, `cause` is for the log only. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressErrorCode;

  constructor(code: EgressErrorCode, cause?: unknown) {
    super(MESSAGES[code], { cause });
    this.code = code;
  }
}
