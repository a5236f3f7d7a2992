import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openBrowser, openPage } from '../../../../../site/src/testing/browser.ts';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import { eventsOf } from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

let script: string;
beforeAll(async () => {
  script = await bundleIntegration('site-script');
});

const INJECTING = { scopes: ['site:script:inject'], target: 'site' };

const siteOf = async (more: object = {}) =>
  publishSpaces(org, [await createSpaceWith(org, [insertPage('Welcome', 'Hello.')])], more);

/** A site with the integration, and the next response to a reader. */
const scripted = async (manifest: object = {}) => {
  const site = await siteOf();
  const name = await publish(org, { script, ...INJECTING, ...manifest });
  const { at } = await install(org, name);
  await callOrThrow(org, 'POST', `${at}/sites`, { siteId: site.id });
  const key = `K-${site.id}`;
  await callOrThrow(org, 'PATCH', `${at}/sites/${site.id}`, { configuration: { key } });
  return { site, name, at, key };
};

const seen = async (url: string) => {
  const { host, pathname } = new URL(url);
  const { text, headers } = await requestFromHost(server, host, pathname);
  return {
    scripts: [...text.matchAll(/<script src="([^"]*~integrations[^"]*)"/g)].map(([, src]) =>
      src!.replaceAll('&amp;', '&'),
    ),
    policy: String(headers['content-security-policy']),
  };
};

