import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const CHUNK = 64;
const PER_TURN = 4 * CHUNK;

/** Counts the bytes of each turn of the event loop while work runs. */
const bytesPerTurn = async (work: (count: (bytes: number) => void) => Promise<unknown>) => {
  const turns = [0];
  let isDone = false;
  const nextTurn = () => {
    if (isDone) return;
    turns.push(0);
    setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await work((bytes) => {
    turns[turns.length - 1]! += bytes;
  });
  isDone = true;
  return turns;
};

test('no turn of the event loop gets more bytes, however many bodies there are', async () => {
  const turns = createTurns(PER_TURN);
  const order: number[] = [];
  const body = async (name: number, count: (bytes: number) => void) => {
    for (let left = 10; left > 0; left--) {
      await turns.take(CHUNK);
      order.push(name);
      count(CHUNK);
    }
  };
  const used = await bytesPerTurn((count) =>
    Promise.all(Array.from({ length: 20 }, (_, name) => body(name, count))),
  );
  expect(used.reduce((sum, bytes) => sum + bytes)).toBe(20 * 10 * CHUNK);
  // The turn of the test and that of the bodies begin at different times.
  expect(Math.max(...used)).toBeLessThanOrEqual(2 * PER_TURN);
  expect(used.length).toBeGreaterThan((20 * 10 * CHUNK) / PER_TURN / 2);
  // All bodies advance together.
  expect(new Set(order.slice(0, 20)).size).toBeGreaterThanOrEqual(17);
});

test('a single body passes at once within the limit, and a piece above the limit passes, too', async () => {
  const turns = createTurns(PER_TURN);
  const used = await bytesPerTurn(async (count) => {
    for (let left = 4; left > 0; left--) {
      await turns.take(CHUNK);
      count(CHUNK);
    }
  });
  expect(used).toEqual([PER_TURN]);
  await turns.take(100 * PER_TURN);
  await turns.take(CHUNK);
});
