import { describe, expect, test } from 'vitest';
import { createApart } from './apart.ts';
import { LOOKS, type Look, strainersOf, suspectsOf } from './blame.ts';

const MINUTE = 60_000;

const start = () => {
  let time = 0;
  return {
    apart: createApart(() => time),
    pass: (ms: number) => {
      time += ms;
    },
  };
};

describe('scripts that are suspected', () => {
  test('are alone, each in a process of its own', () => {
    const { apart } = start();
    const ids = Array.from({ length: 8 }, (_, at) => `s${at}`);
    apart.suspect(ids);
    expect(new Set(ids.map(apart.placeOf)).size).toBe(8);
    expect(apart.placeOf('other')).toBeUndefined();
  });
  test('share processes when there are many, and no more than there are', () => {
    const { apart } = start();
    const ids = Array.from({ length: 80 }, (_, at) => `s${at}`);
    apart.suspect(ids);
    expect(new Set(ids.map(apart.placeOf)).size).toBe(8);
    // Those of one process that did it again are spread anew.
    const together = ids.filter((id) => apart.placeOf(id) === apart.placeOf('s0'));
    expect(together).toHaveLength(10);
    apart.suspect(together);
    expect(new Set(together.map(apart.placeOf)).size).toBeGreaterThan(4);
  });
  test('are let back when they behaved for a while, and stay longer each time', () => {
    const { apart, pass } = start();
    apart.suspect(['s', 't']);
    pass(3 * MINUTE);
    // It has not shown yet how it behaves.
    expect(apart.placeOf('s')).toBeDefined();
    apart.noteGood('s');
    expect(apart.placeOf('s')).toBeUndefined();
    apart.suspect(['s', 't']);
    apart.noteGood('s');
    pass(3 * MINUTE);
    expect(apart.placeOf('s')).toBeDefined();
    pass(2 * MINUTE);
    expect(apart.placeOf('s')).toBeUndefined();
  });
  test('have a clean slate when nothing was heard of them for long', () => {
    const { apart, pass } = start();
    for (let i = 0; i < 5; i++) apart.suspect(['s', 't']);
    pass(200 * MINUTE);
    apart.suspect(['s', 't']);
    apart.noteGood('s');
    pass(3 * MINUTE);
    expect(apart.placeOf('s')).toBeUndefined();
  });
});

describe('scripts that did harm', () => {
  test('are kept from those that are only suspected, also when they are suspected again', () => {
    const { apart } = start();
    apart.suspect(['s', 't']);
    apart.convict('s');
    apart.suspect(['s', 't', 'u']);
    expect(apart.placeOf('s')).toMatch(/^quarantine/);
    expect(apart.placeOf('t')).toMatch(/^apart/);
    expect(apart.placeOf('t')).not.toBe(apart.placeOf('u'));
  });
  test('are let back, too, later', () => {
    const { apart, pass } = start();
    apart.convict('s');
    apart.noteGood('s');
    pass(9 * MINUTE);
    expect(apart.placeOf('s')).toBeDefined();
    pass(2 * MINUTE);
    expect(apart.placeOf('s')).toBeUndefined();
  });
});

test('suspects are those who were at work before it fell silent, each once, whoever began last', () => {
  const script = (id: string) => ({ id, owner: 'o', runtime: 'v2' as const, text: async () => '' });
  const at = (id: string, startedAt: number) => ({ script: script(id), startedAt });
  const all = [at('a', 100), at('b', 500), at('a', 900), at('c', 1100), at('d', 2000)];
  const names = (silentSince?: number) => suspectsOf(all, silentSince).map(({ id }) => id);
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  expect(names(1000)).toEqual(['a', 'b', 'c']);
  expect(names(200)).toEqual(['a']);
});

describe('a strain', () => {
  const looks = (share: number, goingOn: (at: number) => readonly string[]): Look[] =>
    Array.from({ length: LOOKS }, (_, at) => ({
      at: at * 500,
      busyMs: at * 500 * share,
      goingOn: goingOn(at),
    }));
  test('are those who go on after their answers all the while that the processor is taken', () => {
    expect(strainersOf(looks(0.9, (at) => (at === 3 ? ['a'] : ['a', 'b'])))).toEqual(['a']);
    expect(strainersOf(looks(0.9, () => ['a', 'b']))).toEqual(['a', 'b']);
  });
  test('is neither waiting, nor many short answers, nor a moment', () => {
    expect(strainersOf(looks(0.4, () => ['a']))).toEqual([]);
    expect(strainersOf(looks(0.9, () => []))).toEqual([]);
    expect(strainersOf(looks(0.9, (at) => [`s${at}`]))).toEqual([]);
    expect(strainersOf(looks(0.9, () => ['a']).slice(1))).toEqual([]);
    expect(strainersOf([])).toEqual([]);
  });
});
