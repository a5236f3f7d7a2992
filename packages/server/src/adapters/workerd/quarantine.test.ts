import { describe, expect, test } from 'vitest';
import { createQuarantine } from './quarantine.ts';
import { busyScripts, SAMPLES, suspectsOf, type UsageSample } from './suspects.ts';

const MINUTE = 60_000;

const start = () => {
  let time = 0;
  return {
    quarantine: createQuarantine(() => time),
    pass: (ms: number) => {
      time += ms;
    },
  };
};

describe('suspected scripts', () => {
  test('run in a process of their own', () => {
    const { quarantine } = start();
    const ids = Array.from({ length: 8 }, (_, at) => `s${at}`);
    quarantine.isolateSuspects(ids);
    expect(new Set(ids.map(quarantine.processOf)).size).toBe(8);
    expect(quarantine.processOf('other')).toBeUndefined();
  });
  test('share processes when there are many, and only as many as there are', () => {
    const { quarantine } = start();
    const ids = Array.from({ length: 80 }, (_, at) => `s${at}`);
    quarantine.isolateSuspects(ids);
    expect(new Set(ids.map(quarantine.processOf)).size).toBe(8);
    // The scripts of a process that failed again are distributed again.
    const together = ids.filter((id) => quarantine.processOf(id) === quarantine.processOf('s0'));
    expect(together).toHaveLength(10);
    quarantine.isolateSuspects(together);
    expect(new Set(together.map(quarantine.processOf)).size).toBeGreaterThan(4);
  });
  test('are released after good behavior, and stay longer each time', () => {
    const { quarantine, pass } = start();
    quarantine.isolateSuspects(['s', 't']);
    pass(3 * MINUTE);
    // It has not handled an event yet.
    expect(quarantine.processOf('s')).toBeDefined();
    quarantine.recordSuccess('s');
    expect(quarantine.processOf('s')).toBeUndefined();
    quarantine.isolateSuspects(['s', 't']);
    quarantine.recordSuccess('s');
    pass(3 * MINUTE);
    expect(quarantine.processOf('s')).toBeDefined();
    pass(2 * MINUTE);
    expect(quarantine.processOf('s')).toBeUndefined();
  });
  test('are forgotten after a long time without incidents', () => {
    const { quarantine, pass } = start();
    for (let i = 0; i < 5; i++) quarantine.isolateSuspects(['s', 't']);
    pass(200 * MINUTE);
    quarantine.isolateSuspects(['s', 't']);
    quarantine.recordSuccess('s');
    pass(3 * MINUTE);
    expect(quarantine.processOf('s')).toBeUndefined();
  });
});

describe('offenders', () => {
  test('are separated from suspected ones, also when they are suspected again', () => {
    const { quarantine } = start();
    quarantine.isolateSuspects(['s', 't']);
    quarantine.isolateOffender('s');
    quarantine.isolateSuspects(['s', 't', 'u']);
    expect(quarantine.processOf('s')).toMatch(/^quarantine/);
    expect(quarantine.processOf('t')).toMatch(/^apart/);
    expect(quarantine.processOf('t')).not.toBe(quarantine.processOf('u'));
  });
  test('are released later', () => {
    const { quarantine, pass } = start();
    quarantine.isolateOffender('s');
    quarantine.recordSuccess('s');
    pass(9 * MINUTE);
    expect(quarantine.processOf('s')).toBeDefined();
    pass(2 * MINUTE);
    expect(quarantine.processOf('s')).toBeUndefined();
  });
});

test('suspects are the scripts that were running before the process stopped responding, each once', () => {
  const script = (id: string) => ({ id, owner: 'o', runtime: 'v2' as const, text: async () => '' });
  const at = (id: string, startedAt: number) => ({ script: script(id), startedAt });
  const all = [at('a', 100), at('b', 500), at('a', 900), at('c', 1100), at('d', 2000)];
  const names = (silentSince?: number) => suspectsOf(all, silentSince).map(({ id }) => id);
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  expect(names(1000)).toEqual(['a', 'b', 'c']);
  expect(names(200)).toEqual(['a']);
});

describe('scripts that use the CPU after their response', () => {
  const looks = (share: number, continuing: (at: number) => readonly string[]): UsageSample[] =>
    Array.from({ length: SAMPLES }, (_, at) => ({
      at: at * 500,
      busyMs: at * 500 * share,
      continuing: continuing(at),
    }));
  test('continue after their responses for as long as the CPU is busy', () => {
    expect(busyScripts(looks(0.9, (at) => (at === 3 ? ['a'] : ['a', 'b'])))).toEqual(['a']);
    expect(busyScripts(looks(0.9, () => ['a', 'b']))).toEqual(['a', 'b']);
  });
  test('do not include waiting scripts, many short responses, or short bursts', () => {
    expect(busyScripts(looks(0.4, () => ['a']))).toEqual([]);
    expect(busyScripts(looks(0.9, () => []))).toEqual([]);
    expect(busyScripts(looks(0.9, (at) => [`s${at}`]))).toEqual([]);
    expect(busyScripts(looks(0.9, () => ['a']).slice(1))).toEqual([]);
    expect(busyScripts([])).toEqual([]);
  });
});
