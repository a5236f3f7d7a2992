import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { masked } from './masking.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Digits and the one more that makes a card of them. */
const withCheckDigit = (text: string): string => {
  const sum = [...text].reverse().reduce((total, digit, i) => {
    const counted = i % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return text + ((10 - (sum % 10)) % 10);
};

const word = fc.constantFrom('please', 'help', 'my', 'account', 'is', 'at', 'and', 'the', 'not', 'working');
const around = fc.tuple(fc.array(word, { maxLength: 5 }), fc.array(word, { maxLength: 5 }));
const inside = ([before, after]: [string[], string[]], secret: string) =>
  [...before, secret, ...after].join(' ');

describe('masking', () => {
  test.each([
    ['write to Jo.Doe+docs@mail.example.co.uk today', 'write to [email] today'],
    ['call +44 20 7946 0958 or (555) 123-4567', 'call [phone] or [phone]'],
    ['call 555-123-4567 or 0612345678', 'call [phone] or [phone]'],
    ['card 4111 1111 1111 1111 and 5500-0000-0000-0004', 'card [card] and [card]'],
    ['from DE89 3704 0044 0532 0130 00 and GB82WEST12345698765432', 'from [iban] and [iban]'],
    ['https://jo:hunter2@host.test/a?token=abc&x=1', 'https://jo:[secret]@host.test/a?token=[secret]&x=1'],
    ['Authorization: Bearer abcdef0123456789abcdef', 'Authorization: Bearer [secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-_', '[secret]'],
    ['key sk-proj-abcdefghij0123456789 and ghp_abcdefghij0123456789abcd', 'key [secret] and [secret]'],
    ['password: hunter2! and api_key="zzz-111"', 'password: [secret] and api_key="[secret]"'],
  ])('takes out what is somebody’s: %s', (text, expected) => expect(masked(text)).toBe(expected));

  test.each([
    'Version 1.2.3 and v10.20.30-beta.4, Node 20.19.0',
    'On 2026-11-15, 15.11.2026, 11/15/2026 at 10:30:45 and 2026-11-15T10:20:30.123Z',
    'ERR-50012, 0x80070005, HTTP 500, code 12345678, order 1234567890, 10.0.0.1:5432, 192.168.100.200',
    'My password is not working and the token is missing; the secret is out',
    'id 550e8400-e29b-41d4-a716-446655440000, commit 0b78f61, 4111 1111 1111 1112',
    'It costs 1 000 000 or 1,234,567.89 for 100 200 300 users',
    'https://docs.test/guides?page=2&limit=1000#intro',
  ])('leaves what is nobody’s: %s', (text) => expect(masked(text)).toBe(text));

  test('finds every card, address and telephone number, whatever stands around', () => {
    const card = digits(15).map((text) => withCheckDigit(`4${text.slice(1)}`));
    const email = fc
      .tuple(
        fc.stringMatching(/^[a-z][a-z0-9._]{0,20}[a-z0-9]$/),
        fc.stringMatching(/^[a-z]{1,15}\.(com|de|io)$/),
      )
      .map((parts) => parts.join('@'));
    const phone = digits(9).map((text) => `+4${text.slice(0, 2)} ${text.slice(2, 5)} ${text.slice(5)}`);
    fc.assert(
      fc.property(around, fc.oneof(card, email, phone), (words, secret) => {
        const result = masked(inside(words, secret));
        expect(result).not.toContain(secret);
        expect(result).toMatch(/\[(card|email|phone)\]/);
      }),
    );
  });

  test('done twice is as done once, and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const once = masked(text);
        expect(masked(once)).toBe(once);
      }),
    );
  });

  test('takes no longer for what was made to take long', () => {
    const hostile = [
      '1 '.repeat(10_000),
      'a'.repeat(20_000),
      'a@'.repeat(10_000),
      '://a:'.repeat(4000),
      'eyJ'.repeat(6000),
    ];
    const begin = performance.now();
    for (const text of [
      ...hostile,
      'A1a'.repeat(6000),
      'DE11 AAAA '.repeat(2000),
      'token: '.repeat(3000),
      '-----BEGIN PRIVATE KEY-----'.repeat(700),
    ])
      masked(text);
    // Far more than it takes, and far less than a pattern that goes back and forth would.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
