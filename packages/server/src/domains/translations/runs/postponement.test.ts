import { expect, test } from 'vitest';
import { EngineError, type EngineFailure } from '../../../kernel/engine-error.ts';
import { postponementFor } from './postponement.ts';

const MINUTE = 60_000;
const START = new Date('2026-01-01T00:00:00Z');

/** The waits of a run, in minutes, while its engine fails, and what ends it. */
const waitsWith = (kind: EngineFailure, retryAfterMs?: number) => {
  const waits: number[] = [];
  for (let now = START; ; ) {
    const postponement = postponementFor(new EngineError(kind, 'No', { retryAfterMs }), START, now);
    if ('refusal' in postponement) return { waits, refusal: postponement.refusal };
    waits.push((postponement.until.getTime() - now.getTime()) / MINUTE);
    now = postponement.until;
  }
};

test('waits for an unreachable engine as long as it has been unreachable, up to an hour at a time and a day in all', () => {
  const { waits, refusal } = waitsWith('down');
  expect(waits.slice(0, 8)).toEqual([1, 1, 2, 4, 8, 16, 32, 60]);
  expect(Math.max(...waits)).toBe(60);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(23 * 60);
  expect(refusal).toContain('one day');
});

test('waits for a busy engine as long as it asks for', () => {
  expect(waitsWith('busy', 20 * MINUTE).waits.slice(0, 2)).toEqual([20, 20]);
  expect(waitsWith('busy').waits.slice(0, 2)).toEqual([5, 5]);
});
