import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });
const asAdmin = () => ({ authorization: `Bearer ${org.admin.token}`, accept: 'text/html' });

const open = async (path = '/app') => {
  const page = await get(path, asAdmin());
  return { page, html: await page.text() };
};

describe('the console', () => {
  test('is one page for every app link', async () => {
    const { page, html } = await open();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const { urls } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
    for (const path of [new URL(urls.app).pathname, '/app/s/nothing/~/changes/1', '/app/no such page'])
      expect([path, (await open(path)).html]).toEqual([path, html]);
  });

  test('sends people who are not signed in to the sign-in page, and back', async () => {
    const response = await get('/app/s/abc/guides?x=1', { accept: 'text/html' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/login?to=${encodeURIComponent('/app/s/abc/guides?x=1')}`,
    ]);
    expect((await get('/app')).status).toBe(401);
  });

  test('allows only scripts and style sheets of the server', async () => {
    const { page, html } = await open();
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=| on\w+=/);
  });

  test('has files that are cached forever and compressed', async () => {
    const { html } = await open();
    const [script] = /\/app\/assets\/[\w.-]+\.js/.exec(html)!;
    const plain = await get(script, { 'accept-encoding': 'identity' });
    const text = await plain.text();
    expect([plain.status, plain.headers.get('content-encoding'), plain.headers.get('cache-control')]).toEqual(
      [200, null, 'public, max-age=31536000, immutable'],
    );
    for (const encoding of ['br', 'gzip']) {
      const response = await get(script, { 'accept-encoding': encoding });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(await response.text()).toBe(text);
    }
  });

  test('has the icons that content may name, as files with a symbol', async () => {
    for (const name of ['rocket', 'github', 'rocket-launch', 'no-such-icon']) {
      const icon = await get(`/app/icons/${name}`);
      expect([name, icon.status, icon.headers.get('content-type')]).toEqual([name, 200, 'image/svg+xml']);
      expect(icon.headers.get('cache-control')).toBe('public, max-age=2592000');
      expect(await icon.text()).toMatch(
        /^<svg xmlns="[^"]+" [^>]+>.*<symbol id="icon" viewBox="[\d .]+"><path d="/,
      );
    }
  });

  test('has the files that draw diagrams: a script, and a frame with a policy of its own', async () => {
    const script = await get('/app/diagrams/script.js');
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const [, version] = /\.\.\/diagrams\/([^/]+)\//.exec(await script.text())!;
    const frame = await get(`/app/diagrams/${version}/frame.html`, { 'accept-encoding': 'gzip' });
    expect([frame.status, frame.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    for (const path of ['x/frame.html', `${version}/nothing.js`, `${version}/../console.js`, 'frame.html'])
      expect([path, (await get(`/app/diagrams/${path}`)).status]).toEqual([path, 404]);
  });

  test('has the fonts of sites', async () => {
    const sheet = await get('/app/fonts/Roboto/font.css');
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    const [, file] = /url\("([^"]+)"\)/.exec(await sheet.text())!;
    const font = await get(`/app/fonts/Roboto/${file}`);
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    for (const path of ['Nothing/font.css', 'Roboto/nothing.woff2', `Roboto/x/${file}`, 'toString/font.css'])
      expect([path, (await get(`/app/fonts/${path}`)).status]).toEqual([path, 404]);
  });

  test.each(['Rocket', 'fa-rocket', 'a.svg', '__proto__', '%3Cscript%3E', 'x'.repeat(61)])(
    'has no icon %s',
    async (name) => {
      expect((await get(`/app/icons/${name}`)).status).toBe(404);
    },
  );

  test.each(['nothing.js', '..%2findex.html', '%2e%2e%2findex.html', 'index.html', '__proto__'])(
    'has no file %s',
    async (name) => {
      expect((await get(`/app/assets/${name}`)).status).toBe(404);
    },
  );
});
