import { TranslatorError } from '../../kernel/translator.ts';

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

/** The milliseconds that an answer asks to wait: seconds, or a date. */
const retryAfterMs = (headers: Headers): number | undefined => {
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};

const failureOf = (engine: string, status: number, headers: Headers, said: string): TranslatorError => {
  const message = `${engine} answered ${status}${said && `: ${said.slice(0, TOLD_CHARACTERS)}`}`;
  if (status === 429 || status === 503 || status === 529)
    return new TranslatorError('busy', message, { retryAfterMs: retryAfterMs(headers) });
  if (status === 456 || status === 402) return new TranslatorError('exhausted', message);
  return new TranslatorError(status >= 500 || status === 408 ? 'down' : 'refused', message);
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
    throw new TranslatorError('down', `${engine} cannot be reached, or takes too long`, { cause });
  }
  if (!answer.ok) throw failureOf(engine, answer.status, answer.headers, said);
  try {
    return JSON.parse(said) as unknown;
  } catch (cause) {
    throw new TranslatorError('garbled', `${engine} answered something else than JSON`, { cause });
  }
};

/** The texts of an answer, where there are as many as were sent. */
export const textsOf = (engine: string, found: unknown, count: number): readonly (string | undefined)[] => {
  if (!Array.isArray(found) || found.length !== count)
    throw new TranslatorError('garbled', `${engine} answered another number of texts than it was sent`);
  return found.map((text: unknown) => (typeof text === 'string' ? text : undefined));
};
