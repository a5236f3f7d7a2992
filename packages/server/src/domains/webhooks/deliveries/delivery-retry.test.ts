import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from '../../../kernel/retry-after.ts';
import { webhookOutcomeOf } from './delivery-retry.ts';
import { signatureOf } from './sender.service.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const HOUR = 3_600_000;

describe('the outcome of a delivery', () => {
  const after = (outcome: object, tries = 0, random = 0.5) =>
    webhookOutcomeOf(outcome, { tries }, NOW, random);

  test.each([200, 201, 204, 299])('is a success with the status %i', (statusCode) =>
    expect(after({ statusCode })).toEqual({ kind: 'delivered' }),
  );

  test('disables the webhook with the status 410', () =>
    expect(after({ statusCode: 410 })).toEqual({ kind: 'gone' }));

  test.each([{ statusCode: 302 }, { statusCode: 400 }, { statusCode: 500 }, { error: 'hung up' }])(
    'is a retry after %j, seven times over about a day, and then a failure',
    (outcome) => {
      const delays = Array.from({ length: 7 }, (_, tries) => after(outcome, tries) as { afterMs: number });
      expect(delays.map(({ afterMs }) => afterMs)).toEqual(
        [...delays].map(({ afterMs }) => afterMs).sort((a, b) => a - b),
      );
      const day = delays.reduce((sum, { afterMs }) => sum + afterMs, 0) / HOUR;
      expect(day).toBeGreaterThan(20);
      expect(day).toBeLessThan(28);
      expect(after(outcome, 7)).toEqual({ kind: 'given-up' });
      expect(after(outcome, 700)).toEqual({ kind: 'given-up' });
    },
  );

  test('has a random delay of at most a fifth more or less', () => {
    const of = (random: number) => (after({ statusCode: 500 }, 0, random) as { afterMs: number }).afterMs;
    expect([of(0), of(0.5), of(1)]).toEqual([8000, 10_000, 12_000]);
  });

  test('follows Retry-After for a longer delay, never a shorter one, up to a limit', () => {
    const of = (retryAfter: string) =>
      (after({ statusCode: 429, retryAfter }) as { afterMs: number }).afterMs;
    expect([of('120'), of('1'), of('99999999')]).toEqual([120_000, 10_000, 6 * HOUR]);
    expect(parseRetryAfter('Sun, 15 Nov 2026 12:05:00 GMT', NOW)).toBe(300_000);
    for (const nonsense of [null, undefined, '', '-5', 'soon', '1e9', 'Sun, 15 Nov 2020 12:05:00 GMT'])
      expect(parseRetryAfter(nonsense, NOW) ?? 0).toBe(0);
  });
});

test('signatures match the documentation', () => {
  // printf '1794744000.{"type":"ping"}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureOf(['whsec_test'], '{"type":"ping"}', NOW)).toBe(
    't=1794744000,v1=8fd2c4c91428a9d45c49a50738c7076c953951d8b8ca554496ebb3d0fc7dc9bd',
  );
});
