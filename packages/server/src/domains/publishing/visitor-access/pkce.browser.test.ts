import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openBrowser } from '../../../../../site/src/testing/browser.ts';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';

/** An identity provider that answers only the holder of the verifier of a code. */
const startProvider = async () => {
  const challenges = new Map<string, string>();
  const refused: string[] = [];
  const provider: Server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://provider');
    if (pathname === '/authorize') {
      const code = `code-${challenges.size}`;
      challenges.set(code, searchParams.get('code_challenge')!);
      const back = new URL(searchParams.get('redirect_uri')!);
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state')!);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (pathname === '/logout') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Signed out</h1>');
      return;
    }
    if (pathname !== '/token') {
      response.writeHead(404).end();
      return;
    }
    let body = '';
    for await (const part of request) body += part;
    const form = new URLSearchParams(body);
    const hash = createHash('sha256').update(form.get('code_verifier')!).digest('base64url');
    const isRight = challenges.get(form.get('code')!) === hash;
    challenges.delete(form.get('code')!);
    if (!isRight) refused.push(body);
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  return {
    /** Its address for browsers, at a host of its own. */
    url: `http://identities.test:${port}`,
    tokens: `127.0.0.1:${port}`,
    refused,
    close: () => {
      provider.closeAllConnections();
      provider.close();
    },
  };
};

describe.skipIf(!CHROMIUM)('sign-in with PKCE at a site with a host of its own', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let provider: Awaited<ReturnType<typeof startProvider>>;

  beforeAll(async () => {
    provider = await startProvider();
    server = await startServer({ config: { egressAllow: provider.tokens } });
    org = await server.organization();
    browser = await openBrowser('identities.test');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    provider?.close();
  });

  test('leads from the first visit to the page, and sign-out deletes the cookies', async () => {
    const space = await createSpaceWith(org, [
      insertPage('Welcome', 'A secret.'),
      insertPage('Second page', 'Another secret.'),
    ]);
    const site = await publishSpaces(org, [space], { visibility: 'visitor-auth' });
    await callOrThrow(org, 'PATCH', `/orgs/${org.id}/sites/${site.id}/publishing/auth`, {
      backend: 'integration',
    });
    const script = (await bundleIntegration('visitor-auth-pkce'))
      .replaceAll('https://identities.example', provider.url)
      .replaceAll('https://tokens.example', `http://${provider.tokens}`);
    const scopes = ['site:visitor:auth', 'site:metadata:read'];
    const name = await publish(org, { script, scopes, target: 'site' });
    const { at } = await install(org, name);
    await callOrThrow(org, 'POST', `${at}/sites`, { siteId: site.id });
    // None of the three hosts contains another.
    const endpoint = `${server.url}/~integrations/${name}/x`;
    const hosts = [site.url, endpoint, provider.url].map((url) => new URL(url).hostname);
    for (const host of hosts)
      expect(hosts.filter((other) => other === host || other.endsWith(`.${host}`))).toHaveLength(1);

    const context = await browser.newContext();
    const page = await context.newPage();
    const namesAt = async (url: string) => (await context.cookies(url)).map((cookie) => cookie.name).sort();
    const answer = await page.goto(`${site.url}/second-page?x=1`);
    expect([answer!.status(), page.url()]).toEqual([200, `${site.url}/second-page?x=1`]);
    expect(await page.locator('main').textContent()).toContain('Another secret.');
    expect(provider.refused).toEqual([]);
    expect(await namesAt(endpoint)).toEqual(['location', 'state', 'verifier']);
    // They are for the endpoint of this integration alone.
    for (const url of [`${server.url}/`, `${server.url}/~integrations/another/x`, provider.url])
      expect([url, await namesAt(url)]).toEqual([url, []]);
    expect(await namesAt(site.url)).not.toContain('verifier');

    await page.goto(`${site.url}/~gitbook/auth/logout`);
    expect(await page.locator('h1').textContent()).toBe('Signed out');
    expect(await namesAt(endpoint)).toEqual([]);
    expect(await namesAt(site.url)).toEqual([]);
    await context.close();
  });
});
