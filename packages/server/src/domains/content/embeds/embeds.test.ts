import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { frameFor } from './embed-providers.ts';
import { parsePageMetadata } from './page-metadata.ts';

describe('embeds', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let web: Server;
  let origin: string;
  let answer: RequestListener;
  let asked: string[];

  beforeAll(async () => {
    web = createServer((request, response) => {
      asked.push(request.url!);
      answer(request, response);
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    const { port } = web.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    server = await startServer({ clock, config: { egressAllow: `127.0.0.1:${port}` } });
    org = await server.organization();
    space = await org.space();
  });
  afterAll(async () => {
    web.closeAllConnections();
    web.close();
    await server.close();
  });
  beforeEach(() => {
    asked = [];
  });

  const embed = (url: string, by = org.read) =>
    by.call('GET', `/spaces/${space}/embed?url=${encodeURIComponent(url)}`);
  const html =
    (head: string, type = 'text/html; charset=utf-8'): RequestListener =>
    (_, response) =>
      response
        .writeHead(200, { 'content-type': type })
        .end(`<html><head>${head}</head><body>x</body></html>`);

  test('of known sites are frames that we make ourselves, and nothing is fetched', async () => {
    const { status, body } = await embed('https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'rich', site: 'YouTube', title: 'YouTube video' });
    expect(body.html).toMatch(/^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ" /);
    const same = await org.guest.call('GET', '/urls/embed?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ');
    expect(same.body).toEqual(body);
    expect((await embed('https://youtu.be/dQw4w9WgXcQ', org.guest)).status).toBe(404);
  });

  test('of other pages are links with what the page says of itself, and no markup of it', async () => {
    answer = html(`
      <title>Not this</title>
      <meta content="Fish &amp; chips &#x1F41F; &lt;b&gt;" property="og:title">
      <meta property='og:site_name' content='The Kitchen'>
      <link rel="shortcut icon" href="/icon.png">
      <meta property="og:video" content="<script>alert(1)</script>">`);
    expect((await embed(`${origin}/page`)).body).toEqual({
      type: 'link',
      title: 'Fish & chips 🐟 <b>',
      site: 'The Kitchen',
      icon: `${origin}/icon.png`,
    });
    answer = html('<title>\n Only\n a title </title><link rel="icon" href="javascript:alert(1)">');
    expect((await embed(`${origin}/plain`)).body).toEqual({
      type: 'link',
      title: 'Only a title',
      site: new URL(origin).host,
    });
  });

  test('ask for what a page does not say where it says that oEmbed knows, and take no markup from there', async () => {
    answer = (request, response) => {
      if (request.url === '/oembed')
        return response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            title: 'Told',
            provider_name: 'Elsewhere',
            html: '<script></script>',
            type: 'rich',
          }),
        );
      return html('<link rel="alternate" type="application/json+oembed" href="/oembed">')(request, response);
    };
    const { body } = await embed(`${origin}/with-oembed`);
    expect(body).toEqual({ type: 'link', title: 'Told', site: 'Elsewhere' });
    expect(asked).toEqual(['/with-oembed', '/oembed']);
    answer = (request, response) => {
      if (request.url === '/bad') return html('not json', 'application/json')(request, response);
      return html('<title>T</title><link rel="alternate" type="application/json+oembed" href="/bad">')(
        request,
        response,
      );
    };
    expect((await embed(`${origin}/with-bad-oembed`)).body.title).toBe('T');
  });

  test('are remembered for a day, also while they are asked for', async () => {
    answer = html('<title>One</title>');
    await Promise.all([embed(`${origin}/day`), embed(`${origin}/day`), embed(`${origin}/day`)]);
    answer = html('<title>Two</title>');
    clock.advance(23 * 60 * 60 * 1000);
    expect((await embed(`${origin}/day`)).body.title).toBe('One');
    expect(asked).toEqual(['/day']);
    clock.advance(2 * 60 * 60 * 1000);
    expect((await embed(`${origin}/day`)).body.title).toBe('Two');
  });

  test.each([
    ['an error', (_, response) => response.writeHead(500).end('<title>x</title>')],
    ['no page', html('<title>x</title>', 'image/png')],
    ['an empty page', html('')],
    ['a broken connection', (request) => request.socket.destroy()],
    [
      'a redirect into the network',
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
  ] satisfies [string, RequestListener][])(
    'of what answers with %s are plain links',
    async (name, listener) => {
      answer = listener;
      const path = `/${name.replaceAll(' ', '-')}`;
      const { host } = new URL(origin);
      expect((await embed(`${origin}${path}`)).body).toEqual({
        type: 'link',
        title: `${host}${path}`,
        site: host,
      });
    },
  );

  test('never reach into the network, and do not say what is there', async () => {
    for (const inside of [
      'http://127.0.0.1:1/x',
      'http://localhost/x',
      'http://169.254.169.254/x',
      'http://[::1]/x',
    ]) {
      const { host } = new URL(inside);
      expect((await embed(inside)).body).toEqual({ type: 'link', title: `${host}/x`, site: host });
    }
  });

  test.each([
    'x',
    'ftp://example.org/',
    'javascript:alert(1)',
    'https://user:secret@example.org/',
    '//example.org',
  ])('are refused for what is no address: %s', async (url) => {
    const { status, body } = await embed(url);
    expect([status, body.error.details[0].path]).toEqual([400, 'query.url']);
  });

  test('read no more of a page than its beginning', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>Long</title>');
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    expect((await embed(`${origin}/endless`)).body.title).toBe('Long');
  });
});

describe('what embeds are made from', () => {
  test.each([
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://www.youtube.com/shorts/abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    [`https://www.loom.com/share/${'0a'.repeat(16)}?sid=1`, `https://www.loom.com/embed/${'0a'.repeat(16)}`],
    ['https://codepen.io/some-one/pen/AbCdEf', 'https://codepen.io/some-one/embed/AbCdEf?default-tab=result'],
    ['https://open.spotify.com/intl-de/track/abc123', 'https://open.spotify.com/embed/track/abc123'],
    ['https://docs.google.com/document/d/abc-1/edit', 'https://docs.google.com/document/d/abc-1/preview'],
    [
      'https://www.figma.com/design/AbC/Name?a=1&b="><script>',
      'https://www.figma.com/embed?embed_host=lectern&amp;url=https%3A%2F%2Fwww.figma.com%2Fdesign%2FAbC%2FName%3Fa%3D1%26b%3D%2522%253E%253Cscript%253E',
    ],
  ])('%s is shown at %s', (url, src) => {
    const { html } = frameFor(new URL(url))!;
    expect(/src="([^"]*)"/.exec(html)?.[1]).toBe(src);
    expect(html.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
  });

  test.each([
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="onload=',
    'https://vimeo.com/about',
    'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  ])('%s is no known site', (url) => {
    expect(frameFor(new URL(url))).toBeUndefined();
  });

  test('hostile pages are read to their end', () => {
    // Whatever had to look back again and again would not come to an end in the time that a test has.
    const parts = [
      '<meta ',
      '<link rel=',
      '<title',
      '<meta a="',
      '&#x',
      "<meta property='og:title' content='",
    ];
    for (const part of parts) {
      const page = part.repeat(262_144 / part.length);
      expect(parsePageMetadata(page, 'https://example.org/').icon).toBeUndefined();
    }
  });
});
