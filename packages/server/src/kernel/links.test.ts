import { expect, test } from 'vitest';
import { listeningUrl } from './links.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['docs.internal', 'http://docs.internal:3000'],
])('a server without a public URL that listens on %s has the URL %s', (host, address) => {
  expect(listeningUrl(host, 3000)).toBe(address);
});
