import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isDeep, runs } from '../../../../document/src/testing/deep.ts';
import { createRandom, type Random } from '../../../../document/src/testing/random.ts';
import { assistantOf } from '../../testing/ai-responses.ts';
import { readEvents } from '../../testing/event-stream.ts';
import { createLeakCheck, type Reader, readerOf, some, type Way } from '../../testing/readers.ts';
import { VISITORS, visitorOf } from '../../testing/secret-visitors.ts';
import { createSecretWorld, questionOf, type SecretWorld, TOPICS } from '../../testing/secret-world.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

// FUZZ_RUNS sets the number of cases; FUZZ_SEED repeats a run that failed.
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(10_000, 100));
const SEED = Number(process.env.FUZZ_SEED ?? (isDeep ? Date.now() % 1_000_000 : 1));
const CASES_OF_A_WORLD = 400;
interface ShownSpace {
  readonly id: string;
  readonly space: { readonly id: string };
  readonly urls: { readonly published: string };
}

if (isDeep) vi.setConfig({ testTimeout: 3_600_000 });

const encode = encodeURIComponent;
const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe(`answers show nothing that the asker may not read (${RUNS} cases, seed ${SEED})`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ config: { askPerMinute: { organization: 1e6, site: 1e6, visitor: 1e6 } } });
  });
  afterAll(async () => {
    await server.close();
  });

  const visitorsOf = (world: SecretWorld, random: Random): Promise<Reader[]> =>
    Promise.all(some(random, VISITORS, 2).map((claims) => visitorOf(server, world, claims)));

  const membersOf = (world: SecretWorld, random: Random): Promise<Reader[]> =>
    Promise.all(
      some(random, Object.entries(world.people), 3).map(([role, { call, token }]) =>
        readerOf(`member ${role}`, world.spaces, { call, token }),
      ),
    );

  const events = async (path: string, token: string, body?: object): Promise<string> =>
    JSON.stringify((await readEvents(`${server.url}/v1${path}`, token, body)).events);

  const toolCall = (name: string, input: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });

  /** The ways to ask that members and visitors of the site have. */
  const waysToAskSite = ({ org, site, spaces }: SecretWorld): Record<string, Way> => {
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const assistant = assistantOf(server.url, org.id, site.id);
    return {
      'ask the site': ({ token }, question, random) =>
        events(`${at}/ask?format=${random.pick(['markdown', 'document'])}`, token, {
          question,
          scope: { mode: 'all' },
        }),
      'questions of the site': ({ token }) => events(`${at}/ask/questions`, token),
      'the assistant of the site': async ({ token }, question, random) => {
        const location = { spaceId: random.pick(spaces), pageId: 'x' };
        return JSON.stringify((await assistant.respond(token, question, {}, { location })).events);
      },
      'search the site': async ({ call }, query) =>
        JSON.stringify((await call('POST', `${at}/search`, { query, mode: 'all' })).body),
    };
  };

  /** The ways that a visitor has in a browser, or by a program that reads the site. */
  const waysOfVisitors = (world: SecretWorld, addresses: readonly string[]): Record<string, Way> => {
    const { site } = world;
    const read = async ({ headers }: Reader, path: string) => (await site.get(path, headers)).text;
    const mcp = async ({ headers }: Reader, name: string, input: object) =>
      (await site.post('/~gitbook/mcp', toolCall(name, input), { ...MCP_HEADERS, ...headers })).text;
    return {
      ...waysToAskSite(world),
      'the page for questions': (reader, question) => read(reader, `/~lectern/ask?q=${encode(question)}`),
      'the page for searches': (reader, query) => read(reader, `/~lectern/search?q=${encode(query)}`),
      'a page': (reader, _, random) => read(reader, random.pick(addresses)),
      'a page as Markdown': (reader, _, random) => read(reader, `${random.pick(addresses)}.md`),
      'all pages as text': (reader) => read(reader, '/llms-full.txt'),
      'MCP of the site: search': (reader, query) => mcp(reader, 'searchDocumentation', { query }),
      'MCP of the site: getPage': (reader, _, random) =>
        mcp(reader, 'getPage', { url: site.url + random.pick(addresses) }),
    };
  };

  const waysOfMembers = (world: SecretWorld): Record<string, Way> => {
    const { org, spaces } = world;
    const mcp = async (token: string, name: string, input: object) => {
      const headers = { ...MCP_HEADERS, authorization: `Bearer ${token}` };
      const body = toolCall(name, input);
      return (await fetch(`${server.url}/mcp`, { method: 'POST', headers, body })).text();
    };
    return {
      ask: async ({ call }, query, random) => {
        const format = random.pick(['markdown', 'document']);
        const previousQueries = random.chance(0.3)
          ? [`${random.pick(TOPICS)} ${random.pick(world.lures)}`]
          : [];
        const { body } = await call('POST', `/orgs/${org.id}/ask?format=${format}`, {
          query,
          previousQueries,
        });
        return JSON.stringify(body);
      },
      'ask in a stream': ({ token }, query) =>
        events(`/orgs/${org.id}/ask/stream?query=${encode(query)}`, token),
      questions: async ({ call }) =>
        JSON.stringify((await call('GET', `/orgs/${org.id}/ask/questions`)).body),
      search: async ({ call }, query) =>
        JSON.stringify((await call('GET', `/orgs/${org.id}/search?query=${encode(query)}`)).body),
      'search a space': async ({ call }, query, random) =>
        JSON.stringify(
          (await call('GET', `/spaces/${random.pick(spaces)}/search?query=${encode(query)}`)).body,
        ),
      'MCP: search': ({ token }, query, random) =>
        mcp(token, 'search', {
          query,
          organization: org.id,
          ...(random.chance(0.5) && { space: random.pick(spaces) }),
        }),
      'MCP: listPages': ({ token }, _, random) => mcp(token, 'listPages', { space: random.pick(spaces) }),
      'MCP: listSpaces': ({ token }) => mcp(token, 'listSpaces', { organization: org.id }),
      'a chart': async ({ call }) =>
        JSON.stringify(
          (
            await call('POST', `/orgs/${org.id}/sites/${world.site.id}/insights/events/aggregate`, {
              range: 'last7Days',
              select: [{ column: 'page' }, { column: 'eventsCount' }],
            })
          ).body,
        ),
      ...waysToAskSite(world),
    };
  };

  /** Lets a reader open every page of the site, so that charts have all of them; returns where they are. */
  const visitAll = async ({ org, site }: SecretWorld) => {
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/site-spaces`);
    const viewed: string[] = [];
    const addresses: string[] = [];
    const tracked: object[] = [];
    for (const { id, space, urls } of body.items as ShownSpace[]) {
      const { body: listed } = await org.admin.call('GET', `/spaces/${space.id}/content/pages`);
      for (const page of listed.pages as { id: string; path: string }[]) {
        viewed.push(page.id);
        addresses.push(new URL(page.path, urls.published).pathname.slice(site.base.length));
        tracked.push({
          type: 'page_view',
          session: {
            visitorId: 'anna',
            sessionId: 'anna-1',
            cookies: {},
            userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
            language: 'en',
            referrer: null,
          },
          location: {
            url: 'https://docs.test/home',
            siteSection: null,
            siteSpace: id,
            siteShareKey: null,
            space: space.id,
            revision: null,
            page: page.id,
          },
        });
      }
    }
    const path = `/orgs/${org.id}/sites/${site.id}/insights/events`;
    expect((await server.anonymous('POST', path, { events: tracked })).status).toBe(204);
    await server.app.services.siteEvents.flush();
    return { viewed, addresses };
  };

  test('neither to members nor to visitors', async () => {
    const leaks = createLeakCheck();
    let hidden = 0;
    for (let from = 0; from < RUNS; from += CASES_OF_A_WORLD) {
      const seed = SEED + from / CASES_OF_A_WORLD;
      const random = createRandom(seed);
      const world = await createSecretWorld(server, random);
      const { viewed, addresses } = await visitAll(world);
      const [members, visitors] = [await membersOf(world, random), await visitorsOf(world, random)];
      const all = (await readerOf('admin', world.spaces, world.org.admin)).secrets;
      const ways = [
        ...members.map((reader) => [reader, Object.entries(waysOfMembers(world))] as const),
        ...visitors.map((reader) => [reader, Object.entries(waysOfVisitors(world, addresses))] as const),
      ];
      for (const [{ secrets }] of ways) hidden += all.size - secrets.size;
      for (let run = from; run < Math.min(RUNS, from + CASES_OF_A_WORLD); run++) {
        const [reader, own] = random.pick(ways);
        const [name, ask] = random.pick(own);
        const question = questionOf(random, world);
        await leaks.check([reader, name, ask], question, random, { all, viewed, seed, run });
      }
    }
    expect(hidden).toBeGreaterThan(0);
    leaks.expectShown();
  });
});
