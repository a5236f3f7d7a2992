// One text per code, so that messages do not reveal which internal hosts or ports exist.
const MESSAGES = {
  FORBIDDEN_ADDRESS: 'The address is not on the public internet, so it is not fetched.',
  BAD_URL:
    'The address must be an http or https URL without credentials, and must not redirect from https to http.',
  TOO_MANY_REDIRECTS: 'The address redirects too many times.',
  TOO_LARGE: 'The response is larger than allowed.',
  TIMEOUT: 'The address did not send a complete response in time.',
  NETWORK: 'The address could not be reached or did not send a valid HTTP response.',
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
