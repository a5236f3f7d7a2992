import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';
import { createSigning } from './signing.ts';

const secrets = createSecrets(createSigning('of this installation'));
const TEXT = 'whsec_ü✓';

test('a secret is decrypted only for its purpose, row and installation', () => {
  const sealed = secrets.encrypt('webhooks', 'O/W', TEXT);
  expect(sealed).not.toContain(TEXT);
  expect(secrets.decrypt('webhooks', 'O/W', sealed)).toBe(TEXT);
  expect(secrets.encrypt('webhooks', 'O/W', TEXT)).not.toBe(sealed);
  const another = createSecrets(createSigning('of another installation'));
  expect(() => another.decrypt('webhooks', 'O/W', sealed)).toThrow();
  expect(() => secrets.decrypt('webhooks', 'O/X', sealed)).toThrow();
  expect(() => secrets.decrypt('others', 'O/W', sealed)).toThrow();
});

test('changed, truncated or unencrypted data is rejected', () => {
  const bytes = Buffer.from(secrets.encrypt('p', 'a', TEXT), 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(() => secrets.decrypt('p', 'a', changed.toString('base64'))).toThrow();
  }
  for (const text of ['', 'AAAA', bytes.subarray(0, 20).toString('base64')])
    expect(() => secrets.decrypt('p', 'a', text)).toThrow();
});
