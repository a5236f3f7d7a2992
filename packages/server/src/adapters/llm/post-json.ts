import { EngineError } from '../../kernel/engine-error.ts';
import { retryAfterOf } from '../../kernel/retry-after.ts';

/** How long an engine may take for one request. */
const TIMEOUT_MS = 120_000;
const TOLD_CHARACTERS = 300;

/** Where requests to an engine go, and with what. */
export interface Asking {
  /** What the engine is called in messages. */
  readonly engine: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it is asked with, and never told to anybody: some repeat it. */
  readonly key?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What an engine answered instead of what it was asked for; the cause of its failure. */
export interface Refusal {
  readonly status: number;
  readonly said: string;
}

const failureOf = (engine: string, headers: Headers, cause: Refusal): EngineError => {
  const { status, said } = cause;
  const message = `${engine} answered ${status}${said && `: ${said.slice(0, TOLD_CHARACTERS)}`}`;
  if (status === 429 || status === 503 || status === 529)
    return new EngineError('busy', message, { cause, retryAfterMs: retryAfterOf(headers) });
  if (status === 456 || status === 402) return new EngineError('exhausted', message, { cause });
  return new EngineError(status >= 500 || status === 408 ? 'down' : 'refused', message, { cause });
};

/** Sends JSON to an engine whose address the operator chose, and reads its answer as JSON. */
export const ask = async (
  { engine, url, headers, key, timeoutMs = TIMEOUT_MS }: Asking,
  body: object,
): Promise<unknown> => {
  let answer: Response;
  let said: string;
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      // A key is for nobody else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    said = await answer.text();
  } catch (cause) {
    throw new EngineError('down', `${engine} cannot be reached, or takes too long`, { cause });
  }
  if (!answer.ok)
    throw failureOf(engine, answer.headers, {
      status: answer.status,
      said: key ? said.replaceAll(key, '[key]') : said,
    });
  try {
    return JSON.parse(said) as unknown;
  } catch (cause) {
    throw new EngineError('garbled', `${engine} answered something else than JSON`, { cause });
  }
};
