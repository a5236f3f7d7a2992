import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  type Audience,
  keyFingerprint,
  signPreviewToken,
  signSiteToken,
  verifySiteToken,
} from './site-token.ts';

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
  test('are verified with the signed content', () => {
    fc.assert(
      fc.property(audiences, (audience) => {
        expect(verifySiteToken(SECRET, signSiteToken(SECRET, audience, MORNING), EVENING)).toEqual(audience);
      }),
    );
  });

  test('are the same for the same audience all day, and different for another audience or day', () => {
    const token = signSiteToken(SECRET, everybody, MORNING);
    expect(signSiteToken(SECRET, everybody, EVENING)).toBe(token);
    expect(signSiteToken(SECRET, everybody, NEXT_DAY)).not.toBe(token);
    const claims = { plan: 'pro', at: { a: 1, b: [{ c: 1, d: 2 }] } };
    const reordered = { at: { b: [{ d: 2, c: 1 }], a: 1 }, plan: 'pro' };
    expect(signSiteToken(SECRET, { ...everybody, claims }, MORNING)).toBe(
      signSiteToken(SECRET, { ...everybody, claims: reordered }, MORNING),
    );
    fc.assert(
      fc.property(audiences, audiences, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        fc.pre(!same);
        expect(signSiteToken(SECRET, one, MORNING)).not.toBe(signSiteToken(SECRET, other, MORNING));
      }),
    );
  });

  test('can be decoded by clients, and are valid for at least two minutes', () => {
    for (const now of [MORNING, EVENING, NEXT_DAY]) {
      const { exp, claims } = decodeJwt(
        signSiteToken(SECRET, { ...everybody, claims: { plan: 'pro' } }, now),
      );
      expect(exp! - now.getTime() / 1000).toBeGreaterThan(120);
      expect(claims).toEqual({ plan: 'pro' });
    }
  });

  test('end the day after, or with the admission', () => {
    const token = signSiteToken(SECRET, everybody, MORNING);
    expect(verifySiteToken(SECRET, token, new Date('2026-05-02T23:59:59Z'))).toEqual(everybody);
    expect(verifySiteToken(SECRET, token, new Date('2026-05-03T00:00:00Z'))).toBeUndefined();
    const short = signSiteToken(SECRET, everybody, MORNING, new Date('2026-05-01T07:00:00Z'));
    expect(verifySiteToken(SECRET, short, new Date('2026-05-01T06:59:59Z'))).toEqual(everybody);
    expect(verifySiteToken(SECRET, short, new Date('2026-05-01T07:00:00Z'))).toBeUndefined();
  });

  test('of a preview are valid for an hour', () => {
    const { organization, site, claims } = everybody;
    const said = { organization, site, claims, member: 'me', siteSpace: 'v2' };
    const token = signPreviewToken(SECRET, said, MORNING);
    const preview = { ...everybody, admission: { kind: 'preview', member: 'me', siteSpace: 'v2' } };
    expect(verifySiteToken(SECRET, token, new Date('2026-05-01T06:59:59Z'))).toEqual(preview);
    expect(verifySiteToken(SECRET, token, new Date('2026-05-01T07:00:00Z'))).toBeUndefined();
  });

  test('that are forged are rejected', () => {
    const token = signSiteToken(SECRET, everybody, MORNING);
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
      signSiteToken(randomBytes(32), everybody, MORNING),
      'x'.repeat(20_000),
    ];
    for (const text of forged) expect(verifySiteToken(SECRET, text, MORNING)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'Aa0-_.'), (index, character) => {
        const changed = token.slice(0, index) + character + token.slice(index + 1);
        expect(verifySiteToken(SECRET, changed, MORNING) !== undefined).toBe(changed === token);
      }),
    );
  });

  test('contain a fingerprint of their key, which does not reveal it', () => {
    const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(keyFingerprint(one)).toBe(keyFingerprint(one));
    expect(keyFingerprint(one)).not.toBe(keyFingerprint(other));
    expect(keyFingerprint(one)).not.toContain('aaaa');
  });
});
