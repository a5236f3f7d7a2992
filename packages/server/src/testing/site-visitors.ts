import { beforeEach, expect } from 'vitest';
import type { ApiRequest } from './api-client.ts';
import { createLiveSpace } from './content-factory.ts';
import type { TestClock, TestOrganization, TestServer } from './server.ts';
import { withOrganization } from './set-up.ts';
import { type PublishedSite, publishSite } from './sites.ts';

type Query = ApiRequest<'aggregateSiteEvents'>['body'];
type Column = NonNullable<Query['select']>[number];

/** The user agent of a desktop. */
export const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The user agent of a phone. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The columns with these names. */
export const columns = (...names: string[]) => names.map((column) => ({ column })) as Column[];

/** A site with two spaces, whose visitors tests play. */
export interface VisitedSite {
  readonly server: TestServer;
  readonly org: TestOrganization;
  readonly site: PublishedSite;
  readonly spaces: readonly string[];
  readonly siteSpaces: readonly { readonly id: string; readonly section: string | null }[];
  /** The page of the first space. */
  readonly page: string;
  readonly params: { readonly organizationId: string; readonly siteId: string };
}

const createVisitedSite = async (server: TestServer, org: TestOrganization): Promise<VisitedSite> => {
  const spaces = [await createLiveSpace(org), await createLiveSpace(org)];
  const changes = [{ operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello.' } }];
  await org.admin.call('POST', `/spaces/${spaces[0]}/content`, { changes });
  const page = (await org.admin.call('GET', `/spaces/${spaces[0]}/content/pages`)).body.pages[0].id;
  const site = await publishSite(server, org, [
    { space: spaces[0]!, section: 'Guides' },
    { space: spaces[1]!, section: 'Reference', path: 'reference' },
  ]);
  const { body } = await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/site-spaces`);
  const siteSpaces = spaces.map((space) => {
    const found = body.items.find((one: { space: { id: string } }) => one.space.id === space);
    return { id: found.id, section: found.section ?? null };
  });
  return { server, org, site, spaces, siteSpaces, page, params: { organizationId: org.id, siteId: site.id } };
};

/** Creates a site before each test; returns functions that track and count events of its visitors. */
export const withVisitedSite = (clock: TestClock, take: (visited: VisitedSite) => void) => {
  let visited: VisitedSite;
  let fresh: { server: TestServer; org: TestOrganization };
  withOrganization(
    (made) => {
      fresh = made;
    },
    { clock, ownDatabase: true },
  );
  beforeEach(async () => {
    // In the middle of a day, so that no test crosses a midnight by itself.
    const day = Math.ceil(clock.now().getTime() / DAY_MS) * DAY_MS;
    clock.advance(day + DAY_MS / 2 - clock.now().getTime());
    visited = await createVisitedSite(fresh.server, fresh.org);
    take(visited);
  });

  /** An event as clients send it. */
  const event = (
    type: string,
    visitorId: string,
    more: object = {},
    session: object = {},
    location: object = {},
  ) => ({
    type,
    session: {
      visitorId,
      sessionId: `${visitorId}-1`,
      cookies: {},
      userAgent: DESKTOP,
      language: 'de',
      referrer: 'https://search.test/find?q=secret',
      ...session,
    },
    location: {
      url: 'https://docs.test/home?utm_source=news&token=secret#part',
      siteSection: null,
      siteSpace: visited.siteSpaces[0]!.id,
      siteShareKey: null,
      space: visited.spaces[0]!,
      revision: null,
      page: visited.page,
      ...location,
    },
    ...more,
  });

  const track = async (...events: object[]) => {
    const { org, site, server } = visited;
    const path = `/orgs/${org.id}/sites/${site.id}/insights/events`;
    expect((await server.anonymous('POST', path, { events })).status).toBe(204);
  };

  /** The values of a result by column. */
  const aggregate = async (query: Partial<Query>, reader = visited.org.admin) => {
    const { body } = await reader.request('aggregateSiteEvents', {
      params: visited.params,
      body: { range: 'last7Days', ...query },
    });
    return Object.fromEntries(body.columns.map(({ column, values }) => [column, values]));
  };

  /** The events, visitors and sessions of a query. */
  const total = async (query: Partial<Query> = {}, reader = visited.org.admin) => {
    const select = columns('eventsCount', 'visitorsCount', 'sessionsCount');
    const result = await aggregate({ select, ...query }, reader);
    return [result.eventsCount![0], result.visitorsCount![0], result.sessionsCount![0]];
  };

  /** Events of two days, with every kind of detail. */
  const trackDays = async () => {
    const link = { target: { kind: 'url', url: 'https://else.test/x' }, position: 'header' };
    const elsewhere = { siteSpace: visited.siteSpaces[1]!.id, space: visited.spaces[1]!, page: 'other' };
    for (let day = 0; day < 2; day++) {
      await track(
        event('page_view', 'anna'),
        event('page_view', 'anna', {}, {}, elsewhere),
        event('page_view', 'bert', {}, { userAgent: PHONE, language: 'en-us', referrer: null }),
        event('search_type_query', 'bert', { query: ' Install  IT ' }, { userAgent: PHONE }),
        event('page_post_feedback', 'anna', { feedback: { rating: 'good' } }),
        event('page_post_feedback_comment', 'anna', { feedback: { rating: 'good', comment: 'Fine' } }),
        event('ask_question', 'anna', { query: 'why?' }),
        event('ask_rate_response', 'anna', { query: 'why?', rating: -1, responseId: 'r' }),
        event('link_click', 'anna', { link }),
        event('api_client_open', 'anna', { operation: { path: '/pets', method: 'get' } }),
        event('page_view', 'carl', {}, { visitorAuthClaims: { plan: 'pro', email: 'carl@test' } }),
        event('ad_click', 'carl', { ad: { domain: 'ad.test', zoneId: 'z', placement: 'aside' } }),
        event('trademark_click', 'carl', { placement: 'footer' }),
      );
      clock.advance(DAY_MS);
    }
    await visited.server.app.services.siteEvents.flush();
  };

  /** Counts events in advance. */
  const count = () => visited.server.app.services.siteEventCounts.countAll();

  return { event, track, aggregate, total, trackDays, count };
};
