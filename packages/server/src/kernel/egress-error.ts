// One text per code, so that messages do not reveal which internal hosts or ports exist.
const PROBLEMS = {
  FORBIDDEN_ADDRESS: 'is not on the public internet, so it is not fetched',
  BAD_URL: 'must be an http or https URL without credentials, and must not redirect from https to http',
  TOO_MANY_REDIRECTS: 'redirects too many times',
  TOO_LARGE: 'sent a response that is larger than allowed',
  TIMEOUT: 'did not send a complete response in time',
  NETWORK: 'could not be reached or did not send a valid HTTP response',
} as const;

/** Why an outbound fetch failed. */
export type EgressErrorCode = keyof typeof PROBLEMS;

/** An expected failure of an outbound fetch: `message` is public, `cause` is for the log only. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressErrorCode;
  /** The message without its subject, for validation errors that name the field. */
  readonly problem: string;

  constructor(code: EgressErrorCode, cause?: unknown) {
    super(`The address ${PROBLEMS[code]}.`, { cause });
    this.problem = PROBLEMS[code];
    this.code = code;
  }
}
