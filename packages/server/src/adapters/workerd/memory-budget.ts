import type { Turns } from '../../kernel/turns.ts';

/** A body waited for room until its time was over. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** A limit for the total size of bodies in memory. A body for which there is no room waits, in order. */
export interface MemoryBudget {
  /** Reads a body in the pieces in which it arrives; undefined if it is larger than `maxBytes`. Throws a NoRoomError if the signal aborts while it waits. */
  readChunks(
    body: AsyncIterable<Uint8Array>,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<readonly Uint8Array[] | undefined>;
  /** The same, as one buffer. */
  read(body: AsyncIterable<Uint8Array>, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined>;
}

// A body of at most this size never waits.
const SMALL_BYTES = 128 * 1024;

/** A number of bytes that several share; each takes its part at once, so that no two wait for each other. */
const createRoom = (bytes: number) => {
  const waiting: { readonly size: number; readonly enter: () => void }[] = [];
  let taken = 0;
  // A part larger than the room gets all of it.
  const fits = (size: number) => taken === 0 || taken + size <= bytes;
  const letIn = () => {
    while (waiting.length > 0 && fits(waiting[0]!.size)) {
      const { size, enter } = waiting.shift()!;
      taken += size;
      enter();
    }
  };
  return {
    /** Resolves when there is room. */
    take: (size: number, signal: AbortSignal | undefined): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new NoRoomError());
        const giveUp = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(new NoRoomError());
          letIn();
        };
        const enter = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        const entry = { size, enter };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.push(entry);
        letIn();
      }),
    give: (size: number): void => {
      taken -= size;
      letIn();
    },
  };
};

/** Makes a budget, so that many large bodies of scripts cannot use up the memory of the server. */
export const createMemoryBudget = (bytes: number, turns: Turns): MemoryBudget => {
  const room = createRoom(bytes);
  const readChunks: MemoryBudget['readChunks'] = async (body, maxBytes, signal) => {
    const chunks: Uint8Array[] = [];
    let total = 0;
    let hasRoom = false;
    try {
      for await (const chunk of body) {
        total += chunk.length;
        // Leaving the loop closes the connection.
        if (total > maxBytes) return undefined;
        if (!hasRoom && total > SMALL_BYTES) {
          // Its sender waits, too, because nothing is read meanwhile.
          await room.take(maxBytes, signal);
          hasRoom = true;
        }
        chunks.push(chunk);
        // A small body does not wait for large ones.
        if (chunks.length > 1) await turns.take(chunk.length);
      }
      return chunks;
    } finally {
      if (hasRoom) room.give(maxBytes);
    }
  };
  return {
    readChunks,
    read: async (body, maxBytes, signal) => {
      const chunks = await readChunks(body, maxBytes, signal);
      return chunks && Buffer.concat(chunks);
    },
  };
};
