import { describe, expect, test } from 'vitest';
import { minutesBetween, parseCron } from './cron.ts';

const at = (time: string) => new Date(`${time}Z`);

describe('a schedule', () => {
  test.each([
    ['* * * * *', '2026-07-01T00:00', true],
    ['*/15 * * * *', '2026-07-01T10:45', true],
    ['*/15 * * * *', '2026-07-01T10:46', false],
    ['17 * * * *', '2026-07-01T10:17', true],
    ['17 * * * *', '2026-07-01T10:18', false],
    ['41 3 * * *', '2026-07-01T03:41', true],
    ['41 3 * * *', '2026-07-01T04:41', false],
    ['0 0 1 7 *', '2026-07-01T00:00', true],
    ['0 0 1 8 *', '2026-07-01T00:00', false],
    ['0 0 * * 3', '2026-07-01T00:00', true],
    ['0 0 * * 0', '2026-07-01T00:00', false],
  ])('%s at %s: %s', (cron, time, expected) => {
    expect(parseCron(cron)(at(time))).toBe(expected);
  });

  test.each(['', '* * * *', '* * * * * *', '1-5 * * * *', '*/0 * * * *', 'a * * * *'])(
    '“%s” is none',
    (cron) => {
      expect(() => parseCron(cron)).toThrow(`Not a schedule: ${cron}`);
    },
  );
});

test('every minute is in one of two periods that follow each other', () => {
  const minutes = (after: string, until: string) =>
    minutesBetween(at(after), at(until)).map((minute) => minute.toISOString().slice(11, 16));
  expect(minutes('2026-07-01T10:58:30', '2026-07-01T11:00:00')).toEqual(['10:59', '11:00']);
  expect(minutes('2026-07-01T11:00:00', '2026-07-01T11:00:59')).toEqual([]);
  expect(minutes('2026-07-01T11:00:59', '2026-07-01T11:01:00')).toEqual(['11:01']);
  // The clock of the machine was set back.
  expect(minutes('2026-07-01T11:05:00', '2026-07-01T11:01:00')).toEqual([]);
});
