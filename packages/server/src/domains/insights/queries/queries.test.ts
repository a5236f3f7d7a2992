import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../testing/api-client.ts';
import { testClock } from '../../../testing/server.ts';
import { columns, DAY_MS, type VisitedSite, withVisitedSite } from '../../../testing/site-visitors.ts';

type Query = ApiRequest<'aggregateSiteEvents'>['body'];

describe('queries of events of site visitors', () => {
  const clock = testClock();
  let visited: VisitedSite;
  const { event, track, aggregate, total, trackDays, count } = withVisitedSite(clock, (made) => {
    visited = made;
  });

  // The values of each dimension with their events, visitors and sessions, on two days.
  const DIMENSIONS: [string, () => [unknown, number, number, number][]][] = [
    [
      'eventType',
      () => [
        ['page_view', 8, 6, 6],
        ['ad_click', 2, 2, 2],
      ],
    ],
    [
      'siteSpace',
      () => [
        [visited.siteSpaces[0]!.id, 24, 6, 6],
        [visited.siteSpaces[1]!.id, 2, 2, 2],
      ],
    ],
    [
      'siteSection',
      () => [
        [visited.siteSpaces[0]!.section, 24, 6, 6],
        [visited.siteSpaces[1]!.section, 2, 2, 2],
      ],
    ],
    [
      'page',
      () => [
        [{ page: visited.page, space: visited.spaces[0] }, 24, 6, 6],
        [{ page: 'other', space: visited.spaces[1] }, 2, 2, 2],
      ],
    ],
    ['url', () => [['https://docs.test/home', 26, 6, 6]]],
    ['displayContext', () => [['site', 26, 6, 6]]],
    ['siteShareKey', () => [[null, 26, 6, 6]]],
    [
      'visitorDevice',
      () => [
        ['desktop', 22, 4, 4],
        ['mobile', 4, 2, 2],
      ],
    ],
    [
      'visitorBrowser',
      () => [
        ['firefox', 22, 4, 4],
        ['safari', 4, 2, 2],
      ],
    ],
    [
      'visitorOS',
      () => [
        ['linux', 22, 4, 4],
        ['ios', 4, 2, 2],
      ],
    ],
    [
      'visitorLanguage',
      () => [
        ['de', 24, 6, 6],
        ['en-US', 2, 2, 2],
      ],
    ],
    ['visitorGeoCountry', () => [[null, 26, 6, 6]]],
    ['visitorGeoPoint', () => [[null, 26, 6, 6]]],
    ['visitorBot', () => [['', 26, 6, 6]]],
    [
      'referrer',
      () => [
        ['https://search.test/find', 24, 6, 6],
        ['', 2, 2, 2],
      ],
    ],
    [
      'referrerDomain',
      () => [
        ['search.test', 24, 6, 6],
        ['', 2, 2, 2],
      ],
    ],
    ['utmSource', () => [['news', 26, 6, 6]]],
    ['utmMedium', () => []],
    [
      'eventSearchQuery',
      () => [
        ['install it', 2, 2, 2],
        ['why?', 4, 2, 2],
      ],
    ],
    ['eventPageFeedbackRating', () => [['good', 4, 2, 2]]],
    ['eventPageFeedbackComment', () => [['Fine', 2, 2, 2]]],
    ['eventAskResponseRating', () => [[-1, 2, 2, 2]]],
    ['eventLinkTargetValue', () => [[{ kind: 'url', url: 'https://else.test/x' }, 2, 2, 2]]],
    ['eventLinkTargetKind', () => [['url', 2, 2, 2]]],
    ['eventLinkTargetDomain', () => [['else.test', 2, 2, 2]]],
    ['eventLinkPosition', () => [['header', 2, 2, 2]]],
    ['eventAPIOperationPath', () => [['/pets', 2, 2, 2]]],
    ['eventAPIOperationMethod', () => [['get', 2, 2, 2]]],
    ['eventAdDomain', () => [['ad.test', 2, 2, 2]]],
    ['eventAdPlacement', () => [['aside', 2, 2, 2]]],
    ['eventTrademarkPlacement', () => [['footer', 2, 2, 2]]],
    ['visitorClaimProperty', () => [['plan', 2, 2, 2]]],
  ];

  test('are counted by every dimension and filtered by it, the same before and after they are counted in advance', async () => {
    await trackDays();
    const select = columns('eventsCount', 'visitorsCount', 'sessionsCount');
    const check = async () => {
      expect(await total()).toEqual([26, 6, 6]);
      expect(await total({ where: [{ column: 'eventType', values: ['page_view', 'ad_click'] }] })).toEqual([
        10, 6, 6,
      ]);
      for (const [name, expected] of DIMENSIONS) {
        const result = await aggregate({ select, groupBy: columns(name) });
        const found = result[name]!.map((value, at) => [
          value,
          result.eventsCount![at],
          result.visitorsCount![at],
          result.sessionsCount![at],
        ]);
        for (const row of expected()) expect([name, found]).toEqual([name, expect.arrayContaining([row])]);
        if (name !== 'eventType') expect([name, found.length]).toEqual([name, expected().length]);
        for (const [value, ...counts] of expected()) {
          if (name === 'visitorGeoPoint') continue;
          const where = [{ column: name as 'url', values: [value] }];
          expect([name, await total({ where })]).toEqual([name, counts]);
          const events = await aggregate({ where: [{ ...where[0]!, operator: 'notIn' }] });
          expect([name, events.eventsCount]).toEqual([name, [26 - counts[0]!]]);
        }
      }
      const claim = { column: 'visitorClaim', claim: 'plan' } as const;
      expect(await aggregate({ select: [claim, ...columns('eventsCount')] })).toEqual({
        visitorClaim: ['pro'],
        eventsCount: [2],
      });
      const ratings = await aggregate({ select: columns('pageFeedbackRating', 'askResponseRating') });
      expect(ratings).toEqual({
        pageFeedbackRating: [{ ok: 0, good: 2, bad: 0 }],
        askResponseRating: [{ positive: 0, negative: 2 }],
      });
    };
    await check();
    await count();
    await check();
    // The counts alone answer: the events are not asked any more.
    await sql`delete from site_events`.execute(visited.server.app.kernel.db);
    expect(await total()).toEqual([26, 6, 6]);
    const { page: pages } = await aggregate({ select, groupBy: columns('page') });
    expect(pages).toHaveLength(2);
  });

  test('are counted by hour, day, week and month', async () => {
    await track(event('page_view', 'anna'));
    clock.advance(60 * 60 * 1000);
    await track(event('page_view', 'anna'), event('page_view', 'bert'));
    clock.advance(2 * DAY_MS);
    const check = async () => {
      for (const [interval, counts] of [
        [
          'hour',
          [
            [1, 1],
            [2, 2],
          ],
        ],
        ['day', [[3, 2]]],
        ['month', [[3, 2]]],
      ] as const) {
        const result = await aggregate({
          groupBy: [{ column: 'datetime', interval }],
          select: columns('eventsCount', 'visitorsCount'),
        });
        const found = result.eventsCount!.map((events, at) => [events, result.visitorsCount![at]]);
        expect([interval, found]).toEqual([interval, counts]);
        for (const time of result.datetime!)
          expect(time).toMatch(interval === 'hour' ? /:00:00.000Z$/ : /T00:00:00.000Z$/);
      }
      const week = await aggregate({ groupBy: [{ column: 'datetime', interval: 'week' }] });
      expect(new Date(String(week.datetime![0])).getUTCDay()).toBe(1);
    };
    await check();
    await count();
    await check();
  });

  test('are counted once a day, also if the first part of the day was counted before', async () => {
    const select = columns('eventsCount', 'visitorsCount', 'sessionsCount');
    await track(event('page_view', 'anna'), event('page_view', 'bert'), event('search_open', 'carl'));
    await visited.server.app.services.siteEvents.flush();
    clock.advance(2 * 60 * 60 * 1000);
    await count();
    const later = { sessionId: 'later' };
    await track(
      event('page_view', 'anna'),
      event('page_view', 'anna', {}, later),
      event('page_view', 'dora', {}, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }),
      event('page_view', 'carl'),
    );
    const check = async () => {
      expect(await total()).toEqual([7, 4, 5]);
      const where = [{ column: 'eventType', values: ['page_view'] }] as Query['where'];
      expect(await total({ where })).toEqual([6, 4, 5]);
      const systems = await aggregate({ select, where, groupBy: columns('visitorOS') });
      expect(systems).toEqual({
        visitorOS: ['linux', 'windows'],
        eventsCount: [5, 1],
        visitorsCount: [3, 1],
        sessionsCount: [4, 1],
      });
    };
    await check();
    clock.advance(DAY_MS);
    await count();
    await check();
  });

  test('of one page are counted by a further column, before and after they are counted in advance', async () => {
    await trackDays();
    const where = [
      { column: 'page', values: [{ page: visited.page, space: visited.spaces[0]! }] },
      { column: 'eventType', values: ['page_view'] },
    ] as Query['where'];
    const select = columns('eventsCount', 'visitorsCount', 'sessionsCount');
    const check = async () =>
      expect(await aggregate({ select, where, groupBy: columns('visitorLanguage') })).toEqual({
        visitorLanguage: ['de', 'en-US'],
        eventsCount: [4, 2],
        visitorsCount: [4, 2],
        sessionsCount: [4, 2],
      });
    await check();
    await count();
    await check();
    await sql`delete from site_events`.execute(visited.server.app.kernel.db);
    await check();
  });

  test('are limited, ordered and filtered by their counts', async () => {
    await trackDays();
    const base = { groupBy: columns('visitorDevice') };
    const order = (direction: 'asc' | 'desc') => ({ by: { column: 'eventsCount' } as const, direction });
    expect((await aggregate({ ...base, order: order('asc') })).visitorDevice).toEqual(['mobile', 'desktop']);
    expect((await aggregate({ ...base, order: order('desc'), limit: 1 })).visitorDevice).toEqual(['desktop']);
    const where = (operator: 'greaterThan' | 'lessThanOrEqual', value: number) =>
      [{ column: 'eventsCount', operator, values: [value] }] as Query['where'];
    expect((await aggregate({ ...base, where: where('greaterThan', 4) })).visitorDevice).toEqual(['desktop']);
    expect((await aggregate({ ...base, where: where('lessThanOrEqual', 4) })).visitorDevice).toEqual([
      'mobile',
    ]);
    const yesterday = new Date(clock.now().getTime() - 1.5 * DAY_MS).toISOString();
    const late = [{ column: 'datetime', operator: 'greaterThan', values: [yesterday] }] as Query['where'];
    expect((await aggregate({ where: late })).eventsCount).toEqual([13]);
    const range = {
      from: new Date(clock.now().getTime() - 1.5 * DAY_MS).toISOString(),
      to: clock.now().toISOString(),
    };
    expect((await aggregate({ range })).eventsCount).toEqual([13]);
  });

  test.each([
    ['range.to', { range: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' } }],
    ['range.from', { range: { from: '2006-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' } }],
    ['groupBy.0.column', { groupBy: [{ column: 'eventsCount' }] }],
    ['groupBy.0.column', { groupBy: [{ column: 'claims' }] }],
    ['select.0.claim', { select: [{ column: 'visitorClaim' }] }],
    ['order.by.column', { order: { by: { column: 'url' }, direction: 'asc' } }],
    ['where.0.operator', { where: [{ column: 'url', operator: 'greaterThan', values: ['a'] }] }],
    ['where.0.values.0', { where: [{ column: 'page', values: ['a'] }] }],
    ['where.0.values', { where: [{ column: 'eventsCount', operator: 'lessThan', values: [] }] }],
    ['where.0.values.0', { where: [{ column: 'datetime', values: ['soon'] }] }],
    ['limit', { limit: 0 }],
  ])('queries are rejected by field: %s', async (path, query) => {
    const refused = await visited.org.admin.refusal('aggregateSiteEvents', {
      params: visited.params,
      body: { range: 'last7Days', ...query },
    });
    expect([refused.status, refused.paths]).toEqual([400, [`body.${path}`]]);
  });

  test('are not counted for members who may not view the space that they happened in', async () => {
    await trackDays();
    await visited.org.admin.call('PATCH', `/spaces/${visited.spaces[1]}`, { defaultLevel: null });
    const check = async () => {
      expect(await total({}, visited.org.edit)).toEqual([24, 6, 6]);
      const { page: pages } = await aggregate({ groupBy: columns('page') }, visited.org.edit);
      expect(pages).toEqual([{ page: visited.page, space: visited.spaces[0] }]);
      expect(await total()).toEqual([26, 6, 6]);
    };
    await check();
    await count();
    await check();
  });

  test('show which kinds of visitors there are', async () => {
    await trackDays();
    const { body } = await visited.org.edit.request('listSiteVisitorSegments', {
      params: visited.params,
      query: { limit: 1 },
    });
    expect(body).toMatchObject({
      count: 2,
      items: [{ title: 'Visitors without claims', claims: {}, events: 24, visitors: 6, sessions: 6 }],
    });
    const rest = await visited.org.edit.request('listSiteVisitorSegments', {
      params: visited.params,
      query: { page: body.next!.page },
    });
    expect(rest.body.items).toEqual([
      { title: 'plan: pro', claims: { plan: 'pro' }, events: 2, visitors: 2, sessions: 2 },
    ]);
  });
});
