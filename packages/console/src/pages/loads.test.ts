import { expect, test } from 'vitest';
import { createLoads } from './loads.ts';

test('loads once, and tells which missing values have arrived', async () => {
  const loads = createLoads();
  let count = 0;
  const read = (key: string) =>
    loads.get(key, async () => {
      count++;
      if (key === 'broken') throw new Error('refused');
      return key.toUpperCase();
    });
  const arrivals: string[][] = [];
  const end = loads.subscribe((keys) => void arrivals.push([...keys]));
  const first = loads.collect(() => [read('a'), read('a'), read('broken')]);
  expect([first.result, [...first.missing]]).toEqual([
    [undefined, undefined, undefined],
    ['a', 'broken'],
  ]);
  await expect.poll(() => arrivals).toEqual([['a', 'broken']]);
  const second = loads.collect(() => [read('a'), read('broken')]);
  expect([second.result, second.missing.size, count]).toEqual([['A', undefined], 0, 2]);
  loads.set('a', 'other');
  expect(read('a')).toBe('other');
  await expect.poll(() => arrivals.length).toBe(2);
  end();
});

test('a collection inside of another one counts for both', () => {
  const loads = createLoads();
  const never = () => new Promise<undefined>(() => undefined);
  const outer = loads.collect(() => {
    const inner = loads.collect(() => loads.get('a', never));
    loads.get('b', never);
    return [...inner.missing];
  });
  expect([outer.result, [...outer.missing]]).toEqual([['a'], ['a', 'b']]);
});
