import autocannon from 'autocannon';
import pg from 'pg';
import { cpuOfFamily, parentOf } from './cpu.ts';
import { seedInsights } from './insights-seed.ts';
import { type BenchOrganization, call, sleep } from './organization.ts';

/** The server and its database. */
export interface InsightsServer {
  readonly pid: number;
  readonly connectionString: string;
}

const DAYS = 90;
const BATCH = 100;
const BATCHES_PER_SECOND = 20;
const SECONDS = 10;
const READS_PER_SECOND = 100;
const RUNS = 5;

const RANKED = { select: [{ column: 'eventsCount' }] } as const;
const VISITED = { select: [{ column: 'visitorsCount' }] } as const;
const ofType = (type: string) => ({ column: 'eventType', values: [type] });

/** The charts of the console. */
const CHARTS: Readonly<Record<string, { type: string; groupBy: string; select?: readonly object[] }>> = {
  'visits by day': {
    type: 'page_view',
    groupBy: 'datetime',
    select: [{ column: 'visitorsCount' }, { column: 'eventsCount' }, { column: 'sessionsCount' }],
  },
  'top pages': { type: 'page_view', groupBy: 'page', ...RANKED },
  searches: { type: 'search_type_query', groupBy: 'eventSearchQuery', ...RANKED },
  comments: { type: 'page_post_feedback_comment', groupBy: 'eventPageFeedbackComment', ...RANKED },
  'broken addresses': { type: 'page_not_found', groupBy: 'url', ...RANKED },
  links: { type: 'link_click', groupBy: 'eventLinkTargetValue', ...RANKED },
  referrers: { type: 'page_view', groupBy: 'referrerDomain', ...VISITED },
  devices: { type: 'page_view', groupBy: 'visitorDevice', ...VISITED },
  languages: { type: 'page_view', groupBy: 'visitorLanguage', ...VISITED },
};

/** What the console limits its charts to. */
const LIMITS: Readonly<Record<string, readonly object[]>> = {
  site: [],
  section: [{ column: 'siteSection', values: ['section 1'] }],
  page: [{ column: 'page', values: [{ space: 'space1', page: 'page1' }] }],
};

const batchOf = (): string =>
  JSON.stringify({
    events: Array.from({ length: BATCH }, (_, at) => ({
      type: 'page_view',
      session: {
        visitorId: `visitor ${Math.floor(Math.random() * 40_000)}`,
        sessionId: `session ${at}`,
        cookies: {},
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        language: 'de',
        referrer: 'https://search.test/',
      },
      location: {
        url: `https://docs.test/page-${at}`,
        siteSection: null,
        siteSpace: null,
        siteShareKey: null,
        space: null,
        revision: null,
        page: null,
      },
    })),
  });

/** The cost of receiving events beside page reads, and of charts over 90 days of a large site. */
export const measureInsights = async (
  createOrganization: () => Promise<BenchOrganization>,
  { pid, connectionString }: InsightsServer,
): Promise<string> => {
  const organization = await createOrganization();
  const { url, token, organizationId } = organization;
  const site = (await call(organization, 'POST', 'sites', { title: 'Visited' })) as { id: string };
  await call(organization, 'POST', `sites/${site.id}/publish`);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(backends[0]!.pid);
  const cpu = () => cpuOfFamily(pid) + cpuOfFamily(postmaster);

  const reads = () =>
    autocannon({
      url: `${url}/v1/orgs/${organizationId}/sites/${site.id}`,
      headers: { authorization: `Bearer ${token}` },
      connections: 4,
      overallRate: READS_PER_SECOND,
      duration: SECONDS,
    });
  const alone = await reads();
  const before = cpu();
  const [beside, sent] = await Promise.all([
    reads(),
    autocannon({
      url: `${url}/v1/orgs/${organizationId}/sites/${site.id}/insights/events`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: batchOf(),
      connections: 4,
      overallRate: BATCHES_PER_SECOND,
      duration: SECONDS,
    }),
  ]);
  await sleep(3000);
  const ingestCpu = cpu() - before;
  const { rows: stored } = await client.query<{ count: string }>(
    'select count(*) from site_events where site_id = $1',
    [site.id],
  );
  const lines = [
    `insights: ${((sent['2xx'] * BATCH) / SECONDS).toFixed(0)} events/s sent for ${SECONDS} s, ${stored[0]!.count} of ${sent['2xx'] * BATCH} stored; ${(ingestCpu / SECONDS).toFixed(2)} cores with ${READS_PER_SECOND} reads/s`,
    `reads beside: p50 ${beside.latency.p50} ms, p99 ${beside.latency.p99} ms; alone: p50 ${alone.latency.p50} ms, p99 ${alone.latency.p99} ms`,
  ];

  await client.end();
  const seeded = await seedInsights({ connectionString, organizationId, siteId: site.id }, DAYS);
  lines.push(`${DAYS} days of ten million events a month: ${seeded}`);
  const today = new Date().toISOString().slice(0, 10);
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString();
  const range = { from: day(1 - DAYS), to: day(1) };
  lines.push(
    `${'processor time, ms'.padEnd(20)}${Object.keys(LIMITS)
      .map((name) => name.padStart(9))
      .join('')}`,
  );
  for (const [name, { type, groupBy, select }] of Object.entries(CHARTS)) {
    const cells: string[] = [];
    for (const limits of Object.values(LIMITS)) {
      const column = groupBy === 'datetime' ? { column: groupBy, interval: 'day' } : { column: groupBy };
      const body = { range, select, groupBy: [column], where: [ofType(type), ...limits] };
      const run = () => call(organization, 'POST', `sites/${site.id}/insights/events/aggregate`, body);
      await run();
      const start = cpu();
      for (let i = 0; i < RUNS; i++) await run();
      cells.push((((cpu() - start) * 1000) / RUNS).toFixed(0).padStart(9));
    }
    lines.push(name.padEnd(20) + cells.join(''));
  }
  return lines.join('\n');
};
