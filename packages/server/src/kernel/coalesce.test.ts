import { expect, test } from 'vitest';
import { createCoalesce } from './coalesce.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('concurrent calls share one query, and calls during a running query share the next one', async () => {
  const ask = createCoalesce<number>();
  let [asked, version] = [0, 1];
  const answers: (() => void)[] = [];
  const question = async () => {
    asked++;
    const seen = version;
    await new Promise<void>((resolve) => answers.push(resolve));
    return seen;
  };
  const crowd = [ask('a', question), ask('a', question), ask('b', question)];
  await turn();
  await turn();
  expect(asked).toBe(2);
  version = 2;
  const late = [ask('a', question), ask('a', question)];
  for (const answer of answers.splice(0)) answer();
  expect(await Promise.all(crowd)).toEqual([1, 1, 1]);
  // Begun by a microtask: the question is sent in the turn after.
  await turn();
  await turn();
  expect(asked).toBe(3);
  for (const answer of answers.splice(0)) answer();
  expect(await Promise.all(late)).toEqual([2, 2]);
});

test('a failed query is not reused', async () => {
  const ask = createCoalesce<string>();
  await expect(ask('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await ask('a', async () => 'here')).toBe('here');
  const failing = ask('a', () => Promise.reject(new Error('gone')));
  failing.catch(() => {});
  await turn();
  expect(await ask('a', async () => 'here')).toBe('here');
});
