import { Readable } from 'node:stream';
import type { Turns } from './turns.ts';

/** The body of a response of a script, in the pieces in which it arrived, so that large ones are not copied. */
export interface ScriptBody {
  readonly length: number;
  readonly chunks: readonly Uint8Array[];
}

/** Larger bodies are sent piece by piece. */
const MAX_WHOLE_BYTES = 256 * 1024;

/** A body of pieces. */
export const scriptBody = (chunks: readonly Uint8Array[]): ScriptBody => ({
  length: chunks.reduce((length, chunk) => length + chunk.length, 0),
  chunks,
});

/** All bytes of a body; for bodies that have to be parsed. */
export const bytesOf = ({ chunks }: ScriptBody): Buffer => Buffer.concat(chunks);

async function* piecesOf({ chunks }: ScriptBody, turns: Turns): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await turns.take(chunk.length);
    yield chunk;
  }
}

/** A body to send: a large one as a stream, which leaves the event loop to other requests between its pieces. */
export const sendableBody = (body: ScriptBody, turns: Turns): Buffer | Readable =>
  body.length <= MAX_WHOLE_BYTES ? bytesOf(body) : Readable.from(piecesOf(body, turns));
