import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSchedule } from './schedule.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-07-01T10:16:50Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const jobs = [
  { name: 'often', cron: '* * * * *' },
  { name: 'hourly', cron: '17 * * * *' },
];

const start = (insert: (names: readonly string[]) => void = () => {}) => {
  const inserted: string[][] = [];
  const woken: string[] = [];
  const errors: unknown[] = [];
  const schedule = createSchedule(jobs, {
    insert: async (due) => {
      const names = due.map(({ name, singletonKey }) => `${name} ${singletonKey?.slice(11, 16)}`);
      insert(names);
      inserted.push(names);
    },
    wake: (name) => woken.push(name),
    onError: (error) => errors.push(error),
  });
  schedule.start();
  return { schedule, inserted, woken, errors };
};

test('jobs are enqueued at the start, and when their minute begins', async () => {
  const { schedule, inserted, woken } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(inserted).toEqual([['often 10:16']]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(inserted).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inserted.slice(1)).toEqual([['often 10:17', 'hourly 10:17'], ['often 10:18']]);
  expect(woken).toEqual(['often', 'often', 'hourly', 'often']);
  schedule.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(inserted).toHaveLength(3);
});

test('what could not be enqueued is enqueued a minute later', async () => {
  let isReachable = true;
  const { schedule, inserted, errors } = start(() => {
    if (!isReachable) throw new Error('no connection');
  });
  await vi.advanceTimersByTimeAsync(0);
  isReachable = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(errors).toHaveLength(1);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inserted).toEqual([['often 10:16'], ['often 10:18', 'hourly 10:17']]);
  schedule.stop();
});

test('a machine that slept makes up for the last run of each job', async () => {
  const { schedule, inserted } = start();
  await vi.advanceTimersByTimeAsync(0);
  vi.setSystemTime(new Date('2026-07-02T09:30:00Z'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(inserted[1]).toEqual(['often 09:30', 'hourly 09:17']);
  schedule.stop();
});
