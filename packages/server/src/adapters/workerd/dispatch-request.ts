import type { Dispatcher } from 'undici';
import type { ScriptFailure, ScriptResponse } from '../../kernel/integration-scripts.ts';
import { bytesOf, scriptBody } from '../../kernel/script-body.ts';
import { type MemoryBudget, NoRoomError } from './memory-budget.ts';
import type { ScriptProcess } from './process.ts';
import { toSafeText } from './script-logs.ts';

/** A request to the dispatcher of a process. */
export interface DispatchRequest {
  readonly path: '/run' | '/check';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly responses: MemoryBudget;
}

/** The response of the script, its failure, or the end of the process. */
export type Outcome = ScriptResponse | ScriptFailure | { readonly kind: 'ended' };

const DROPPED_HEADERS = /^(connection|keep-alive|transfer-encoding|content-length|x-lectern-.*)$/i;

/** Values of the outcome header of the dispatcher, which scripts cannot set. */
const FAILURE_KINDS: Readonly<Record<string, ScriptFailure['kind']>> = {
  unavailable: 'unavailable',
  unloadable: 'unloadable',
};

/** Sends a request to the dispatcher, within limits of time and size. */
export const dispatchRequest = async (process: ScriptProcess, request: DispatchRequest): Promise<Outcome> => {
  const { path, headers, body: sent, timeoutMs, maxBytes, responses } = request;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await process.send(path, headers, sent, timeout.signal);
    const chunks = await responses.readChunks(response.body, maxBytes, timeout.signal);
    if (chunks === undefined)
      return { kind: 'too-large', message: `The response of the script is larger than ${maxBytes} bytes.` };
    const body = scriptBody(chunks);
    const dispatched = String(response.headers['x-lectern-outcome']);
    if (dispatched === 'answered')
      return { status: response.statusCode, headers: headersOf(response.headers), body };
    return { kind: FAILURE_KINDS[dispatched] ?? 'crashed', message: toSafeText(bytesOf(body).toString()) };
  } catch (error) {
    if (error instanceof NoRoomError)
      return { kind: 'busy', message: 'Too many large responses of scripts were sent at once.' };
    if (timeout.signal.aborted)
      return { kind: 'timeout', message: `The script did not respond within ${timeoutMs / 1000} seconds.` };
    const isAlive = await process.isAlive();
    return isAlive ? { kind: 'crashed', message: 'The script aborted its response.' } : { kind: 'ended' };
  } finally {
    clearTimeout(timer);
  }
};

const headersOf = (headers: Dispatcher.ResponseData['headers']): ScriptResponse['headers'] =>
  Object.entries(headers)
    .filter(([name]) => !DROPPED_HEADERS.test(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((one): readonly [string, string] => [name, one]));
