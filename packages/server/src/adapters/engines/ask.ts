import { EngineError } from '../../kernel/engine.ts';
import { retryAfterOf } from '../../kernel/retry-after.ts';

/** How long an engine may take for one request. */
const PATIENCE_MS = 120_000;
const TOLD_CHARACTERS = 300;

/** Where requests to an engine go, and with what. */
export interface Asking {
  /** What the engine is called in messages. */
  readonly engine: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly patienceMs?: number | undefined;
}

const failureOf = (engine: string, status: number, headers: Headers, said: string): EngineError => {
  const message = `${engine} answered ${status}${said && `: ${said.slice(0, TOLD_CHARACTERS)}`}`;
  if (status === 429 || status === 503 || status === 529)
    return new EngineError('busy', message, { retryAfterMs: retryAfterOf(headers) });
  if (status === 456 || status === 402) return new EngineError('exhausted', message);
  return new EngineError(status >= 500 || status === 408 ? 'down' : 'refused', message);
};

/** Sends JSON to an engine whose address the operator chose, and reads its answer as JSON. */
export const ask = async (
  { engine, url, headers, patienceMs = PATIENCE_MS }: Asking,
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
      signal: AbortSignal.timeout(patienceMs),
    });
    said = await answer.text();
  } catch (cause) {
    throw new EngineError('down', `${engine} cannot be reached, or takes too long`, { cause });
  }
  if (!answer.ok) throw failureOf(engine, answer.status, answer.headers, said);
  try {
    return JSON.parse(said) as unknown;
  } catch (cause) {
    throw new EngineError('garbled', `${engine} answered something else than JSON`, { cause });
  }
};
