import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../testing/server.ts';
import {
  columns,
  DAY_MS,
  DESKTOP,
  PHONE,
  type VisitedSite,
  withVisitedSite,
} from '../../../testing/site-visitors.ts';

describe('events of site visitors', () => {
  const clock = testClock();
  let visited: VisitedSite;
  const { event, track, aggregate, total, trackDays, count } = withVisitedSite(clock, (made) => {
    visited = made;
  });
  const stored = async () =>
    (
      await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(e) as row from site_events e where site_id = ${visited.site.id}`.execute(
        visited.server.app.kernel.db,
      )
    ).rows.map(({ row }) => row);

  test('are stored without addresses, cookies and queries of URLs', async () => {
    await track(event('page_view', 'anna', {}, { ip: '203.0.113.7', cookies: { secret: 'cookie' } }));
    expect(await total()).toEqual([1, 1, 1]);
    const text = JSON.stringify(await stored());
    for (const hidden of ['anna', 'secret', '203.0.113.7', '127.0.0.1', 'Mozilla'])
      expect(text).not.toContain(hidden);
    expect(await stored()).toMatchObject([
      {
        url: 'https://docs.test/home',
        referrer: 'https://search.test/find',
        utm_source: 'news',
        device: 'desktop',
      },
    ]);
  });

  test('with characters that cannot be stored lose these alone', async () => {
    const at = (query: string) => event('page_view', 'odd', {}, {}, { url: `https://docs.test/?${query}` });
    await track(event('page_view', 'anna'));
    await track(at('utm_source=a%00b'));
    await track(at(`utm_source=a${encodeURIComponent('😀'.repeat(150))}`));
    await track(at('utm_source=C:%5Cu0000'));
    await track(event('search_type_query', 'odd', { query: `a${'😀'.repeat(511)}` }));
    await total();
    const sources = (await stored()).map((row) => String(row.utm_source));
    expect(sources.filter((source) => !source.includes('😀')).sort()).toEqual([
      'C:\\u0000',
      'ab',
      'news',
      'news',
    ]);
    expect(sources.every((source) => source.isWellFormed())).toBe(true);
  });

  test('of bots and of clients that ask not to be tracked are not stored', async () => {
    await track(event('page_view', 'bot', {}, { userAgent: 'Googlebot/2.1' }));
    for (const header of ['dnt', 'sec-gpc'])
      await fetch(
        `${visited.server.url}/v1/orgs/${visited.org.id}/sites/${visited.site.id}/insights/events`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', [header]: '1' },
          body: JSON.stringify({ events: [event('page_view', 'shy')] }),
        },
      );
    expect(await total()).toEqual([0, 0, 0]);
  });

  test('of a visitor are erased on request, by id or by address and program', async () => {
    await trackDays();
    await count();
    await visited.org.create.refusal('eraseSiteVisitor', { params: visited.params, body: {} });
    await visited.org.create.refusal('eraseSiteVisitor', {
      params: visited.params,
      body: { address: '127.0.0.1' },
    });
    const { body } = await visited.org.create.request('eraseSiteVisitor', {
      params: visited.params,
      body: { visitorId: 'anna' },
    });
    expect(body).toEqual({ events: 16 });
    expect(await total()).toEqual([10, 4, 4]);
    const { items } = (
      await visited.org.admin.call('GET', `/orgs/${visited.org.id}/audit-events?action=site.visitor-erased`)
    ).body;
    expect(items).toHaveLength(1);

    const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': PHONE };
    await visited.site.post(`/~gitbook/view/${visited.siteSpaces[0]!.id}/${visited.page}`, '', form);
    expect(await total()).toEqual([11, 5, 5]);
    const own = { address: '127.0.0.1', userAgent: PHONE };
    expect(
      (await visited.org.create.request('eraseSiteVisitor', { params: visited.params, body: own })).body
        .events,
    ).toBe(1);
    expect(await total()).toEqual([10, 4, 4]);
  });

  test('are removed with their site, and when they are old', async () => {
    await trackDays();
    await count();
    const { siteEvents, siteEventCounts } = visited.server.app.services;
    clock.advance(100 * DAY_MS);
    await siteEventCounts.removeOld();
    expect(await stored()).toEqual([]);
    expect(await total({ range: 'lastYear' })).toEqual([26, 6, 6]);
    clock.advance(710 * DAY_MS);
    await siteEventCounts.removeOld();
    const rows = () =>
      visited.server.app.kernel.db
        .selectFrom('site_event_counts')
        .select('site_id')
        .where('site_id', '=', visited.site.id)
        .execute();
    expect(await rows()).toEqual([]);
    await track(event('page_view', 'anna'));
    expect(await total()).toEqual([1, 1, 1]);
    await siteEvents.removeSite({ organization_id: visited.org.id, id: visited.site.id });
    expect(await stored()).toEqual([]);
  });

  test('cost one query more in advance than the number of events', async () => {
    const cost = () => visited.server.countQueries(() => total());
    await track(event('page_view', 'anna'));
    const few = await cost();
    await track(...Array.from({ length: 90 }, (_, at) => event('page_view', `visitor ${at}`)));
    expect(await cost()).toBeLessThanOrEqual(few + 1);
  });

  describe('on pages of this server', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': DESKTOP };
    const report = (body: string, headers: object = {}) =>
      visited.site.post(`/~gitbook/view/${visited.siteSpaces[0]!.id}/${visited.page}`, body, {
        ...form,
        ...headers,
      });

    test('are views, searches and broken addresses, in sessions that end after a pause', async () => {
      expect((await report('referrer=https://search.test/&campaign=?utm_source=mail')).status).toBe(204);
      clock.advance(20 * 60 * 1000);
      await report('referrer=', { 'accept-language': 'fr-CH,fr;q=0.9' });
      clock.advance(40 * 60 * 1000);
      await report('type=search_type_query&query=nothing&results=0');
      await report('type=page_view', { dnt: '1' });
      await visited.site.get('/missing', { ...form, accept: 'text/html' });
      expect(await total()).toEqual([3, 1, 2]);
      const groups = columns('utmSource', 'visitorLanguage');
      expect((await aggregate({ groupBy: columns('utmSource') })).utmSource).toEqual(['mail']);
      expect((await aggregate({ groupBy: groups })).visitorLanguage).toEqual([null]);
      expect(await aggregate({ groupBy: columns('siteSection') })).toEqual({
        siteSection: [visited.siteSpaces[0]!.section],
        eventsCount: [3],
      });
      const own = async (type: string, column: string) =>
        aggregate({ groupBy: columns(column), where: [{ column: 'eventType', values: [type] }] });
      expect(await own('search_without_result', 'eventSearchQuery')).toEqual({
        eventSearchQuery: ['nothing'],
        eventsCount: [1],
      });
      expect((await own('page_not_found', 'url')).url).toEqual([`${visited.site.url}/missing`]);
    });

    test('are clicks on links to elsewhere, without the queries of their addresses', async () => {
      const target = encodeURIComponent('https://else.test/shop?token=secret#part');
      for (const place of ['header', 'content'])
        expect((await report(`type=link_click&target=${target}&position=${place}`)).status).toBe(204);
      for (const [name, values] of [
        ['eventLinkTargetValue', [{ kind: 'url', url: 'https://else.test/shop' }]],
        ['eventLinkTargetDomain', ['else.test']],
        ['eventLinkPosition', ['content', 'header']],
      ] as const)
        expect(await aggregate({ groupBy: columns(name) })).toMatchObject({ [name]: values });
      expect(JSON.stringify(await stored())).not.toContain('secret');
    });

    test('are rejected by field', async () => {
      expect((await report('type=page_post_feedback')).status).toBe(400);
      expect((await report('results=many')).status).toBe(400);
      expect((await report('campaign=else')).status).toBe(400);
      expect((await report('type=link_click')).status).toBe(400);
      expect((await report('type=link_click&target=javascript:alert(1)')).status).toBe(400);
      expect((await report('type=link_click&target=https://else.test&position=top')).status).toBe(400);
    });
  });
});
