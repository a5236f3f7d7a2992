/**
 * Why a language model or translation service failed: rate limited (`busy`), unreachable (`down`), invalid response
 * (`garbled`), quota used up (`exhausted`), or request rejected (`refused`). The first three may be retried.
 */
export type EngineFailure = 'busy' | 'down' | 'garbled' | 'exhausted' | 'refused';

/** An error response of an engine: the `cause` of an EngineError. */
export interface EngineResponse {
  readonly status: number;
  readonly body: string;
}

/** A failed request to a language model or translation service; the message is for the operator. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly kind: EngineFailure;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: EngineFailure,
    message: string,
    more: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs;
  }
}
