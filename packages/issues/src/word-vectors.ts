/** Words with their vectors, most frequent first. */
export interface WordTable {
  readonly size: number;
  readonly dimensions: number;
  /** The place of a word by how frequent it is; undefined for words that are not there. */
  rankOf(word: string): number | undefined;
  /** Adds a word's direction, so many times, to the beginning of a vector. */
  add(rank: number, times: number, to: Float32Array): void;
}

const HEAD = 12;

/** Reads a table as `scripts/build-word-vectors.ts` writes it. */
export const readWordTable = (bytes: Uint8Array): WordTable => {
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD);
  const [size, dimensions, length] = [0, 4, 8].map((at) => head.getUint32(at, true)) as [
    number,
    number,
    number,
  ];
  const words = new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length)).split('\n');
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + HEAD + length, size * dimensions);
  const lengths = new Float32Array(size);
  for (let rank = 0; rank < size; rank++) {
    let sum = 0;
    for (let d = rank * dimensions; d < (rank + 1) * dimensions; d++) sum += values[d]! ** 2;
    lengths[rank] = Math.sqrt(sum) || 1;
  }
  return {
    size,
    dimensions,
    rankOf: (word) => ranks.get(word),
    add: (rank, times, to) => {
      const factor = times / lengths[rank]!;
      const start = rank * dimensions;
      for (let d = 0; d < dimensions; d++) to[d]! += factor * values[start + d]!;
    },
  };
};
