import { expect, test } from 'vitest';
import { createEventBuffer } from './event-buffer.ts';

/** A buffer of numbers that cannot be written if they are negative. */
const bufferWith = (isBadItem: boolean) => {
  const written: number[] = [];
  let dropped = 0;
  const buffer = createEventBuffer<number>({
    write: async (items) => {
      if (items.some((item) => item < 0)) throw new Error('negative');
      written.push(...items);
    },
    isBadItem: () => isBadItem,
    onDrop: (count) => {
      dropped += count;
    },
  });
  return { buffer, written, dropped: () => dropped };
};

test('an item that cannot be written takes no others with it', async () => {
  const { buffer, written, dropped } = bufferWith(true);
  buffer.add([1, 2, -3, 4, 5, -6, 7]);
  await buffer.flush();
  expect([written, dropped()]).toEqual([[1, 2, 4, 5, 7], 2]);
});

test('a batch that fails for another reason is dropped whole, and the next one is written', async () => {
  const { buffer, written, dropped } = bufferWith(false);
  buffer.add([1, -2]);
  await buffer.flush();
  buffer.add([3]);
  await buffer.flush();
  expect([written, dropped()]).toEqual([[3], 2]);
});
