import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  overflowOf,
} from '../../../../site/src/testing/browser.ts';
import { signInLinkFor } from '../../testing/browser-client.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

const jsonOf = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as Promise<T>;

/** Where pictures of the pages go, for whoever wants to look at them. */
const { PICTURES } = process.env;

describe.skipIf(!CHROMIUM)('authorizing a program in a real browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  /** A command line that waits for its answer on the computer of the user. */
  const startProgram = async (name = 'GitBook CLI') => {
    let answered: (parameters: URLSearchParams) => void = () => {};
    const answer = new Promise<URLSearchParams>((resolve) => {
      answered = resolve;
    });
    const listener: Server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://here.invalid');
      if (pathname === '/callback') answered(searchParams);
      response
        .setHeader('content-type', 'text/html')
        .end('<title>Done</title><h1>You can close this tab</h1>');
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const redirect_uri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
    const metadata = await jsonOf<{
      registration_endpoint: string;
      authorization_endpoint: string;
      token_endpoint: string;
      scopes_supported: string[];
    }>(fetch(`${server.url}/.well-known/oauth-authorization-server`));
    const registered = fetch(metadata.registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: name,
        client_uri: 'https://tools.example',
        redirect_uris: [redirect_uri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      }),
    });
    const { client_id } = await jsonOf<{ client_id: string }>(registered);
    const code_verifier = randomBytes(32).toString('base64url');
    const url = new URL(metadata.authorization_endpoint);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      state: 'state',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: metadata.scopes_supported.join(' '),
    }).toString();
    return {
      url: url.href,
      answer,
      exchange: async (code: string) => {
        const body = new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri,
          client_id,
          code_verifier,
        });
        return jsonOf<{ access_token: string }>(fetch(metadata.token_endpoint, { method: 'POST', body }));
      },
      close: () => new Promise((resolve) => listener.close(resolve)),
    };
  };

  const signIn = async (page: Page) => {
    await page.goto(server.url + (await signInLinkFor(server, org.edit.email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/app**`);
  };

  test('leads back to the program, which gets a token that its user can revoke', async () => {
    const program = await startProgram();
    const context = await browser.newContext();
    const page = await context.newPage();
    // The sign-in page leads back to the request.
    await page.goto(program.url);
    expect(new URL(page.url()).pathname).toBe('/login');
    await signIn(page);
    await page.goto(program.url);
    await page.getByLabel('Access ends after').selectOption('7 days');
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'You can close this tab' }).waitFor();
    const parameters = await program.answer;
    expect(parameters.get('state')).toBe('state');
    const { access_token } = await program.exchange(parameters.get('code')!);
    const whoIs = async () => (await server.withToken(access_token)('GET', '/user')).status;
    expect(await whoIs()).toBe(200);
    await page.goto(`${server.url}/app/tokens`);
    await page.getByRole('button', { name: 'Revoke GitBook CLI' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    // By its text: behind an open dialog the page has no buttons for `getByRole`.
    await page.getByText('GitBook CLI', { exact: true }).waitFor({ state: 'detached' });
    expect(await whoIs()).toBe(401);
    await context.close();
    await program.close();
  });

  test('leads back to the program also if the user refuses', async () => {
    const program = await startProgram();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page);
    await page.goto(program.url);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'You can close this tab' }).waitFor();
    expect((await program.answer).get('error')).toBe('access_denied');
    await context.close();
    await program.close();
  });

  test.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 390],
    ['dark', 390],
  ] as const)('is accessible, and fits: %s, %i wide', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await signIn(page);
    for (const name of ['GitBook CLI', 'W'.repeat(60)]) {
      const program = await startProgram(name);
      await page.goto(program.url);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      if (PICTURES)
        await page.screenshot({
          path: path.join(PICTURES, `authorize-${name.slice(0, 3)}-${colorScheme}-${width}.png`),
          fullPage: true,
        });
      await program.close();
    }
    await context.close();
  });
});
