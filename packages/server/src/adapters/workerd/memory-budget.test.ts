import { describe, expect, test } from 'vitest';
import { createTurns } from '../../kernel/turns.ts';
import { createMemoryBudget, NoRoomError } from './memory-budget.ts';

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

  test('is refused above its limit', async () => {
    expect(await budgetOf(10 * CHUNK).read(all(chunks(3)), 2 * CHUNK)).toBeUndefined();
  });

  describe('for which there is no room', () => {
    /** A body whose last piece arrives on request. */
    const openBody = () => {
      let finish = () => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      async function* body() {
        yield* chunks(5);
        await finished;
        yield new Uint8Array(CHUNK);
      }
      return { body: body(), finish };
    };

    test('waits until another one was read, and those behind it, in order', async () => {
      const budget = budgetOf(10 * CHUNK);
      const first = openBody();
      const done: string[] = [];
      const read = async (name: string, body: AsyncIterable<Uint8Array>) => {
        const { length } = (await budget.read(body, 9 * CHUNK))!;
        done.push(name);
        return length;
      };
      const all9 = [
        read('first', first.body),
        ...['second', 'third', 'fourth'].map((name) => read(name, all(chunks(9)))),
      ];
      // A small one does not wait.
      expect(await budget.read(all(chunks(1)), 9 * CHUNK)).toHaveLength(CHUNK);
      expect(done).toEqual([]);
      first.finish();
      expect(await Promise.all(all9)).toEqual([6, 9, 9, 9].map((count) => count * CHUNK));
      expect(done).toEqual(['first', 'second', 'third', 'fourth']);
    });

    test('is given up when its time is over, without a place in the queue', async () => {
      const budget = budgetOf(10 * CHUNK);
      const first = openBody();
      const reading = budget.read(first.body, 9 * CHUNK);
      const time = new AbortController();
      const late = budget.read(all(chunks(9)), 9 * CHUNK, time.signal);
      const patient = budget.read(all(chunks(9)), 9 * CHUNK);
      time.abort();
      await expect(late).rejects.toBeInstanceOf(NoRoomError);
      first.finish();
      expect(await reading).toHaveLength(6 * CHUNK);
      expect(await patient).toHaveLength(9 * CHUNK);
    });

    test('is read alone if its limit is larger than all room', async () => {
      const budget = budgetOf(10 * CHUNK);
      expect(await budget.read(all(chunks(20)), 1e9)).toHaveLength(20 * CHUNK);
    });
  });
});
