import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type PublishedSite, publishSite } from '../../../testing/sites.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

describe('machine files of sites', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const write = async (pages: readonly (readonly [title: string, markdown: string])[]) => {
    const changes = pages.map(([title, markdown]) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    }));
    const { status } = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    expect(status).toBe(200);
  };
  const isMarkdown = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: answered } = await site.get(path, headers);
    return [status, String(answered['content-type']).startsWith('text/markdown')];
  };

  beforeEach(async () => {
    space = await createLiveSpace(org);
    await write([
      ['Start', 'Hello.'],
      ['Install the server', 'How to install.'],
      ['Install the client', 'How to install.'],
    ]);
    site = await publishSite(server, org, [{ space }]);
  });

  test('known agents and clients that accept it get Markdown; browsers and search engines get HTML', async () => {
    for (const agent of [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'ClaudeBot/1.0',
      'Mozilla/5.0 (compatible; PerplexityBot/1.0)',
    ]) {
      expect(await isMarkdown('', { 'user-agent': agent })).toEqual([200, true]);
      // An explicit `Accept` header takes precedence.
      const requestHeaders = { 'user-agent': agent, accept: 'text/html, text/markdown;q=0.5' };
      expect(await isMarkdown('', requestHeaders)).toEqual([200, false]);
    }
    for (const agent of [BROWSER, 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8', ''])
      expect(await isMarkdown('', { 'user-agent': agent, accept: '*/*' })).toEqual([200, false]);
    expect(await isMarkdown('', { accept: 'text/markdown' })).toEqual([200, true]);
    expect((await site.get('')).headers.vary).toContain('user-agent');
    // Caches must distinguish the two.
    expect((await site.get('', { 'user-agent': BROWSER })).text).toContain('<!doctype html>');
  });

  test('a missing page as Markdown has status 200 and suggestions', async () => {
    for (const [path, headers] of [
      ['/install-server.md', {}],
      ['/install-server', { accept: 'text/markdown' }],
      ['/install-server', { 'user-agent': 'GPTBot/1.2' }],
    ] as const) {
      const { status, headers: answered, text } = await site.get(path, headers);
      expect([status, answered['x-robots-tag'], answered['cache-control']]).toEqual([
        200,
        'noindex, nofollow',
        'private, no-store',
      ]);
      expect(text).toMatch(/^# Page not found\n/);
      expect(text).toContain(`http://${site.host}${site.base}/install-the-server`);
      expect(text.match(/^- /gm)!.length).toBeLessThanOrEqual(5);
    }
    const page = await site.get('/install-server');
    expect(page.status).toBe(404);
    expect(page.text).toMatch(/class="tile"[^>]*href="[^"]*\/install-the-server/);
    const hostile = await site.get(`/${encodeURIComponent('](javascript:alert(1))<script>')}.md`);
    expect(hostile.text).not.toMatch(/javascript:|<script>/);
  });

  test('a question in the query is not indexed as a page of its own', async () => {
    const { status, headers, text } = await site.get('?ask=how+to+install&goal=x');
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
    expect(text).toBe((await site.get('')).text);
    expect(await isMarkdown('/install-the-server.md?ask=why')).toEqual([200, true]);
    expect((await site.get('')).headers['x-robots-tag']).toBeUndefined();
  });

  test('llms-full.txt has parts of a hundred pages, each with a link to the next', async () => {
    const more = Array.from({ length: 199 }, (_, at) => [`Page ${at}`, `This is page ${at}.`] as const);
    for (let at = 0; at < more.length; at += 50) await write(more.slice(at, at + 50));
    const url = `http://${site.host}${site.base}/llms-full.txt`;
    const part = async (path: string) => {
      const { status, text } = await site.get(path);
      return { status, pages: text.match(/^# /gm)?.length, next: /\[Next part\]\((.*)\)/.exec(text)?.[1] };
    };
    expect(await part('/llms-full.txt')).toEqual({ status: 200, pages: 100, next: `${url}/1` });
    expect(await part('/llms-full.txt/1')).toEqual({ status: 200, pages: 100, next: `${url}/2` });
    expect(await part('/llms-full.txt/2')).toEqual({ status: 200, pages: 2, next: undefined });
    for (const path of ['/3', '/0', '/01', '/-1', '/x', '/1/1', '/9999999'])
      expect([path, (await site.get(`/llms-full.txt${path}`)).status]).toEqual([path, 404]);
  });
});
