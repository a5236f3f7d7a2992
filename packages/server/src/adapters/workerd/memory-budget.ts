import type { Turns } from '../../kernel/turns.ts';

/** A limit for the total size of bodies in memory. */
export interface MemoryBudget {
  /** Reads a body in the pieces in which it arrives; undefined if it is larger than `maxBytes`, or the budget is used up. */
  readChunks(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<readonly Uint8Array[] | undefined>;
  /** The same, as one buffer. */
  read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined>;
}

/** Makes a budget, so that many large bodies of scripts cannot use up the memory of the server. */
export const createMemoryBudget = (bytes: number, turns: Turns): MemoryBudget => {
  let held = 0;
  const readChunks: MemoryBudget['readChunks'] = async (body, maxBytes) => {
    const chunks: Uint8Array[] = [];
    let total = 0;
    try {
      for await (const chunk of body) {
        total += chunk.length;
        held += chunk.length;
        // Leaving the loop closes the connection.
        if (total > maxBytes || held > bytes) return undefined;
        chunks.push(chunk);
        // A small body does not wait for large ones.
        if (chunks.length > 1) await turns.take(chunk.length);
      }
      return chunks;
    } finally {
      held -= total;
    }
  };
  return {
    readChunks,
    read: async (body, maxBytes) => {
      const chunks = await readChunks(body, maxBytes);
      return chunks && Buffer.concat(chunks);
    },
  };
};
