import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { type Audience, keyPrintOf, mintPreviewToken, mintSiteToken, readSiteToken } from './site-token.ts';

const SECRET = randomBytes(32);
const MORNING = new Date('2026-05-01T06:00:00Z');
const EVENING = new Date('2026-05-01T23:59:59Z');
const NEXT_DAY = new Date('2026-05-02T00:00:00Z');
const everybody: Audience = { organization: 'o1', site: 's1', admission: { kind: 'public' }, claims: {} };

const audiences: fc.Arbitrary<Audience> = fc.record({
  organization: fc.string({ minLength: 1 }),
  site: fc.string({ minLength: 1 }),
  admission: fc.oneof(
    fc.constant({ kind: 'public' as const }),
    fc.string().map((link) => ({ kind: 'share-link' as const, link })),
    fc.string().map((keyPrint) => ({ kind: 'visitor' as const, keyPrint })),
  ),
  claims: fc
    .dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })
    .map((claims) => JSON.parse(JSON.stringify(claims))),
});

describe('site tokens', () => {
  test('are read back as they were given', () => {
    fc.assert(
      fc.property(audiences, (audience) => {
        expect(readSiteToken(SECRET, mintSiteToken(SECRET, audience, MORNING), EVENING)).toEqual(audience);
      }),
    );
  });

  test('are the same for the same audience all day, and another for another audience or day', () => {
    const token = mintSiteToken(SECRET, everybody, MORNING);
    expect(mintSiteToken(SECRET, everybody, EVENING)).toBe(token);
    expect(mintSiteToken(SECRET, everybody, NEXT_DAY)).not.toBe(token);
    const claims = { plan: 'pro', at: { a: 1, b: [{ c: 1, d: 2 }] } };
    const reordered = { at: { b: [{ d: 2, c: 1 }], a: 1 }, plan: 'pro' };
    expect(mintSiteToken(SECRET, { ...everybody, claims }, MORNING)).toBe(
      mintSiteToken(SECRET, { ...everybody, claims: reordered }, MORNING),
    );
    fc.assert(
      fc.property(audiences, audiences, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        fc.pre(!same);
        expect(mintSiteToken(SECRET, one, MORNING)).not.toBe(mintSiteToken(SECRET, other, MORNING));
      }),
    );
  });

  test('look like what clients take apart, and are never about to end', () => {
    for (const now of [MORNING, EVENING, NEXT_DAY]) {
      const { exp, claims } = decodeJwt(
        mintSiteToken(SECRET, { ...everybody, claims: { plan: 'pro' } }, now),
      );
      expect(exp! - now.getTime() / 1000).toBeGreaterThan(120);
      expect(claims).toEqual({ plan: 'pro' });
    }
  });

  test('end the day after, or with what let somebody in', () => {
    const token = mintSiteToken(SECRET, everybody, MORNING);
    expect(readSiteToken(SECRET, token, new Date('2026-05-02T23:59:59Z'))).toEqual(everybody);
    expect(readSiteToken(SECRET, token, new Date('2026-05-03T00:00:00Z'))).toBeUndefined();
    const short = mintSiteToken(SECRET, everybody, MORNING, new Date('2026-05-01T07:00:00Z'));
    expect(readSiteToken(SECRET, short, new Date('2026-05-01T06:59:59Z'))).toEqual(everybody);
    expect(readSiteToken(SECRET, short, new Date('2026-05-01T07:00:00Z'))).toBeUndefined();
  });

  test('of a preview are good for an hour', () => {
    const { organization, site, claims } = everybody;
    const said = { organization, site, claims, member: 'me', siteSpace: 'v2' };
    const token = mintPreviewToken(SECRET, said, MORNING);
    const preview = { ...everybody, admission: { kind: 'preview', member: 'me', siteSpace: 'v2' } };
    expect(readSiteToken(SECRET, token, new Date('2026-05-01T06:59:59Z'))).toEqual(preview);
    expect(readSiteToken(SECRET, token, new Date('2026-05-01T07:00:00Z'))).toBeUndefined();
  });

  test('that we did not give are none', () => {
    const token = mintSiteToken(SECRET, everybody, MORNING);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = encoded({ alg: 'none', typ: 'JWT' });
    const other = `${encoded({ typ: 'JWT', alg: 'HS256' })}.${payload}`;
    const forged = [
      '',
      '..',
      'a.b.c',
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${encoded({ ...everybody, exp: 9e9 })}.${signature}`,
      `${other}.${createHmac('sha256', SECRET).update(other).digest('base64url')}`,
      `${token}.x`,
      `${token}=`,
      `x${token}`,
      mintSiteToken(randomBytes(32), everybody, MORNING),
      'x'.repeat(20_000),
    ];
    for (const text of forged) expect(readSiteToken(SECRET, text, MORNING)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'Aa0-_.'), (index, character) => {
        const changed = token.slice(0, index) + character + token.slice(index + 1);
        expect(readSiteToken(SECRET, changed, MORNING) !== undefined).toBe(changed === token);
      }),
    );
  });

  test('of a key that was replaced can be told from those of the new one, and tell neither', () => {
    const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(keyPrintOf(one)).toBe(keyPrintOf(one));
    expect(keyPrintOf(one)).not.toBe(keyPrintOf(other));
    expect(keyPrintOf(one)).not.toContain('aaaa');
  });
});
