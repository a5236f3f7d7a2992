/** Word vectors, most frequent word first. */
export interface WordVectors {
  readonly size: number;
  readonly dimensions: number;
  /** The frequency rank of a word; undefined for unknown words. */
  rankOf(word: string): number | undefined;
  /** Adds the normalized vector of a word, multiplied by a factor, to a vector. */
  add(rank: number, times: number, to: Float32Array): void;
}

const HEADER_BYTES = 12;

/** Parses the file that `scripts/build-word-vectors.ts` writes. */
export const parseWordVectors = (bytes: Uint8Array): WordVectors => {
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const [size, dimensions, length] = [0, 4, 8].map((at) => head.getUint32(at, true)) as [
    number,
    number,
    number,
  ];
  const words = new TextDecoder().decode(bytes.subarray(HEADER_BYTES, HEADER_BYTES + length)).split('\n');
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES + length, size * dimensions);
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
