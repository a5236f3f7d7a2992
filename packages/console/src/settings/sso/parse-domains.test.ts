import { expect, test } from 'vitest';
import { parseDomains } from './parse-domains.ts';

test('domains are found in what people type', () => {
  expect(parseDomains(' Example.com, @acme.test\nann@acme.test;x.org ')).toEqual([
    'example.com',
    'acme.test',
    'x.org',
  ]);
  expect(parseDomains('')).toEqual([]);
});
