import { expect, test } from 'vitest';
import { createClockReader, createThreadClock, startThreadClock } from './thread-clock.ts';

test('a clock counts the processor time of its thread, not the time that it waits', () => {
  const clock = createThreadClock();
  const seconds = createClockReader(clock);
  expect(seconds()).toBe(0);
  startThreadClock(clock);
  expect(seconds()).toBe(0);
  if (process.platform === 'linux') {
    // As a thread that gets no processor.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect(seconds()).toBeLessThan(0.2);
  }
  let sum = 0;
  while (seconds() < 0.2) for (let n = 0; n < 1e5; n++) sum += n;
  expect(sum).toBeGreaterThan(0);
});
