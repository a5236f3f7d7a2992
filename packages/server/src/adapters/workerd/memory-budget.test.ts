import { describe, expect, test } from 'vitest';
import { createTurns } from '../../kernel/turns.ts';
import { createMemoryBudget } from './memory-budget.ts';

const CHUNK = 64 * 1024;
const TURN_BYTES = 256 * 1024;
const budgetOf = (bytes: number) => createMemoryBudget(bytes, createTurns(TURN_BYTES));
const chunks = (count: number) => Array.from({ length: count }, () => new Uint8Array(CHUNK));
async function* all(pieces: readonly Uint8Array[]) {
  yield* pieces;
}

describe('a large body', () => {
  test('is kept in the pieces in which it arrives, without a copy', async () => {
    const pieces = chunks(160);
    const read = await budgetOf(1e9).readChunks(all(pieces), 1e9);
    expect(read!.length).toBe(160);
    expect(read!.every((piece, index) => piece === pieces[index])).toBe(true);
  });

  test('leaves the event loop to others after each part, also if all of it has arrived', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const budget = budgetOf(1e9);
    const pieces = chunks(40);
    const bodies = Array.from({ length: 20 }, () => budget.readChunks(all(pieces), 1e9));
    await Promise.all(bodies);
    isDone = true;
    // The limit is for all bodies together; their first pieces do not count, nor does the turn that is counted late.
    expect(turns).toBeGreaterThanOrEqual((20 * 39 * CHUNK) / TURN_BYTES - 2);
  });

  test('is refused above its limit, and above that of all bodies together', async () => {
    const budget = budgetOf(10 * CHUNK);
    expect(await budget.read(all(chunks(3)), 2 * CHUNK)).toBeUndefined();
    expect(await budget.read(all(chunks(11)), 1e9)).toBeUndefined();
    expect((await budget.read(all(chunks(10)), 1e9))!.length).toBe(10 * CHUNK);
  });
});
