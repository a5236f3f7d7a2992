import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('work on the same key runs in order, one at a time, also after a failure', async () => {
  const turns = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await soon();
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => turns('thing', work(name))));
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('work on other keys does not wait', async () => {
  const turns = createKeyedMutex();
  let end = () => {};
  const first = turns('one', () => new Promise<void>((resolve) => (end = resolve)));
  expect(await turns('other', async () => 'done')).toBe('done');
  end();
  await first;
});
