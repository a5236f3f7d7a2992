import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { agentsOf, install, publish } from '../../testing/published-integrations.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

const CARD = [
  'My new card has not arrived yet',
  'I still have not received my card in the mail',
  'When will my new card arrive?',
  'Card delivery: my card did not arrive',
];
const PASSWORD = [
  'I forgot my password, how do I reset it?',
  'How can I reset my password?',
  'The password reset does not work',
];

const said = (id: string, body: string, more: object = {}) => ({
  id,
  parts: [{ type: 'message', role: 'user', body }],
  ...more,
});

describe('conversations', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock, roles: ['api', 'worker'] },
  );
  beforeEach(() => {
    at = `/orgs/${org.id}`;
  });

  const get = async (path: string) => (await org.read.call('GET', at + path)).body;
  const ingest = async (body: unknown) =>
    expect((await org.create.call('POST', `${at}/conversations`, body)).status).toBe(204);
  const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
  const processed = () =>
    until(async () => {
      const { items } = await get('/conversations?limit=1000');
      expect(items.filter((one: { processedAt?: string }) => !one.processedAt)).toEqual([]);
    });
  /** All is processed and the clusters are in order. */
  const settled = async () => {
    await processed();
    await until(async () => {
      const row = await server.app.kernel.db
        .selectFrom('issue_windows')
        .select(['pending', 'consolidated_at'])
        .where('organization_id', '=', org.id)
        .executeTakeFirst();
      expect(row?.pending).toBe(0);
    });
  };

  /** Clusters whose counts are others than those of their issues, whose centres are not those of all their issues, or whose days are not. */
  const miscounted = async () => {
    const { rows } = await sql`
      select c.id, c.issues, c.conversations, m.count as compared, n.*
      from issue_clusters c
      left join issue_cluster_centres m on m.organization_id = c.organization_id and m.cluster_id = c.id
      left join (
        select cluster_id, count(*)::int as found, count(distinct conversation_id)::int as talks
        from issues where organization_id = ${org.id} group by 1
      ) n on n.cluster_id = c.id
      left join (
        select cluster_id, sum(issues)::int as dated, min(issues) as least
        from issue_days where organization_id = ${org.id} group by 1
      ) d on d.cluster_id = c.id
      where c.organization_id = ${org.id}
        and (c.issues, c.conversations, m.count, d.dated, d.least > 0)
          is distinct from (n.found, n.talks, n.found, n.found, true)`.execute(server.app.kernel.db);
    return rows;
  };

  test('are kept as they were sent, and listed', async () => {
    const metadata = {
      url: 'https://desk.test/1',
      attributes: { plan: 'pro' },
      createdAt: '2026-01-02T03:04:05.000Z',
    };
    await ingest(said('c-1', 'How do I export a page?', { subject: 'Export', metadata }));
    await ingest([said('c-2', 'Where are my invoices?'), said('c-3', 'Thanks!')]);
    await processed();
    const list = await get('/conversations');
    expect(list.count).toBe(3);
    const one = list.items.at(-1);
    expect(one).toMatchObject({
      object: 'conversation',
      subject: 'Export',
      createdAt: metadata.createdAt,
      source: `integration:api:${org.id}`,
      urls: { source: metadata.url },
    });
    for (const name of [one.id, 'c-1'])
      expect(await get(`/conversations/${name}`)).toEqual({
        conversation: one,
        parts: [{ type: 'message', role: 'user', body: 'How do I export a page?' }],
        metadata,
      });
    expect((await get(`/conversations?source=${one.source}`)).count).toBe(3);
    expect((await get('/conversations?source=email')).items).toEqual([]);
    const first = await get('/conversations?limit=2');
    const rest = await get(`/conversations?limit=2&page=${first.next.page}`);
    expect([...first.items, ...rest.items]).toEqual(list.items);
    const event = (await server.eventsOf(org.id)).find(({ action }) => action === 'conversations.ingested');
    expect(event?.payload).toEqual({ source: one.source, added: 1, replaced: 0 });
  });

  test('hold issues, several where there are several questions, without personal data', async () => {
    const body =
      'Hi,\n\nHow do I change the billing address of jo@example.com?\n\nAlso, the export to PDF fails with error 500.';
    await ingest(said('c-1', body));
    await processed();
    const { items, count } = await get('/conversations-issues');
    expect(count).toBe(2);
    expect(items.map((item: { issue: { title: string } }) => item.issue.title).sort()).toEqual([
      'How do I change the billing address of [email]?',
      'The export to PDF fails with error 500.',
    ]);
    const { issue, conversation } = items[0];
    expect(conversation).toMatchObject({ object: 'conversation', id: issue.conversation });
    expect(await get(`/conversations-issues/${issue.id}`)).toEqual({ issue, conversation });
    expect((await get('/conversations-issues?conversation=c-1')).count).toBe(2);
    expect((await get(`/conversations-issues?conversation=${conversation.id}`)).count).toBe(2);
    expect((await get('/conversations-issues?conversation=none')).count).toBe(0);
    expect((await get(`/conversations-issues?cluster=${issue.cluster}`)).items).toEqual([items[0]]);
  });

  test('about the same end up in one cluster, which tells of them', async () => {
    await ingest([...CARD, ...PASSWORD].map((body, i) => said(`c-${i}`, body)));
    await settled();
    const { items, count } = await get('/conversations-clusters?orderBy=issues');
    expect(count).toBe(2);
    expect(items.map((one: { stats: object }) => one.stats)).toMatchObject([
      { issues: 4, conversations: 4 },
      { issues: 3, conversations: 3 },
    ]);
    const [card, password] = items;
    expect(CARD).toContain(card.label);
    expect(PASSWORD).toContain(password.label);
    expect([card.icon, password.icon]).toEqual(['credit-card', 'key']);
    expect(card.sources).toEqual({ [`integration:api:${org.id}`]: 4 });
    expect(await get(`/conversations-clusters/${card.id}`)).toEqual(card);
    const inOrder = async (query: string) =>
      (await get(`/conversations-clusters?${query}`)).items.map((one: { id: string }) => one.id);
    expect(await inOrder('status=pending')).toEqual([]);
    expect(await inOrder('status=analysing')).toEqual([]);
    expect(await inOrder('orderBy=conversations&order=asc')).toEqual([password.id, card.id]);
    for (const orderBy of ['updatedAt', 'issues', 'conversations', 'tasksTotal'])
      for (const order of ['asc', 'desc']) {
        const all = await inOrder(`orderBy=${orderBy}&order=${order}`);
        const query = `orderBy=${orderBy}&order=${order}&limit=1`;
        const { next } = await get(`/conversations-clusters?${query}`);
        expect(await inOrder(`${query}&page=${next.page}`)).toEqual([all[1]]);
      }
  });

  test('that were sent again replace what they were, in clusters too', async () => {
    await ingest(CARD.map((body, i) => said(`c-${i}`, body)));
    await settled();
    const [before] = (await get('/conversations-clusters')).items;
    const id = (await get('/conversations/c-0')).conversation.id;
    await ingest([said('c-0', 'never read'), said('c-0', PASSWORD[0]!)]);
    await processed();
    expect(await miscounted()).toEqual([]);
    await settled();
    expect(await miscounted()).toEqual([]);
    expect((await get('/conversations')).count).toBe(CARD.length);
    expect((await get('/conversations/c-0')).conversation.id).toBe(id);
    const issues = await get('/conversations-issues?conversation=c-0');
    expect(issues.items.map((item: { issue: { title: string } }) => item.issue.title)).toEqual([PASSWORD[0]]);
    const [after] = (await get('/conversations-clusters')).items;
    expect(after).toMatchObject({ id: before.id, stats: { issues: CARD.length - 1 } });
  });

  test('leave a cluster its id when others join it, and take it along when nothing is left', async () => {
    await ingest(CARD.map((body, i) => said(`c-${i}`, body)));
    await settled();
    const [before] = (await get('/conversations-clusters')).items;
    await ingest([
      ...PASSWORD.map((body, i) => said(`p-${i}`, `${body} And ${CARD[0]}`)),
      ...CARD.map((body, i) => said(`d-${i}`, body)),
    ]);
    await processed();
    expect(await miscounted()).toEqual([]);
    await ingest(PASSWORD.map((body, i) => said(`p-${i}`, body)));
    await processed();
    expect(await miscounted()).toEqual([]);
    await settled();
    const largest = (await get('/conversations-clusters?orderBy=issues')).items[0];
    expect(largest).toMatchObject({ id: before.id, createdAt: before.createdAt });
    expect(largest.stats.issues).toBe(2 * CARD.length);
    await ingest([...CARD.keys()].flatMap((i) => [said(`c-${i}`, 'Thanks!'), said(`d-${i}`, '')]));
    await settled();
    expect((await org.read.call('GET', `${at}/conversations-clusters/${before.id}`)).status).toBe(404);
    expect((await get('/conversations-issues')).count).toBe(PASSWORD.length);
  });

  test('show thirteen weeks by the clock', async () => {
    const weeksAgo = (weeks: number) => ({
      metadata: { createdAt: new Date(clock.now().getTime() - weeks * WEEK_MS - 1000).toISOString() },
    });
    const weeks = [0, 0, 3, 12, 13, 40, -2];
    await ingest(weeks.map((week, i) => said(`c-${i}`, 'My new card has not arrived', weeksAgo(week))));
    await settled();
    const [{ weeklyPulse, stats }] = (await get('/conversations-clusters?orderBy=issues')).items;
    expect(weeklyPulse).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2]);
    expect(stats.issues).toBeGreaterThanOrEqual(5);
  });

  test('that nothing can be made of are refused, and change nothing', async () => {
    const refused: [object, string][] = [
      [{}, 'body.id'],
      [said('', 'x'), 'body.id'],
      [said('x'.repeat(256), 'x'), 'body.id'],
      [said('x', 'x', { subject: 'x'.repeat(513) }), 'body.subject'],
      [{ id: 'x', parts: [{ type: 'message', role: 'nobody', body: '' }] }, 'body.parts.0.role'],
      [said('x', 'x', { metadata: { url: 'javascript:alert(1)' } }), 'body.metadata.url'],
      [said('x', 'x', { metadata: { createdAt: 'soon' } }), 'body.metadata.createdAt'],
      [said('x', 'x', { metadata: { createdAt: '0001-01-01T00:00:00Z' } }), 'body.metadata.createdAt'],
      [
        [said('y', 'x'), said('x', 'x', { metadata: { createdAt: '2016-12-31T23:59:60Z' } })],
        'body.1.metadata.createdAt',
      ],
      [Array.from({ length: 1001 }, (_, i) => said(String(i), 'x')), 'body'],
    ];
    for (const [body, path] of refused) {
      const answer = await org.create.call('POST', `${at}/conversations`, body);
      expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, path]);
    }
    const large = said('x', 'x'.repeat(11 * 1024 * 1024));
    expect((await org.create.call('POST', `${at}/conversations`, large)).status).toBe(413);
    expect((await get('/conversations')).count).toBe(0);
    await ingest([]);
  });

  test('of two integrations and of people are told apart, though they have the same ids', async () => {
    const desks = [];
    for (const title of ['Desk', 'Chat']) {
      const name = await publish(org, { title, scopes: ['conversations:ingest'] });
      const { id } = await install(org, name);
      const { installation } = await agentsOf(server, name, id);
      desks.push({ source: `integration:${name}:${id}`, installation });
    }
    for (const { installation, source } of desks) {
      const sent = { ...said('1', 'Where is my card?'), subject: source };
      expect((await installation('POST', `${at}/conversations`, sent)).status).toBe(204);
    }
    await ingest(said('1', 'Where is my card?'));
    const { items } = await get('/conversations');
    const own = `integration:api:${org.id}`;
    expect(items.map((one: { source: string }) => one.source)).toEqual([
      own,
      ...desks.map(({ source }) => source).reverse(),
    ]);
    for (const { source } of desks) {
      const found = await get(`/conversations?source=${source}`);
      expect([found.count, found.items[0].subject]).toEqual([1, source]);
    }
    await settled();
    const [cluster] = (await get('/conversations-clusters')).items;
    expect(cluster.sources).toEqual({ [own]: 1, [desks[0]!.source]: 1, [desks[1]!.source]: 1 });
  });

  test('of long ago meet in clusters too, one by one, and stay there when they are sent again', async () => {
    const metadata = { createdAt: new Date(clock.now().getTime() - 30 * WEEK_MS).toISOString() };
    for (const i of [0, 1, 2]) {
      await ingest(said(`c-${i}`, PASSWORD[0]!, { metadata }));
      await settled();
    }
    const [cluster] = (await get('/conversations-clusters')).items;
    expect(cluster.stats).toMatchObject({ issues: 3, conversations: 3 });
    await ingest(said('alone', CARD[0]!, { metadata }));
    await settled();
    const clusterOf = async (id: string) =>
      (await get(`/conversations-issues?conversation=${id}`)).items[0].issue.cluster;
    const before = [await clusterOf('alone'), await clusterOf('c-1')];
    await ingest([said('alone', CARD[0]!, { metadata }), said('c-1', PASSWORD[0]!, { metadata })]);
    await settled();
    expect([await clusterOf('alone'), await clusterOf('c-1')]).toEqual(before);
    expect(await miscounted()).toEqual([]);
  });

  test('are counted by source, and not any more when they are gone', async () => {
    await ingest(CARD.map((body, i) => said(`c-${i}`, body)));
    await settled();
    const source = (await get('/conversations')).items[0].source;
    const counts = async () =>
      Promise.all(
        ['', `?source=${source}`, '?source=other'].map(
          async (query) => (await get(`/conversations${query}`)).count,
        ),
      );
    expect(await counts()).toEqual([CARD.length, CARD.length, 0]);
    const { db } = server.app.kernel;
    await db
      .deleteFrom('conversations')
      .where('organization_id', '=', org.id)
      .where('external_id', '!=', 'c-0')
      .execute();
    expect(await counts()).toEqual([1, 1, 0]);
    const days = db.selectFrom('issue_days').select('issues').where('organization_id', '=', org.id);
    expect(await days.execute()).toEqual([{ issues: 1 }]);
    await db.deleteFrom('conversations').where('organization_id', '=', org.id).execute();
    expect([await counts(), await days.execute()]).toEqual([[0, 0, 0], []]);
  });

  test('are read with as many queries, however many there are', async () => {
    await ingest([...CARD, ...PASSWORD].map((body, i) => said(`c-${i}`, body)));
    await settled();
    for (const list of ['conversations', 'conversations-issues', 'conversations-clusters']) {
      const queries = (limit: number) => server.countQueries(() => get(`/${list}?limit=${limit}`));
      expect(await queries(1)).toBe(await queries(100));
    }
  });

  test('can be answered by a change request, which is found by its cluster', async () => {
    await ingest(CARD.map((body, i) => said(`c-${i}`, body)));
    await settled();
    const [cluster] = (await get('/conversations-clusters')).items;
    const space = await org.space();
    const open = (conversationsIssuesCluster: string) =>
      org.edit.call('POST', `/spaces/${space}/change-requests`, {
        subject: 'Cards',
        conversationsIssuesCluster,
      });
    const refused = await open('none');
    expect([refused.status, refused.body.error.details[0].path]).toEqual([
      400,
      'body.conversationsIssuesCluster',
    ]);
    const { body: made } = await open(cluster.id);
    expect(made.conversationsIssuesCluster).toBe(cluster.id);
    for (const list of [`/spaces/${space}/change-requests`, `${at}/change-requests`]) {
      const found = await org.read.call(
        'GET',
        `${list}?status=draft&conversationsIssuesCluster=${cluster.id}`,
      );
      expect(found.body.items.map((one: { id: string }) => one.id)).toEqual([made.id]);
    }
    // Elsewhere there is no such cluster.
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    const moved = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    expect(moved.status).toBe(200);
    const after = await org.admin.call('GET', `/spaces/${space}/change-requests/${made.id}`);
    expect([after.status, after.body.conversationsIssuesCluster]).toEqual([200, undefined]);
  });

  test('take along change requests for clusters that become one, and leave them when nothing is left', async () => {
    await ingest(CARD.map((body, i) => said(`c-${i}`, body)));
    await settled();
    const [cluster] = (await get('/conversations-clusters')).items;
    // As if one of them had been apart until now.
    const { db } = server.app.kernel;
    const apart = `${cluster.id}0`;
    await db
      .insertInto('issue_clusters')
      .columns(['organization_id', 'id', 'label', 'summary', 'icon', 'created_at', 'updated_at'])
      .expression((from) =>
        from
          .selectFrom('issue_clusters')
          .select([
            'organization_id',
            sql.lit(apart).as('id'),
            'label',
            'summary',
            'icon',
            'created_at',
            'updated_at',
          ])
          .where('organization_id', '=', org.id),
      )
      .execute();
    const { conversation } = await get('/conversations/c-0');
    await db
      .updateTable('issues')
      .set({ cluster_id: apart })
      .where('organization_id', '=', org.id)
      .where('conversation_id', '=', conversation.id)
      .execute();
    const space = await org.space();
    const requests = `/spaces/${space}/change-requests`;
    const { body: made } = await org.edit.call('POST', requests, { conversationsIssuesCluster: apart });
    const clusterOf = async () =>
      (await org.read.call('GET', `${requests}/${made.id}`)).body.conversationsIssuesCluster;
    expect(await clusterOf()).toBe(apart);
    await ingest(said('c-9', CARD[0]!));
    await settled();
    expect(await clusterOf()).toBe(cluster.id);
    const list = `${requests}?status=draft&conversationsIssuesCluster=${cluster.id}`;
    expect((await org.read.call('GET', list)).body.items).toHaveLength(1);
    await ingest(['c-0', 'c-1', 'c-2', 'c-3', 'c-9'].map((id) => said(id, 'Thanks!')));
    await settled();
    expect(await clusterOf()).toBeUndefined();
  });
});
