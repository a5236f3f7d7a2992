import { EngineError, type EngineResponse } from '../../kernel/engine-error.ts';
import { parseRetryAfter } from '../../kernel/retry-after.ts';

const TIMEOUT_MS = 120_000;
const MAX_QUOTED_CHARACTERS = 300;

/** An endpoint of a translation engine or a language model. */
export interface EngineEndpoint {
  /** The name of the engine in error messages. */
  readonly engine: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The API key, which is removed from error messages: some engines repeat it. */
  readonly key?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const errorFor = (engine: string, headers: Headers, cause: EngineResponse): EngineError => {
  const { status, body } = cause;
  const message = `${engine} responded with status ${status}${body && `: ${body.slice(0, MAX_QUOTED_CHARACTERS)}`}`;
  if (status === 429 || status === 503 || status === 529)
    return new EngineError('busy', message, {
      cause,
      retryAfterMs: parseRetryAfter(headers.get('retry-after')),
    });
  if (status === 456 || status === 402) return new EngineError('exhausted', message, { cause });
  return new EngineError(status >= 500 || status === 408 ? 'down' : 'refused', message, { cause });
};

/** Sends JSON to an engine whose URL the operator configured, and parses its response as JSON. */
export const postJson = async (
  { engine, url, headers, key, timeoutMs = TIMEOUT_MS }: EngineEndpoint,
  content: object,
): Promise<unknown> => {
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(content),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    body = await response.text();
  } catch (cause) {
    throw new EngineError('down', `${engine} cannot be reached or did not respond in time`, { cause });
  }
  if (!response.ok)
    throw errorFor(engine, response.headers, {
      status: response.status,
      body: key ? body.replaceAll(key, '[key]') : body,
    });
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw new EngineError('garbled', `${engine} did not respond with JSON`, { cause });
  }
};
