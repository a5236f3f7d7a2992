import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { cookiesOf, type PublishedSite, publishSite } from '../../../testing/sites.ts';
import { visitorCookie, visitorSession } from './visitor-session.ts';

const LOGIN = 'https://login.test/in';
const SCHEMA = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'The plan', enum: ['free', 'pro'] },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {
        beta: { type: 'boolean', description: 'Whether they try new things' },
        age: { type: 'number', description: 'How old' },
        tags: { type: 'array', description: 'What they like', items: { type: 'string', description: 'One' } },
        deep: {
          type: 'object',
          description: 'Something deeper',
          properties: { name: { type: 'string', description: 'A name' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

describe('visitors of a site', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let key: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  const at = (rest: string) => `/orgs/${org.id}/sites/${site.id}${rest}`;
  const signed = (claims: object = {}, { by = key, ends = 3600, alg = 'HS256' } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg })
      .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + ends)
      .sign(new TextEncoder().encode(by));

  const openTo = async (visibility: string, isAdaptive: boolean) => {
    const changes = { visibility, adaptiveContent: { enabled: isAdaptive } };
    expect((await org.admin.call('PATCH', at(''), changes)).status).toBe(200);
    const auth = await org.admin.call('PATCH', at('/publishing/auth'), {
      backend: 'custom',
      fallbackURL: LOGIN,
    });
    expect(auth.status).toBe(200);
    key = auth.body.privateKey;
    if (!isAdaptive) return;
    const put = await org.admin.call('PUT', at('/adaptive-schema'), { jsonSchema: SCHEMA });
    expect([put.status, put.body.error]).toEqual([200, undefined]);
  };

  beforeEach(async () => {
    const space = await createLiveSpace(org);
    const page = (title: string, markdown: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    });
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [
        page(
          'Start',
          [
            'Hello.',
            '{% if visitor.claims.plan === "pro" %}\nFor professionals.\n{% endif %}',
            '{% if visitor.claims.unsigned.beta %}\nFor the curious.\n{% endif %}',
          ].join('\n\n'),
        ),
        page('More', 'More of it.'),
      ],
    });
    site = await publishSite(server, org, [{ space }]);
  });

  describe('with visitor authentication', () => {
    beforeEach(() => openTo('visitor-auth', false));

    const wrongTokens = async (): Promise<Record<string, string>> => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const other = await publishSite(server, org, [{ space: await createLiveSpace(org) }], {
        title: 'Other',
      });
      const foreign = await org.admin.call('GET', `/orgs/${org.id}/sites/${other.id}/publishing/auth`);
      const [head, , end] = (await signed()).split('.');
      return {
        'no token': 'x',
        'of no key': `${part({ alg: 'none' })}.${part({ plan: 'pro' })}.`,
        'of no key, but signed': `${part({ alg: 'none' })}.${part({})}.${end}`,
        'of another key': await signed({}, { by: 'another key that is long enough for it' }),
        'of another site': await signed({}, { by: foreign.body.privateKey }),
        'of another algorithm': await signed({}, { alg: 'HS512' }),
        'that has ended': await signed({}, { ends: -3600 }),
        'that says something else': `${head}.${part({ plan: 'pro' })}.${end}`,
        'that is too long': `${await signed()}${'x'.repeat(1500)}`,
      };
    };

    test('an invalid token is rejected; an expired one in a cookie leads to sign-in', async () => {
      for (const [what, token] of Object.entries(await wrongTokens())) {
        const asked = async (path: string, headers = {}) => {
          const { status, headers: answered, text } = await site.get(path, headers);
          expect(text).not.toContain('Hello');
          expect(answered['set-cookie']).toBeUndefined();
          return [what, status, answered.location ?? answered['www-authenticate']];
        };
        const refused = [what, 401, expect.stringContaining('Bearer')];
        expect(await asked(`?jwt_token=${token}`)).toEqual(refused);
        expect(await asked(`?access_token=${token}`)).toEqual(refused);
        expect(await asked('', { authorization: `Bearer ${token}` })).toEqual(refused);
        const login = [what, 307, `${LOGIN}?location=%2Fmore`];
        const session = encodeURIComponent(visitorSession(site.base, token));
        expect(await asked('/more', { cookie: `${visitorCookie(site.base)}=${session}` })).toEqual(login);
        expect(await asked('/more', { cookie: `gitbook-visitor-token=${token}` })).toEqual(login);
      }
    });

    test('every way to send a token is accepted, by precedence', async () => {
      const token = await signed();
      const bad = await signed({}, { by: 'another key that is long enough for it' });
      const kept = (basePath: string, value: string) =>
        `${visitorCookie(basePath)}=${encodeURIComponent(visitorSession(basePath, value))}`;
      const read = async (path: string, headers = {}) => (await site.get(path, headers)).status;
      expect(await read('', { authorization: `Bearer ${token}` })).toBe(200);
      expect(await read(`?access_token=${token}`)).toBe(200);
      expect(await read('', { cookie: `gitbook-visitor-token=${token}` })).toBe(200);
      expect(await read('', { cookie: kept(site.base, token) })).toBe(200);
      // Precedence: header, query, session cookie of the longest path, cookie of the owner.
      expect(await read(`?jwt_token=${bad}`, { authorization: `Bearer ${token}` })).toBe(307);
      expect(await read(`?jwt_token=${token}`, { authorization: `Bearer ${bad}` })).toBe(401);
      expect(await read(`?jwt_token=${bad}`, { cookie: kept(site.base, token) })).toBe(401);
      expect(await read('', { cookie: `${kept('/', bad)}; ${kept(site.base, token)}` })).toBe(200);
      expect(await read('', { cookie: `${kept('/', token)}; ${kept(site.base, bad)}` })).toBe(307);
      expect(await read('', { cookie: `${kept('/', token)}; gitbook-visitor-token=${bad}` })).toBe(200);
      // Cookies for another path, or with a name that does not match, are ignored.
      expect(await read('', { cookie: kept('/elsewhere', token) })).toBe(307);
      expect(
        await read('', { cookie: kept('/', token).replace(visitorCookie('/'), visitorCookie(site.base)) }),
      ).toBe(307);
      for (const junk of ['{', '%', '%7B%7D', '[]', 'null', '"x"'])
        expect(await read('', { cookie: `${visitorCookie(site.base)}=${junk}` })).toBe(307);
    });

    test('tokens are limited to the length of cookies; in a header they may be longer', async () => {
      const long = await signed({ groups: 'g'.repeat(2000) });
      const entered = await site.get(`/more?jwt_token=${long}`);
      expect(entered.status).toBe(307);
      expect((await site.get('/more', { cookie: cookiesOf(entered) })).status).toBe(200);
      const longer = await signed({ groups: 'g'.repeat(4000) });
      const refused = await site.get(`/more?jwt_token=${longer}`);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('jwt_token is too long')]);
      expect((await site.get('/more', { authorization: `Bearer ${longer}` })).status).toBe(200);
    });

    test('a visitor stays signed in until the token expires, and the token is removed from the URL', async () => {
      const ages = async (path: string) => {
        const { headers } = await site.get(path);
        expect(headers.location).toBe(`${site.base}/more?a=b`);
        const [cookie, ...more] = headers['set-cookie'] as string[];
        expect(more).toEqual([]);
        expect(cookie).toContain(`; Path=${site.base}; `);
        expect(cookie).toContain('; HttpOnly; ');
        return Number(/Max-Age=(\d+)/.exec(cookie!)![1]);
      };
      const asked = (token: string) => `/more?jwt_token=${token}&a=b&visitor.x=y`;
      expect(await ages(asked(await signed({}, { ends: 7200 })))).toBeGreaterThan(7100);
      expect(await ages(asked(await signed({}, { ends: 5 })))).toBe(60);
      const endless = new SignJWT({}).setProtectedHeader({ alg: 'HS256' });
      expect(await ages(asked(await endless.sign(new TextEncoder().encode(key))))).toBe(7 * 24 * 3600);
      const entered = await site.get(asked(await signed({}, { ends: 600 })));
      const cookie = cookiesOf(entered);
      expect((await site.get('/more', { cookie })).text).toContain('More of it.');
      clock.advance(700_000);
      expect((await site.get('/more', { cookie })).headers.location).toBe(`${LOGIN}?location=%2Fmore`);
    });

    test('sign-in redirects to the owner and back to the site, never elsewhere; sign-out ends the session', async () => {
      const to = async (path: string) => (await site.get(`/~gitbook/auth/${path}`)).headers.location;
      expect(await to('login')).toBe(`${LOGIN}?location=%2F`);
      expect(await to('login?location=/guides/a%20b')).toBe(`${LOGIN}?location=%2Fguides%2Fa%2520b`);
      for (const hostile of [
        'https://evil.test/',
        '//evil.test/',
        '/\\evil.test',
        '/%5Cevil.test',
        'javascript:alert(1)',
        '/../../evil',
        '/%252e%252e/evil',
        '/a%0d%0aset-cookie:a=b',
        '/%00',
        '@evil.test',
        'evil.test',
      ])
        expect([hostile, await to(`login?location=${encodeURIComponent(hostile)}`)]).toEqual([
          hostile,
          hostile === '//evil.test/' ? `${LOGIN}?location=%2Fevil.test` : `${LOGIN}?location=%2F`,
        ]);
      expect(await to('logout')).toBe(site.base);
      const out = await site.get('/~gitbook/auth/logout?location=https://evil.test');
      expect(out.headers.location).toBe(site.base);
      expect(out.headers['set-cookie']).toContainEqual(
        expect.stringMatching(new RegExp(`^${visitorCookie(site.base)}=; Path=${site.base}; Max-Age=0`)),
      );
      // Without a sign-in URL, a public site redirects to its root.
      await org.admin.call('PATCH', at(''), { visibility: 'public' });
      expect(await to('login?location=/x')).toBe(site.base);
      await org.admin.call('POST', at('/unpublish'));
      expect((await site.get('/~gitbook/auth/login')).status).toBe(404);
    });
  });

  describe('with adaptive content', () => {
    beforeEach(() => openTo('public', true));

    const claims = async (cookie: string, headers = {}) =>
      JSON.parse((await site.get('/~gitbook/visitor', { cookie, ...headers })).text);

    test('claims in the query are parsed, stored in a cookie, and removed from the URL', async () => {
      const said = await site.get(
        '/more?visitor.beta=true&visitor.age=42.5&visitor.deep.name=7e&visitor.tags=["a","b"]&visitor.unknown=1&a=b',
      );
      expect([said.status, said.headers.location]).toEqual([307, `${site.base}/more?a=b`]);
      const [header] = said.headers['set-cookie'] as string[];
      expect(header).not.toContain('Max-Age');
      const cookie = cookiesOf(said);
      expect(cookie).toMatch(/^gitbook-visitor-public=/);
      expect(await claims(cookie)).toEqual({
        unsigned: { beta: true, age: 42.5, deep: { name: '7e' }, tags: ['a', 'b'] },
      });
      expect((await site.get('', { cookie })).text).toContain('For the curious.');
      expect((await site.get('')).text).not.toContain('For the curious.');
      // Later claims are merged and take precedence.
      const later = cookiesOf(await site.get('?visitor.beta=undefined&visitor.age=1', { cookie }));
      expect(await claims(later)).toEqual({ unsigned: { age: 1, deep: { name: '7e' }, tags: ['a', 'b'] } });
    });

    test('claims of cookies are merged, those of the query take precedence, and all are unsigned', async () => {
      const cookie = [
        'gitbook-visitor-public={"beta":false,"age":1}',
        `gitbook-visitor-public-flags=${encodeURIComponent('{"age":2,"deep":{"name":"x"},"plan":"pro"}')}`,
        'gitbook-visitor-public-junk=[1]',
        'gitbook-visitor-public-more={',
      ].join('; ');
      expect(await claims(cookie)).toEqual({ unsigned: { beta: false, age: 2, deep: { name: 'x' } } });
      const read = await site.get('', { cookie });
      expect(read.text).not.toContain('For professionals.');
      expect(read.headers['cache-control']).toBe('private, no-store');
      const token = await signed({ plan: 'pro', unsigned: { beta: true }, other: 1 });
      expect(await claims(cookie, { authorization: `Bearer ${token}` })).toEqual({
        plan: 'pro',
        unsigned: { beta: false, age: 2, deep: { name: 'x' } },
      });
      expect((await site.get('', { authorization: `Bearer ${token}` })).text).toContain('For professionals.');
      // A public site ignores invalid tokens.
      const wrong = await signed({ plan: 'pro' }, { by: 'another key that is long enough for it' });
      expect((await site.get('', { authorization: `Bearer ${wrong}` })).text).not.toContain('professionals');
      const dropped = await site.get(`?jwt_token=${wrong}`);
      expect([dropped.status, dropped.headers.location, dropped.headers['set-cookie']]).toEqual([
        307,
        site.base,
        undefined,
      ]);
    });

    test('malicious claims have no effect', async () => {
      for (const query of [
        'visitor.__proto__.beta=true',
        'visitor.constructor.prototype.beta=true',
        'visitor.={"beta":true}',
        'visitor.beta.beta=true',
        'visitor.deep={"__proto__":{"name":"x"}}',
        'visitor.age=1e999',
        `visitor.${'a.'.repeat(500)}b=1`,
        'visitor.deep.name[]=x',
        `visitor.deep=${'['.repeat(900)}`,
      ]) {
        const cookie = cookiesOf(await site.get(`?${query}`));
        expect([query, await claims(cookie)]).toEqual([query, { unsigned: expect.any(Object) }]);
        expect((await site.get('', { cookie })).text).not.toContain('For the curious.');
      }
      expect(({} as Record<string, unknown>).beta).toBeUndefined();
      expect(await claims('gitbook-visitor-public={"__proto__":{"beta":true}}')).toEqual({ unsigned: {} });
    });
  });
});
