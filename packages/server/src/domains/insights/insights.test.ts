import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { referenceSchema } from '../../conformance/reference-api.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { type PublishedSite, publishSite } from '../../testing/sites.ts';
import { isSigned, type Receiver, startReceiver } from '../../testing/webhook-receiver.ts';

const isEvent = referenceSchema('Event');
const SEEN = ['site_view', 'page_feedback'];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
let receiver: Receiver;
let space: string;
let site: PublishedSite;
let siteSpace: string;
let page: string;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { egressAllow: '127.0.0.1' }, roles: ['api', 'worker'], clock },
);
beforeEach(async () => {
  receiver.received.length = 0;
  space = await createLiveSpace(org);
  const changes = [{ operation: 'insert_page', title: 'Home', document: { markdown: 'Hello' } }];
  await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  page = (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages[0].id;
  site = await publishSite(server, org, [{ space }]);
  const { body } = await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/site-spaces`);
  siteSpace = body.items[0].id;
});

// The organizations of other tests may have something to tell still.
const told = () => receiver.received.filter((one) => one.event.siteId === site.id);
const webhook = async (events: string[], more: object = {}) =>
  (await org.admin.call('POST', `/orgs/${org.id}/webhooks`, { url: receiver.url, events, ...more })).body;
const event = (type: string, more: object = {}, session: object = {}, location: object = {}) => ({
  type,
  session: {
    visitorId: 'v1',
    sessionId: 's1',
    cookies: { plan: 'pro' },
    userAgent: AGENT,
    language: 'de',
    referrer: 'https://search.test/',
    ...session,
  },
  location: {
    url: 'https://docs.test/home?utm=1',
    siteSection: null,
    siteSpace,
    siteShareKey: null,
    space,
    revision: null,
    page,
    ...location,
  },
  ...more,
});
const track = (...events: object[]) =>
  server.anonymous('POST', `/orgs/${org.id}/sites/${site.id}/insights/events`, { events });
/** How much waits for somebody to be told; nothing of it is in any log. */
const waiting = async () =>
  (
    await server.app.kernel.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organization_id', '=', org.id)
      .execute()
  ).length;
const pendingRatings = async () =>
  (
    await server.app.kernel.db
      .selectFrom('pending_ratings')
      .select('id')
      .where('organization_id', '=', org.id)
      .execute()
  ).length;
const logged = async () =>
  (
    await server.app.kernel.db
      .selectFrom('events')
      .select('action')
      .where('organization_id', '=', org.id)
      .execute()
  ).map(({ action }) => action);

describe('insight events sent by browsers', () => {
  test('are delivered to subscribers, and are not in the audit log', async () => {
    const made = await webhook(SEEN, { sites: [site.id] });
    const feedback = { rating: 'good', comment: 'Fine' };
    const { status } = await track(
      event('page_view'),
      event('page_post_feedback_comment', { feedback }, { ip: '203.0.113.7' }),
      event('search_open'),
    );
    expect(status).toBe(204);
    await expect.poll(() => told().length, { timeout: 240_000 }).toBe(2);
    const said = told()
      .map((one) => one.event)
      .sort((a, b) => (a.type < b.type ? 1 : -1));
    const visitor = { anonymousId: 'v1', cookies: { plan: 'pro' }, userAgent: AGENT, language: 'de' };
    const where = {
      eventId: expect.any(String),
      siteId: site.id,
      siteSpaceId: siteSpace,
      spaceId: space,
      pageId: page,
      url: 'https://docs.test/home?utm=1',
      referrer: 'https://search.test/',
    };
    expect(said).toEqual([
      { ...where, type: 'site_view', visitor: { ...visitor, ip: '127.0.0.1' } },
      { ...where, type: 'page_feedback', feedback, visitor: { ...visitor, ip: '203.0.113.7' } },
    ]);
    for (const one of said) expect(isEvent({ ...one, installationId: 'I' })).toBe(true);
    for (const one of told()) expect(isSigned(one, made.secret)).toBe(true);
    expect((await logged()).filter((action) => /view|feedback/.test(action))).toEqual([]);
  });

  test('are one event for a rating and its comment, sent together or one after the other', async () => {
    await webhook(['page_feedback']);
    const rate = (rating: string, visitorId: string) =>
      event('page_post_feedback', { feedback: { rating } }, { visitorId });
    const comment = (visitorId: string) =>
      event('page_post_feedback_comment', { feedback: { rating: 'bad', comment: 'Why?' } }, { visitorId });
    await track(rate('good', 'apart'));
    await track(rate('bad', 'apart'));
    expect([await pendingRatings(), await waiting()]).toEqual([1, 0]);
    await track(comment('apart'));
    await track(rate('bad', 'together'), comment('together'));
    // The wait of this one is over.
    clock.advance(-10 * 60_000);
    await track(rate('ok', 'silent'));
    clock.advance(10 * 60_000);
    await expect.poll(() => told().length, { timeout: 240_000 }).toBe(3);
    const feedbackOf = Object.fromEntries(
      told().map((one) => [one.event.visitor.anonymousId, one.event.feedback]),
    );
    expect(feedbackOf).toEqual({
      apart: { rating: 'bad', comment: 'Why?' },
      together: { rating: 'bad', comment: 'Why?' },
      silent: { rating: 'ok' },
    });
    expect(await pendingRatings()).toBe(0);
  });

  test('are dropped without subscribers', async () => {
    await webhook(['space_content_updated']);
    await webhook(['*'], { spaces: [await createLiveSpace(org)] });
    await webhook(['*'], { enabled: false });
    const before = await logged();
    expect((await track(event('page_view'), event('page_view'))).status).toBe(204);
    expect(await logged()).toEqual(before);
    const { rows } = await server.app.kernel.db.executeQuery<{ count: string }>({
      sql: `select count(*) from pgboss.job where data->>'action' = 'site.viewed' and data->>'organizationId' = $1`,
      parameters: [org.id],
      query: undefined as never,
      queryId: undefined as never,
    });
    expect(rows).toEqual([{ count: '0' }]);
  });

  test.each([
    ['bots', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['clients without a user agent', { userAgent: '' }],
    ['command-line clients', { userAgent: 'curl/8.0' }],
  ])('of %s are accepted and dropped', async (_, session) => {
    await webhook(SEEN);
    expect((await track(event('page_view', {}, session))).status).toBe(204);
    expect((await track(event('page_view', {}, { visitorId: 'human' }))).status).toBe(204);
    await expect.poll(() => told().length, { timeout: 240_000 }).toBe(1);
    expect(told()[0]!.event.visitor.anonymousId).toBe('human');
  });

  test('refer only to content of the site', async () => {
    await webhook(SEEN, { sites: [site.id] });
    await track(event('page_view', {}, {}, { siteSpace: 'made-up', space: 'made-up', page: null }));
    await expect.poll(() => told().length, { timeout: 240_000 }).toBe(1);
    const { siteSpaceId, spaceId, pageId } = told()[0]!.event;
    expect([siteSpaceId, spaceId, pageId]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['events.0.type', () => event('page_vew')],
    ['events.0.location.url', () => event('page_view', {}, {}, { url: 'not an address' })],
    ['events.0.location.url', () => event('page_view', {}, {}, { url: 'javascript:alert(1)' })],
    ['events.0.session.userAgent', () => event('page_view', {}, { userAgent: 'x'.repeat(1025) })],
    ['events.0.timestamp', () => event('page_view', { timestamp: '2020-01-01T00:00:00Z' })],
    ['events.0.feedback', () => event('page_post_feedback')],
    ['events.0.feedback.rating', () => event('page_post_feedback', { feedback: { rating: 'great' } })],
    ['events.0.feedback.comment', () => event('page_post_feedback_comment', { feedback: { rating: 'ok' } })],
    ['events.0.query', () => event('search_type_query')],
    ['events.0.result', () => event('search_open_result', { query: 'a' })],
    ['events.0.responseId', () => event('ask_rate_response', { query: 'a', rating: 1 })],
    ['events.0.link', () => event('link_click')],
    ['events.0.operation', () => event('api_client_open')],
    ['events.0.placement', () => event('trademark_click')],
  ])('are rejected by field: %s', async (path, made) => {
    await webhook(SEEN);
    const { status, body } = await track(made(), event('page_view'));
    expect([status, body.error.details[0].path]).toEqual([400, `body.${path}`]);
    expect(await waiting()).toBe(0);
  });

  test('are rejected for sites that are unpublished, unknown or of others', async () => {
    const closed = await org.site();
    const other = await server.organization();
    for (const at of [
      `${org.id}/sites/${closed}`,
      `${org.id}/sites/nothing`,
      `${other.id}/sites/${site.id}`,
    ]) {
      const { status } = await server.anonymous('POST', `/orgs/${at}/insights/events`, {
        events: [event('page_view')],
      });
      expect(status).toBe(404);
    }
    const many = Array.from({ length: 101 }, () => event('page_view'));
    expect((await track(...many)).status).toBe(400);
    const large = event('page_view', {}, { cookies: { a: 'x'.repeat(300_000) } });
    expect((await track(large)).status).toBe(413);
  });
});

describe('a page of a site', () => {
  const at = (what: string) => `${site.base}/~gitbook/${what}/${siteSpace}/${page}`;
  const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': AGENT };

  test('contains the URL for view events, and stores nothing about visitors', async () => {
    await webhook(['site_view']);
    const { text } = await site.get('/');
    expect(text).toContain(`data-view="${at('view')}"`);
    const sent = `referrer=${encodeURIComponent('https://search.test/?q=1')}`;
    const post = (headers: Record<string, string> = {}, body = sent) =>
      site.post(`/~gitbook/view/${siteSpace}/${page}`, body, { ...FORM, ...headers });
    const answers = [
      await post(),
      await post({}, 'referrer=javascript:alert(1)'),
      await post({ 'sec-gpc': '1' }),
      await post({ dnt: '1' }),
      await post({ 'user-agent': 'Bingbot/2.0' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(answers[0]!.headers['set-cookie']).toBeUndefined();
    await expect.poll(() => told().length, { timeout: 240_000 }).toBe(2);
    const views = told().map((one) => one.event);
    expect(views.map(({ referrer }) => referrer).sort()).toEqual(['', 'https://search.test/?q=1']);
    expect(views[0]).toMatchObject({
      type: 'site_view',
      siteId: site.id,
      siteSpaceId: siteSpace,
      spaceId: space,
      pageId: page,
      url: expect.stringContaining(site.host.split(':')[0]!),
      visitor: { anonymousId: expect.stringMatching(/^.{22}$/), cookies: {}, ip: '', userAgent: AGENT },
    });
    expect(views[1].visitor.anonymousId).toBe(views[0].visitor.anonymousId);
  });

  test('accepts no events of other sites, of other pages, or with other names', async () => {
    await webhook(SEEN);
    const path = `/~gitbook/view/${siteSpace}/${page}`;
    expect((await site.post(path, '', { ...FORM, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    for (const nowhere of [
      `/~gitbook/view/${siteSpace}/nothing`,
      `/~gitbook/view/nothing/${page}`,
      `/~gitbook/constructor/${siteSpace}/${page}`,
      `/~gitbook/__proto__/${siteSpace}/${page}`,
      `${path}/more`,
    ])
      expect((await site.post(nowhere, '', FORM)).status).toBe(404);
    expect(await waiting()).toBe(0);
  });

  test('sends feedback of readers as events', async () => {
    await org.admin.call('PUT', `/orgs/${org.id}/sites/${site.id}/customization`, {
      ...(await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/customization`)).body,
      feedback: { enabled: true },
    });
    await webhook(['page_feedback']);
    const said = await site.post(
      `/~gitbook/feedback/${siteSpace}/${page}`,
      'rating=bad&comment=Why%3F',
      FORM,
    );
    expect(said.status).toBe(303);
    await expect.poll(() => told().length, { timeout: 240_000 }).toBe(1);
    expect(told()[0]!.event).toMatchObject({
      type: 'page_feedback',
      siteId: site.id,
      pageId: page,
      feedback: { rating: 'bad', comment: 'Why?' },
    });
    expect(isEvent({ ...told()[0]!.event, installationId: 'I' })).toBe(true);
  });
});
