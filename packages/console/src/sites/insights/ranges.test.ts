import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';
import { changeOf, daysOf, rangesOf } from './ranges.ts';

test('a period ends tonight, and is compared with as many days before', () => {
  const { current, previous } = rangesOf('week', new Date('2026-11-19T15:00:00Z'));
  expect(current).toEqual({ from: '2026-11-13T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' });
  expect(previous).toEqual({ from: '2026-11-06T00:00:00.000Z', to: '2026-11-13T00:00:00.000Z' });
  expect([daysOf(current).at(0), daysOf(current).at(-1)]).toEqual(['2026-11-13', '2026-11-19']);
});

test.each([
  [12, 10, '+20 %'],
  [5, 10, '−50 %'],
  [10, 10, '±0 %'],
  [3, 0, undefined],
])('%i after %i is a change of %s', (now, before, words) => expect(changeOf(now, before)).toBe(words));

test('a table becomes CSV whose cells are no formulas', () => {
  expect(
    toCsv([
      ['Page', 'Views'],
      ['One, "two"', 3],
      ['=cmd()', 1],
    ]),
  ).toBe('Page,Views\r\n"One, ""two""",3\r\n\'=cmd(),1\r\n');
});