describe('integration scripts in pages', () => {
  test('are in every page of the sites that have them, and in no other', async () => {
    const policy = { 'connect-src': 'https://api.example' };
    const { site, key } = await scripted({ contentSecurityPolicy: policy });
    const other = await siteOf({ title: 'Other' });
    const [listed] = (await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/integration-scripts`))
      .body;
    for (const path of ['', '/nothing-here', '/~lectern/search?q=hello']) {
      const found = await seen(site.url + path);
      expect(found.scripts).toEqual([listed.script]);
      expect(found.policy).toContain(`script-src 'self' ${listed.script.split('?')[0]};`);
      expect(found.policy).toContain("connect-src 'self' https://api.example https://*.api.example;");
    }
    expect(await (await fetch(listed.script)).text()).toBe(`window.tracked = "${key}";`);
    const without = await seen(other.url);
    expect(without.scripts).toEqual([]);
    expect(without.policy).toContain("script-src 'self';");
    expect(without.policy).not.toContain('api.example');
  });

  test('disappear with their policy in the next response after they are removed', async () => {
    const { site, name, at } = await scripted({ contentSecurityPolicy: 'script-src https://cdn.example' });
    const isThere = async () => {
      const { scripts, policy } = await seen(site.url);
      expect(policy.includes('cdn.example')).toBe(scripts.length > 0);
      return scripts.length > 0;
    };
    expect(await isThere()).toBe(true);
    await callOrThrow(org, 'PATCH', at, { status: 'paused' });
    expect(await isThere()).toBe(false);
    await callOrThrow(org, 'PATCH', at, { status: 'active' });
    expect(await isThere()).toBe(true);
    await callOrThrow(org, 'DELETE', `${at}/sites/${site.id}`);
    expect(await isThere()).toBe(false);
    await callOrThrow(org, 'PATCH', at, { site_selection: 'all' });
    expect(await isThere()).toBe(true);
    await publish(org, { script, scopes: [], target: 'site' }, name);
    expect(await isThere()).toBe(false);
    await publish(org, { script, ...INJECTING, contentSecurityPolicy: 'img-src https://cdn.example' }, name);
    expect(await isThere()).toBe(true);
    await callOrThrow(org, 'DELETE', at);
    expect(await isThere()).toBe(false);
  });

  test('may use hosts that the owners of the site add, from the next response on', async () => {
    const { site, at } = await scripted();
    const other = await scripted();
    const allow = (id: string, hosts: string[]) =>
      callOrThrow(org, 'PATCH', `/orgs/${org.id}/sites/${id}`, { contentSecurityPolicy: { hosts } });
    const isAllowed = async (url: string) => (await seen(url)).policy.includes('cdn.vendor.example');
    expect(await isAllowed(site.url)).toBe(false);
    await allow(site.id, ['CDN.vendor.example', 'cdn.vendor.example']);
    const { policy } = await seen(site.url);
    expect(policy).toMatch(/script-src 'self' [^;]* cdn\.vendor\.example;/);
    expect(policy).toContain("connect-src 'self' cdn.vendor.example wss://cdn.vendor.example;");
    expect(await isAllowed(other.site.url)).toBe(false);
    // Without scripts of integrations the site is as strict as any.
    await callOrThrow(org, 'DELETE', at);
    expect(await isAllowed(site.url)).toBe(false);
    await allow(other.site.id, ['cdn.vendor.example']);
    expect(await isAllowed(other.site.url)).toBe(true);
    await allow(other.site.id, []);
    expect(await isAllowed(other.site.url)).toBe(false);
  });

  test('have another URL after every change', async () => {
    const { site, name, at } = await scripted();
    const address = async () => (await seen(site.url)).scripts[0]!;
    const text = async () => (await fetch(await address())).text();
    const first = await address();
    await callOrThrow(org, 'PATCH', `${at}/sites/${site.id}`, { configuration: { key: 'other' } });
    const second = await address();
    expect(second).not.toBe(first);
    expect(await text()).toBe('window.tracked = "other";');
    await publish(org, { script: script.replace('window.tracked', 'window.found'), ...INJECTING }, name);
    expect(await address()).not.toBe(second);
    expect(await text()).toBe('window.found = "other";');
  });

  test('are loaded once while nothing changes', async () => {
    const { site, name } = await scripted();
    const { scripts } = await seen(site.url);
    for (let at = 0; at < 3; at++) expect((await fetch(scripts[0]!)).status).toBe(200);
    const asked = async () =>
      (await eventsOf(org, name)).filter(({ payload }) => payload.type === 'fetch_published_script').length;
    await expect.poll(asked).toBe(1);
  });

  test("never run at the server's own address", async () => {
    const { site } = await scripted();
    const origin = `${site.id.toLowerCase()}.acme.test/help`;
    await callOrThrow(org, 'PATCH', `/orgs/${org.id}/sites/${site.id}`, { proxy: origin });
    const proxied = await requestFromHost(server, new URL(server.url).host, `/sites/${site.id}`);
    expect([proxied.status, proxied.text.includes('Hello.')]).toEqual([200, true]);
    expect(proxied.text).not.toContain('~integrations');
    expect(proxied.headers['content-security-policy']).toContain("script-src 'self';");
    // At its own host, the same site has its scripts.
    expect((await seen(site.url)).scripts).toHaveLength(1);
  });

  test('are not part of previews', async () => {
    const { site } = await scripted();
    const { url } = await callOrThrow(org, 'GET', `/orgs/${org.id}/sites/${site.id}/publishing/preview`);
    const { host, pathname, search } = new URL(url);
    const entered = await requestFromHost(server, host, pathname + search);
    const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
    const looked = await requestFromHost(server, host, pathname, { cookie });
    expect([looked.status, looked.text.includes('~integrations')]).toEqual([200, false]);
  });
});

describe.skipIf(!CHROMIUM)('integration scripts in a browser', () => {
  let browser: Browser;
  let outside: Server;
  beforeAll(async () => {
    browser = await openBrowser();
    outside = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
      response.end(`window.loaded = ${JSON.stringify(request.url)}`);
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser?.close();
    outside?.close();
  });

  // Loaded by the page, not by the test.
  const loads = (page: Page, src: string) =>
    page.evaluate(
      `new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = ${JSON.stringify(src)};
        script.onload = () => resolve('ran');
        script.onerror = () => resolve('blocked');
        document.head.append(script);
      })`,
    );

  test('run, and load only sources of their policy', async () => {
    const { port } = outside.address() as AddressInfo;
    const allowed = `http://127.0.0.1:${port}/allowed/`;
    const { site, at, key } = await scripted({ contentSecurityPolicy: `script-src ${allowed}` });
    const { page, errors } = await openPage(browser, site.url);
    await page.waitForFunction('window.tracked !== undefined');
    expect(await page.evaluate('window.tracked')).toBe(key);
    expect(errors).toEqual([]);
    expect(await loads(page, `${allowed}more.js`)).toBe('ran');
    expect(await loads(page, `http://127.0.0.1:${port}/other.js`)).toBe('blocked');
    const asked = page.evaluate(`fetch('http://127.0.0.1:${port}/data').then(() => 'sent', () => 'blocked')`);
    expect(await asked).toBe('blocked');
    expect(errors.length).toBeGreaterThan(0);
    await callOrThrow(org, 'DELETE', at);
    await page.reload();
    expect(await page.evaluate('window.tracked')).toBeUndefined();
    expect(await loads(page, `${allowed}more.js`)).toBe('blocked');
    await page.close();
  });
});
