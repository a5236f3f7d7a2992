import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openBrowser } from '../../../../../site/src/testing/browser.ts';
import { signInLinkFor } from '../../../testing/browser-client.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

const HOST = 'docs.test';

// Browsers trust plain http on their own machine as they trust https, and say more of their requests there than elsewhere.
describe.skipIf(!CHROMIUM)('a real browser, over plain HTTP on another host', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser(HOST);
    url = server.url.replace('127.0.0.1', HOST);
  });
  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  test('signs in, changes the account, and does not reveal the secret of the link', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const sent: Record<string, string>[] = [];
    page.on('request', async (request) => sent.push(await request.allHeaders()));
    await page.goto(url + (await signInLinkFor(server, org.read.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toBe(`${url}/app`);
    await page.goto(`${url}/account`);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Your name was saved.');
    expect(sent.some((headers) => 'sec-fetch-site' in headers)).toBe(false);
    expect(sent.filter(({ referer }) => referer?.includes('token='))).toEqual([]);
    await page.close();
  });
});
