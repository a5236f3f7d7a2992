import { EngineError, type EngineResponse } from '../../kernel/engine-error.ts';
import { parseRetryAfter } from '../../kernel/retry-after.ts';

const TIMEOUT_MS = 120_000;
const MAX_QUOTED_CHARACTERS = 300;
const MAX_MEGABYTES = 20;

const readText = async (engine: string, response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_MEGABYTES * 1024 * 1024)
      throw new EngineError('garbled', `${engine} responded with more than ${MAX_MEGABYTES} MB`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

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

/** The failure of a response with an error status. */
export const failureOf = async (
  engine: string,
  response: Response,
  key: string | undefined,
): Promise<EngineError> => {
  const body = await readText(engine, response);
  return errorFor(engine, response.headers, {
    status: response.status,
    body: key ? body.replaceAll(key, '[key]') : body,
  });
};

/** The failure of a request without a response. */
export const unreachable = (engine: string, cause: unknown): EngineError =>
  new EngineError('down', `${engine} cannot be reached or did not respond in time`, { cause });

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
    if (!response.ok) throw await failureOf(engine, response, key);
    body = await readText(engine, response);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw unreachable(engine, cause);
  }
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw new EngineError('garbled', `${engine} did not respond with JSON`, { cause });
  }
};
