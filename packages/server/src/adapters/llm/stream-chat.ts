import { EngineError } from '../../kernel/engine-error.ts';
import { type EngineEndpoint, failureOf, unreachable } from './post-json.ts';

/** An endpoint that streams, and when its client has left. */
export interface StreamEndpoint extends EngineEndpoint {
  readonly signal: AbortSignal;
}

// Silence for this long counts as a failure.
const IDLE_MS = 15_000;
const MAX_CHARACTERS = 200_000;

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: unknown } | null;
    readonly message?: { readonly content?: unknown } | null;
    readonly finish_reason?: unknown;
  }[];
}

/** The parts of a response until the idle timeout, the timeout or the client ends it. */
async function* partsOf(response: Response, left: AbortController, idleMs: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const expire = () => left.abort(new Error('silent'));
  let timer = setTimeout(expire, idleMs);
  try {
    for await (const part of response.body ?? []) {
      clearTimeout(timer);
      yield decoder.decode(part as Uint8Array, { stream: true });
      timer = setTimeout(expire, idleMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Streams the text of a response of OpenAI's chat API; rejects with an EngineError if it is not complete. */
export async function* streamChat(
  { engine, url, headers, key, timeoutMs, signal }: StreamEndpoint & { readonly timeoutMs: number },
  content: object,
): AsyncGenerator<string> {
  const garbled = (message: string, cause?: unknown) =>
    new EngineError('garbled', `${engine} ${message}`, { cause });
  const left = new AbortController();
  const idleMs = Math.min(IDLE_MS, timeoutMs);
  const waiting = setTimeout(() => left.abort(new Error('silent')), idleMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify(content),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, left.signal, AbortSignal.timeout(timeoutMs)]),
    });
    clearTimeout(waiting);
    if (!response.ok) throw await failureOf(engine, response, key);
    let [rest, length, isComplete] = ['', 0, false];
    const textIn = (data: string): string => {
      const { choices } = JSON.parse(data) as Chunk;
      const [choice] = choices ?? [];
      if (choice?.finish_reason || choice?.message) isComplete = true;
      const text = choice?.delta?.content ?? choice?.message?.content ?? '';
      if (typeof text !== 'string') throw new SyntaxError('no text');
      return text;
    };
    const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
    for await (const part of partsOf(response, left, idleMs)) {
      length += part.length;
      if (length > MAX_CHARACTERS) throw garbled('responded with too much');
      rest += part;
      if (!isStream) continue;
      const lines = rest.split(/\r?\n/);
      rest = lines.pop()!;
      for (const line of lines) {
        const data = /^data: ?(.*)$/.exec(line)?.[1];
        if (data === '[DONE]') isComplete = true;
        else if (data) yield textIn(data);
      }
    }
    // Some servers do not stream.
    if (!isStream) yield textIn(rest);
    if (!isComplete) throw garbled('ended its response early');
  } catch (error) {
    if (error instanceof EngineError) throw error;
    if (error instanceof SyntaxError) throw garbled('did not respond with JSON', error);
    throw unreachable(engine, error);
  } finally {
    clearTimeout(waiting);
    left.abort();
  }
}
