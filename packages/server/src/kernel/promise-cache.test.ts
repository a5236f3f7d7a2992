import { expect, test } from 'vitest';
import { createPromiseCache } from './promise-cache.ts';

const counting = () => {
  let calls = 0;
  return {
    calls: () => calls,
    load: async () => {
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
      return `value ${calls}`;
    },
  };
};

test('concurrent and later calls share one load', async () => {
  const cache = createPromiseCache<string>({ max: 2 });
  const { load, calls } = counting();
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual(['value 1', 'value 1']);
  expect(await cache.get('a', load)).toBe('value 1');
  expect(calls()).toBe(1);
});

test('an error reaches all callers and is not cached', async () => {
  const cache = createPromiseCache<string>();
  const failing = async () => {
    throw new Error('down');
  };
  const all = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', async () => 'up')).toBe('up');
});

test('a synchronous error is handled like any other', async () => {
  const cache = createPromiseCache<string>();
  const throwing = () => {
    throw new Error('at once');
  };
  await expect(cache.get('a', throwing)).rejects.toThrow('at once');
  expect(await cache.get('a', async () => 'up')).toBe('up');
});

test('the least recently used entry is evicted', async () => {
  const cache = createPromiseCache<string>({ maxSize: 10, sizeOf: (value) => value.length });
  const { load, calls } = counting();
  await cache.get('a', load);
  await cache.get('b', load);
  await cache.get('b', load);
  expect(calls()).toBe(2);
  await cache.get('a', load);
  expect(calls()).toBe(3);
});

test('an expired value is loaded again', async () => {
  let now = 0;
  const cache = createPromiseCache<{ until: number }>({ isExpired: ({ until }) => until <= now });
  const load = async () => ({ until: now + 10 });
  const first = await cache.get('a', load);
  now = 9;
  expect(await cache.get('a', load)).toBe(first);
  now = 10;
  expect(await cache.get('a', load)).toEqual({ until: 20 });
});

test('a value that is too large is returned and not cached', async () => {
  const cache = createPromiseCache<string>({ maxSize: 3, sizeOf: (value) => value.length });
  const { load, calls } = counting();
  expect(await cache.get('a', load)).toBe('value 1');
  expect(await cache.get('a', load)).toBe('value 2');
  expect(calls()).toBe(2);
});
