/** A limit for the total size of bodies in memory. */
export interface MemoryBudget {
  /** Reads a body; undefined if it is larger than `maxBytes`, or the budget is used up. */
  read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined>;
}

/** Makes a budget, so that many large bodies of scripts cannot use up the memory of the server. */
export const createMemoryBudget = (bytes: number): MemoryBudget => {
  let held = 0;
  return {
    read: async (body, maxBytes) => {
      const chunks: Uint8Array[] = [];
      let total = 0;
      try {
        for await (const chunk of body) {
          total += chunk.length;
          held += chunk.length;
          // Leaving the loop closes the connection.
          if (total > maxBytes || held > bytes) return undefined;
          chunks.push(chunk);
        }
        return Buffer.concat(chunks);
      } finally {
        held -= total;
      }
    },
  };
};
