import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { verifyVisitorToken } from './verify-visitor-token.ts';

const KEY = randomBytes(32).toString('hex');
const NOW = new Date('2026-05-01T12:00:00Z');
const at = (seconds: number) => Math.floor(NOW.getTime() / 1000) + seconds;
const bytes = (key: string) => new TextEncoder().encode(key);
const signed = (claims: object, { key = KEY, alg = 'HS256' } = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(bytes(key));
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mac = (text: string, hash = 'sha256') => createHmac(hash, KEY).update(text).digest('base64url');
const raw = (header: unknown, payload: unknown) => {
  const text = `${encoded(header)}.${encoded(payload)}`;
  return `${text}.${mac(text)}`;
};
const verify = (token: string) => verifyVisitorToken(KEY, token, NOW);

describe('visitor tokens', () => {
  test('a token signed by the owner has claims, with or without expiry', async () => {
    expect(await verify(await signed({ plan: 'pro', exp: at(60) }))).toEqual({
      ok: true,
      claims: { plan: 'pro', exp: at(60) },
      expiresAt: new Date(at(60) * 1000),
    });
    expect(await verify(await signed({ plan: 'pro' }))).toMatchObject({ ok: true, expiresAt: undefined });
    // Tokens made without a library are the same.
    expect(await verify(raw({ alg: 'HS256', typ: 'JWT' }, {}))).toMatchObject({ ok: true });
  });

  test.each<[string, object, string | undefined]>([
    ['expired', { exp: at(-60) }, 'expired'],
    ['expired a moment ago: clocks differ', { exp: at(-5) }, undefined],
    ['not good yet', { nbf: at(60) }, 'early'],
    ['good in a moment: clocks differ', { nbf: at(5) }, undefined],
    ['good for ever, as a text', { exp: 'never' }, 'invalid'],
    ['good since, as a text', { nbf: 'always' }, 'early'],
  ])('%s', async (_, claims, reason) => {
    const verdict = await verify(raw({ alg: 'HS256' }, claims));
    expect(verdict.ok ? undefined : verdict.reason).toBe(reason);
  });

  test('other keys, other algorithms and unsigned tokens are rejected', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = `${encoded({ alg: 'RS256' })}.${encoded({})}`;
    const hs512 = `${encoded({ alg: 'HS512' })}.${encoded({})}`;
    const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const tokens = {
      'another key': await signed({}, { key: randomBytes(32).toString('hex') }),
      'the key with a space': await signed({}, { key: `${KEY} ` }),
      'no key': await signed({}, { key: '\0'.repeat(32) }),
      HS512: `${hs512}.${mac(hs512, 'sha512')}`,
      HS384: await signed({}, { alg: 'HS384' }),
      'HS256 in another case': raw({ alg: 'hs256' }, {}),
      RS256: `${rsa}.${sign('sha256', Buffer.from(rsa), privateKey).toString('base64url')}`,
      'a public key as a secret': await signed({}, { key: spki }),
      none: `${encoded({ alg: 'none' })}.${encoded({})}.`,
      'none, signed': raw({ alg: 'none' }, {}),
      'no algorithm': raw({}, {}),
      'an algorithm that is a list': raw({ alg: ['HS256'] }, {}),
      'a header that must be understood': raw({ alg: 'HS256', crit: ['exp'], exp: 1 }, {}),
      'without a signature': (await signed({})).replace(/\.[^.]+$/, '.'),
    };
    for (const [name, token] of Object.entries(tokens))
      expect([name, await verify(token)]).toEqual([name, { ok: false, reason: 'invalid' }]);
  });

  test('malformed and oversized tokens are rejected', async () => {
    const large = await signed({ a: 'x'.repeat(9000) });
    for (const token of [
      '',
      '.',
      '..',
      'a.b',
      'a.b.c',
      `${large}`,
      `${await signed({})}.x`,
      '{}',
      '\u{1f600}.a.b',
    ])
      expect([token.slice(0, 9), (await verify(token)).ok]).toEqual([token.slice(0, 9), false]);
    for (const payload of [null, 1, 'text', [], [1]])
      expect((await verify(raw({ alg: 'HS256' }, payload))).ok).toBe(false);
  });

  test('a token with one changed character is rejected', async () => {
    const token = await signed({ plan: 'pro', exp: at(600) });
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 2), fc.constantFrom(...'Aa0-_.'), async (index, character) => {
        const changed = token.slice(0, index) + character + token.slice(index + 1);
        expect((await verify(changed)).ok).toBe(changed === token);
      }),
    );
  });
});
