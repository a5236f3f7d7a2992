/** Bytes that may be held in memory at once, by all together. */
export interface Budget {
  /** Reads all of a body; undefined where it is larger than it may be, or too much is held already. */
  read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined>;
}

/** Scripts choose what they send: many large bodies at the same time must not take the memory of the server. */
export const createBudget = (bytes: number): Budget => {
  let held = 0;
  return {
    read: async (body, maxBytes) => {
      const chunks: Uint8Array[] = [];
      let total = 0;
      try {
        for await (const chunk of body) {
          total += chunk.length;
          held += chunk.length;
          // Leaving the loop hangs up.
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
