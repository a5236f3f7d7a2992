import type { Dispatcher } from 'undici';
import type { ScriptFailure, ScriptResponse } from '../../kernel/scripts.ts';
import type { Budget } from './budget.ts';
import type { ScriptProcess } from './process.ts';
import { readable } from './traces.ts';

/** One question to the dispatcher of a process. */
export interface Question {
  readonly path: '/run' | '/check';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly answers: Budget;
}

/** What came back: what the script answered, why it did not, or that the process ended over it. */
export type Outcome = ScriptResponse | ScriptFailure | { readonly kind: 'ended' };

const NOT_ANSWERED_WITH = /^(connection|keep-alive|transfer-encoding|content-length|x-lectern-.*)$/i;

/** What the dispatcher says in a header of its own, which scripts cannot set. */
const KINDS: Readonly<Record<string, ScriptFailure['kind']>> = {
  unavailable: 'unavailable',
  unloadable: 'unloadable',
};

/** Asks, within limits of time and size. */
export const ask = async (process: ScriptProcess, question: Question): Promise<Outcome> => {
  const { path, headers, body, timeoutMs, maxBytes, answers } = question;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), timeoutMs);
  try {
    const response = await process.send(path, headers, body, patience.signal);
    const bytes = await answers.read(response.body, maxBytes);
    if (bytes === undefined)
      return {
        kind: 'too-large',
        message: `Its answer is larger than ${maxBytes} bytes, or too much is being answered at once.`,
      };
    const told = String(response.headers['x-lectern-outcome']);
    if (told === 'answered')
      return { status: response.statusCode, headers: headersOf(response.headers), body: bytes };
    return { kind: KINDS[told] ?? 'crashed', message: readable(bytes.toString()) };
  } catch {
    if (patience.signal.aborted)
      return { kind: 'timeout', message: `It did not answer within ${timeoutMs / 1000} seconds.` };
    const isAlive = await process.isAlive();
    return isAlive ? { kind: 'crashed', message: 'It broke off its answer.' } : { kind: 'ended' };
  } finally {
    clearTimeout(timer);
  }
};

const headersOf = (headers: Dispatcher.ResponseData['headers']): ScriptResponse['headers'] =>
  Object.entries(headers)
    .filter(([name]) => !NOT_ANSWERED_WITH.test(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((one): readonly [string, string] => [name, one]));
