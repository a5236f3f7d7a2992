import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { type PublishedSite, publishSite, requestFromHost } from '../../testing/sites.ts';

/** Texts that would run scripts or redirect if a page did not escape them. */
const PAYLOADS = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '</script><svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
];

/** Finds tags and attributes of a page that could run foreign scripts, parsed like in a browser. */
const dangersIn = (html: string): string[] =>
  [
    ...html.matchAll(
      /<([a-z][a-z0-9-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>/gi,
    ),
  ]
    .map(([tag]) => tag)
    .filter(
      (tag) =>
        /^<(iframe|object|embed|base|style)\b/i.test(tag) ||
        (/^<script\b/i.test(tag) && !/ src="\/[^/"]|type="application\/ld\+json"/.test(tag)) ||
        /\s(on[a-z]+|style|srcdoc)\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""')) ||
        /\s(href|src|action|formaction)="\s*(javascript|data:text|vbscript)/i.test(tag),
    );

describe('published sites under attack', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (rest: string) => `/orgs/${org.id}/sites/${site.id}${rest}`;
  const done = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await org.admin.call(method, path, body);
    expect([path, status < 300, answer?.error]).toEqual([path, true, undefined]);
    return answer;
  };
  const insert = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });

  beforeEach(async () => {
    space = await createLiveSpace(org);
    await done('POST', `/spaces/${space}/content`, {
      changes: [insert('Start', 'Top secret words.'), insert('More', 'More secret words.')],
    });
    site = await publishSite(server, org, [{ space }]);
  });

  test('the checker of these tests detects dangerous HTML', () => {
    for (const bad of [
      '<script>alert(1)</script>',
      '<script src="//evil.test/x.js">',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">',
      '<svg/onload=alert(1)>'.replace('/', ' '),
      '<iframe src="https://evil.test">',
      '<p style="x">',
    ])
      expect([bad, dangersIn(bad).length]).toEqual([bad, 1]);
    expect(dangersIn('<p title="a onclick=b">x</p><a href="/javascript:x">')).toEqual([]);
  });

  test.each(PAYLOADS)('payloads are not executed in any field: %s', async (payload) => {
    const short = payload.slice(0, 50);
    await done('PATCH', at(''), { title: payload });
    await done('PATCH', `/spaces/${space}`, { title: short });
    const { pages } = await done('GET', `/spaces/${space}/content/pages`);
    await done('POST', `/spaces/${space}/content`, {
      changes: [
        insert(payload, `# ${payload}\n\n${payload}\n\n[${payload}](${encodeURI(payload)})`, {
          description: payload,
          slug: 'evil',
          ref: 'evil',
        }),
        insert('Code', `\`\`\`${short.replaceAll(/\s/g, '')}\n${payload}\n\`\`\`\n\n$$${payload}$$`),
        insert('Below', payload, { into: 'evil' }),
      ],
    });
    await done('POST', at('/sections'), { spaceId: await org.space(short), title: short });
    const look = await done('GET', at('/customization'));
    const link = (to: object) => ({ title: payload.slice(0, 30), to, links: [] });
    const page = { kind: 'page', page: pages[1].id, space };
    await done('PUT', at('/customization'), {
      ...look,
      title: short,
      feedback: { enabled: true },
      announcement: {
        enabled: true,
        message: payload,
        style: 'info',
        link: { title: payload.slice(0, 30), to: page },
      },
      header: { ...look.header, links: [{ ...link(page), style: 'link' }] },
      footer: { groups: [{ title: short, links: [{ title: short, to: page }] }], copyright: payload },
    });
    const asked = encodeURIComponent(payload);
    for (const path of [
      '',
      '/evil',
      '/evil/below',
      '/code',
      '/more',
      `/${asked.replaceAll('%2F', '')}`,
      `/~lectern/search?q=${asked}`,
      `/?ask=${asked}&q=${asked}&feedback=${asked}&fallback=${asked}`,
      `/more?feedback=thanks&x=${asked}`,
      `/~lectern/search?q=secret`,
    ]) {
      const { text, headers, status } = await site.get(path);
      expect([path, status < 500, dangersIn(text)]).toEqual([path, true, []]);
      // The page contains the payload as text.
      expect([path, text.includes('alert(1)')]).toEqual([path, true]);
      expect(String(headers['content-security-policy'])).toContain("script-src 'self';");
      // Content of a script element does not end it.
      for (const [, json] of text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
        expect(() => JSON.parse(json!)).not.toThrow();
    }
    for (const path of ['/sitemap.xml', '/sitemap-pages.xml', '/robots.txt', '/evil/rss.xml']) {
      const { text, headers } = await site.get(path);
      if (!String(headers['content-type']).includes('html')) expect(text).not.toMatch(/<(script|img|svg)/i);
    }
  });

  test('script URLs are removed from all fields', async () => {
    const look = await done('GET', at('/customization'));
    const evil = { kind: 'url', url: 'javascript:alert(1)' };
    const unsafeSettings = [
      { header: { ...look.header, links: [{ title: 'x', style: 'link', to: evil, links: [] }] } },
      { footer: { groups: [{ title: 'x', links: [{ title: 'x', to: evil }] }] } },
      { announcement: { enabled: true, message: 'hello', style: 'info', link: { title: 'x', to: evil } } },
      { privacyPolicy: { url: evil.url } },
      { socialPreview: { url: evil.url } },
    ];
    for (const settings of unsafeSettings)
      expect((await org.admin.call('PUT', at('/customization'), { ...look, ...settings })).status).toBe(400);
    expect(
      (await org.admin.call('PATCH', at('/publishing/auth'), { backend: 'custom', fallbackURL: evil.url }))
        .status,
    ).toBe(400);
    expect(
      (
        await org.admin.call('POST', at('/redirects'), {
          source: '/x',
          destination: { kind: 'url', url: 'https://evil.test' },
        })
      ).status,
    ).toBe(400);
  });

  test('claims of visitors are escaped in pages', async () => {
    await done('PATCH', at(''), { adaptiveContent: { enabled: true } });
    const text = { type: 'string', description: 'Any' };
    await done('PUT', at('/adaptive-schema'), {
      jsonSchema: {
        type: 'object',
        properties: {
          name: text,
          unsigned: {
            type: 'object',
            description: 'Unsigned claims of the site visitor.',
            properties: { name: text },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    });
    const said = (path: string) => `<code class="expression">${path}</code>`;
    await done('POST', `/spaces/${space}/content`, {
      changes: [
        insert('Hi', `Hello ${said('visitor.claims.name')} and ${said('visitor.claims.unsigned.name')}!`),
      ],
    });
    const { privateKey } = await done('GET', at('/publishing/auth'));
    for (const name of PAYLOADS) {
      const token = await new SignJWT({ name })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(privateKey));
      const cookie = `gitbook-visitor-public=${encodeURIComponent(JSON.stringify({ name }))}`;
      const read = await site.get('/hi', { cookie, authorization: `Bearer ${token}` });
      expect(dangersIn(read.text)).toEqual([]);
      expect(read.text.match(/alert\(1\)/g)).toHaveLength(2);
      const own = await site.get('/~gitbook/visitor', { cookie });
      expect([own.headers['content-type'], own.headers['x-content-type-options']]).toEqual([
        'application/json; charset=utf-8',
        'nosniff',
      ]);
    }
  });

  test('requests with another host get no page, and no response that contains it', async () => {
    const evil = 'evil.test';
    const attacks: readonly Readonly<Record<string, string>>[] = [
      { 'x-forwarded-host': evil },
      { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
      { 'x-host': evil, 'x-original-url': '/v1/user', 'x-rewrite-url': '/v1/user' },
      { forwarded: `host=${evil}` },
      { origin: `https://${evil}`, referer: `https://${evil}/` },
    ];
    for (const headers of attacks) {
      const { status, text, headers: answered } = await site.get('/more', headers);
      expect([status, text.includes(evil), JSON.stringify(answered).includes(evil)]).toEqual([
        200,
        false,
        false,
      ]);
      expect((await site.get('/MORE', headers)).headers.location).toBe(`${site.base}/more`);
    }
    // The response is not cached for other readers.
    expect((await site.get('/more')).text).not.toContain(evil);
    for (const host of [
      `${site.host}.evil.test`,
      `evil.test/${site.host}`,
      `${site.host}@evil.test`,
      'x y',
      '[::1',
    ])
      expect([
        host,
        (await requestFromHost(server, host, `${site.base}/more`)).text.includes('secret'),
      ]).toEqual([host, false]);
  });

  test('no path escapes from a site, however it is encoded', async () => {
    for (const path of [
      '/..',
      '/../..',
      '/%2e%2e/%2e%2e/v1/user',
      '/%252e%252e/v1/user',
      '/..%2f..%2fv1%2fuser',
      '/..%5c..%5cv1',
      '/.%00./x',
      '/~lectern/assets/..%2f..%2fpackage.json',
      '/~lectern/assets/../../../package.json',
      '/~lectern/assets/%2e%2e',
      '/%c0%ae%c0%ae/x',
      '/~site',
      '/;/../v1/user',
      '/~gitbook/feedback/../../x',
    ]) {
      const { status, text } = await site.get(path);
      expect([path, status >= 400 && status < 500, /"object"|"version"/.test(text)]).toEqual([
        path,
        true,
        false,
      ]);
    }
  });

  test('every file of a site has the visibility of the site, at once', async () => {
    const files = [
      '',
      '/more',
      '/more.md',
      '/gone',
      '/gone.md',
      '/llms.txt',
      '/sitemap.md',
      '/.well-known/sitemap.md',
      '/llms-full.txt',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/more/rss.xml',
      '/~lectern/search?q=secret',
      '/~lectern/search.json?q=secret',
      '/~gitbook/visitor',
      '/~gitbook/mcp',
      '/~/changes/x',
    ];
    // Without sign-in, the URLs are not found.
    const hasNoDoor = async () => {
      for (const way of ['login', 'logout'])
        expect((await site.get(`/~gitbook/auth/${way}`)).status).toBe(404);
    };
    const closed = async (what: string, prefix = '') => {
      for (const path of files) {
        const { status, text } = await site.get(prefix + path, { 'user-agent': 'GPTBot' });
        expect([what, path, [401, 404, 307].includes(status), /secret|Docs|more/i.test(text)]).toEqual([
          what,
          path,
          true,
          false,
        ]);
        const posted = await site.post(
          `${prefix}/~gitbook/mcp`,
          '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
          {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
        );
        expect([401, 404]).toContain(posted.status);
      }
    };
    expect((await site.get('/more')).text).toContain('secret');
    await done('PATCH', at(''), { visibility: 'visitor-auth' });
    await closed('visitor-auth without a login');
    await hasNoDoor();
    await done('PATCH', at('/publishing/auth'), { backend: 'custom', fallbackURL: 'https://login.test/' });
    await closed('visitor-auth');
    await done('PATCH', at(''), { visibility: 'share-link' });
    await closed('share-link without a key');
    await hasNoDoor();
    const link = await done('POST', at('/share-links'), { name: 'One' });
    const key = new URL(link.urls.published).pathname.slice(site.base.length).replaceAll('/', '');
    expect((await site.get(`/${key}/more`)).text).toContain('secret');
    await closed('another key', `/${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`);
    for (const hostile of PAYLOADS)
      expect(dangersIn((await site.get(`/${encodeURIComponent(hostile.replaceAll('/', ''))}`)).text)).toEqual(
        [],
      );
    await done('PATCH', at(`/share-links/${link.id}`), { active: false });
    await closed('a revoked key', `/${key}`);
    await done('POST', at('/unpublish'));
    await done('PATCH', at(''), { visibility: 'public' });
    await closed('unpublished');
    await hasNoDoor();
  });
});
