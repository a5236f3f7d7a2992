import { expect, test } from 'vitest';
import { heightsOf, sourceName, trendOf } from './pulse.ts';

test.each([
  ['up', [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 3]],
  ['down', [0, 0, 0, 0, 0, 4, 4, 0, 0, 0, 1, 0, 0]],
  ['steady', [0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0, 0]],
  ['steady', [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
] as const)('the trend is %s', (trend, weekly) => {
  expect(trendOf(weekly)).toBe(trend);
});

test('bars are relative to the highest', () => {
  expect(heightsOf([0, 2, 4])).toEqual([0, 0.5, 1]);
  expect(heightsOf([0, 0])).toEqual([0, 0]);
});

test('sources have names', () => {
  const sources = ['email', 'integration:helpdesk:abc', 'integration:api:def'];
  expect(sources.map(sourceName)).toEqual(['E-mail', 'helpdesk', 'API']);
});
