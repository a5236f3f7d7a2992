/**
 * Why an engine gave no answer: it has too much to do, it cannot be reached or answers nonsense (which may be
 * better the next time), what was paid for is used up, or it will not.
 */
export type EngineFailure = 'busy' | 'down' | 'garbled' | 'exhausted' | 'refused';

/** An engine gave no answer; the message is for whoever runs the installation. */
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
