import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBrowser } from '../testing/browser-client.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { parseTrustedProxies, proxyTrust } from './proxies.ts';

describe('trusted proxies', () => {
  test.each([
    ['true', 1],
    ['false', 0],
    ['2', 2],
    ['127.0.0.1, 10.0.0.0/8 fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
  ])('can be set as %s', (value, read) => {
    expect(parseTrustedProxies(value)).toEqual(read);
  });

  test.each(['yes', '11', '-1', '1.5', ',', 'proxy.example.com', '10.0.0.0/99', '10.0.0.1:80', '*.example'])(
    'cannot be set as %s',
    (value) => {
      expect(() => parseTrustedProxies(value)).toThrow(/must be true \(one proxy\)/);
    },
  );

  test('are recognized by their number or their addresses', () => {
    expect([0, 1, 2].map((hop) => proxyTrust(2)('8.8.8.8', hop))).toEqual([true, true, false]);
    const trust = proxyTrust(['127.0.0.1', '10.0.0.0/8']);
    const asked = ['127.0.0.1', '::ffff:10.1.2.3', '8.8.8.8', 'nonsense', '', undefined];
    expect(asked.map((address) => trust(address, 0))).toEqual([true, true, false, false, false, false]);
  });
});

describe.each([
  ['one trusted proxy', 1, ''],
  ['two trusted proxies', 2, ', 10.0.0.9'],
  ['trusted proxy addresses', ['127.0.0.0/8', '::1'], ''],
])('with %s', (_, trustProxy, nearer) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ config: { trustProxy, rateLimit: 3000 } });
  });
  afterAll(() => server.close());

  test('clients cannot forge their IP address: the 61st guess is rejected, and other clients are not', async () => {
    const browser = newBrowser(server);
    const guess = (from: string) =>
      browser.send('/login/link', { token: 'lcl_x' }, { 'x-forwarded-for': from + nearer });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await guess(`10.1.1.${i}, 203.0.113.7`)).status);
    expect(statuses).toEqual([...Array(60).fill(404), 429]);
    expect((await guess('203.0.113.8')).status).toBe(404);
  });
});
