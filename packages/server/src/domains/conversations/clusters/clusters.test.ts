import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  CARD_QUESTIONS,
  conversationOf,
  PASSWORD_QUESTIONS,
  WEEK_MS,
  withConversations,
} from '../../../testing/conversations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';

describe('clusters of conversations', () => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  const { clock, get, ingest, processed, settled, miscounted } = withConversations((fresh) => {
    ({ server, org, at } = fresh);
  });

  test('contain similar conversations, with a summary', async () => {
    await ingest([...CARD_QUESTIONS, ...PASSWORD_QUESTIONS].map((body, i) => conversationOf(`c-${i}`, body)));
    await settled();
    const { items, count } = await get('/conversations-clusters?orderBy=issues');
    expect(count).toBe(2);
    expect(items.map((one: { stats: object }) => one.stats)).toMatchObject([
      { issues: 4, conversations: 4 },
      { issues: 3, conversations: 3 },
    ]);
    const [card, password] = items;
    expect(CARD_QUESTIONS).toContain(card.label);
    expect(PASSWORD_QUESTIONS).toContain(password.label);
    expect([card.icon, password.icon]).toEqual(['credit-card', 'key']);
    expect(card.sources).toEqual({ [`integration:api:${org.id}`]: 4 });
    expect(await get(`/conversations-clusters/${card.id}`)).toEqual(card);
    const inOrder = async (query: string) =>
      (await get(`/conversations-clusters?${query}`)).items.map((one: { id: string }) => one.id);
    expect(await inOrder('status=pending')).toEqual([]);
    expect(await inOrder('status=analysing')).toEqual([]);
    const word = card.label.split(' ').at(-1)!.replace(/\W/g, '');
    expect(await inOrder(`search=${word.toUpperCase()}`)).toContain(card.id);
    expect(await inOrder(`search=${encodeURIComponent(password.label)}`)).toEqual([password.id]);
    expect((await get('/conversations-clusters?search=%25')).count).toBe(0);
    expect(await inOrder('orderBy=conversations&order=asc')).toEqual([password.id, card.id]);
    for (const orderBy of ['updatedAt', 'issues', 'conversations', 'tasksTotal'])
      for (const order of ['asc', 'desc']) {
        const all = await inOrder(`orderBy=${orderBy}&order=${order}`);
        const query = `orderBy=${orderBy}&order=${order}&limit=1`;
        const { next } = await get(`/conversations-clusters?${query}`);
        expect(await inOrder(`${query}&page=${next.page}`)).toEqual([all[1]]);
      }
  });

  test('replace conversations that are sent again', async () => {
    await ingest(CARD_QUESTIONS.map((body, i) => conversationOf(`c-${i}`, body)));
    await settled();
    const [before] = (await get('/conversations-clusters')).items;
    const id = (await get('/conversations/c-0')).conversation.id;
    await ingest([conversationOf('c-0', 'never read'), conversationOf('c-0', PASSWORD_QUESTIONS[0]!)]);
    await processed();
    expect(await miscounted()).toEqual([]);
    await settled();
    expect(await miscounted()).toEqual([]);
    expect((await get('/conversations')).count).toBe(CARD_QUESTIONS.length);
    expect((await get('/conversations/c-0')).conversation.id).toBe(id);
    const issues = await get('/conversations-issues?conversation=c-0');
    expect(issues.items.map((item: { issue: { title: string } }) => item.issue.title)).toEqual([
      PASSWORD_QUESTIONS[0],
    ]);
    const [after] = (await get('/conversations-clusters')).items;
    expect(after).toMatchObject({ id: before.id, stats: { issues: CARD_QUESTIONS.length - 1 } });
  });

  test('keep their id when conversations join, and are deleted when they are empty', async () => {
    await ingest(CARD_QUESTIONS.map((body, i) => conversationOf(`c-${i}`, body)));
    await settled();
    const [before] = (await get('/conversations-clusters')).items;
    await ingest([
      ...PASSWORD_QUESTIONS.map((body, i) => conversationOf(`p-${i}`, `${body} And ${CARD_QUESTIONS[0]}`)),
      ...CARD_QUESTIONS.map((body, i) => conversationOf(`d-${i}`, body)),
    ]);
    await processed();
    expect(await miscounted()).toEqual([]);
    await ingest(PASSWORD_QUESTIONS.map((body, i) => conversationOf(`p-${i}`, body)));
    await processed();
    expect(await miscounted()).toEqual([]);
    await settled();
    const largest = (await get('/conversations-clusters?orderBy=issues')).items[0];
    expect(largest).toMatchObject({ id: before.id, createdAt: before.createdAt });
    expect(largest.stats.issues).toBe(2 * CARD_QUESTIONS.length);
    await ingest(
      [...CARD_QUESTIONS.keys()].flatMap((i) => [
        conversationOf(`c-${i}`, 'Thanks!'),
        conversationOf(`d-${i}`, ''),
      ]),
    );
    await settled();
    expect((await org.read.call('GET', `${at}/conversations-clusters/${before.id}`)).status).toBe(404);
    expect((await get('/conversations-issues')).count).toBe(PASSWORD_QUESTIONS.length);
  });

  test('show the counts of thirteen weeks', async () => {
    const weeksAgo = (weeks: number) => ({
      metadata: { createdAt: new Date(clock.now().getTime() - weeks * WEEK_MS - 1000).toISOString() },
    });
    const weeks = [0, 0, 3, 12, 13, 40, -2];
    await ingest(
      weeks.map((week, i) => conversationOf(`c-${i}`, 'My new card has not arrived', weeksAgo(week))),
    );
    await settled();
    const [{ weeklyPulse, stats }] = (await get('/conversations-clusters?orderBy=issues')).items;
    expect(weeklyPulse).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2]);
    expect(stats.issues).toBeGreaterThanOrEqual(5);
  });

  test('also contain old conversations, which stay when they are sent again', async () => {
    const metadata = { createdAt: new Date(clock.now().getTime() - 30 * WEEK_MS).toISOString() };
    for (const i of [0, 1, 2]) {
      await ingest(conversationOf(`c-${i}`, PASSWORD_QUESTIONS[0]!, { metadata }));
      await settled();
    }
    const [cluster] = (await get('/conversations-clusters')).items;
    expect(cluster.stats).toMatchObject({ issues: 3, conversations: 3 });
    await ingest(conversationOf('alone', CARD_QUESTIONS[0]!, { metadata }));
    await settled();
    const clusterOf = async (id: string) =>
      (await get(`/conversations-issues?conversation=${id}`)).items[0].issue.cluster;
    const before = [await clusterOf('alone'), await clusterOf('c-1')];
    await ingest([
      conversationOf('alone', CARD_QUESTIONS[0]!, { metadata }),
      conversationOf('c-1', PASSWORD_QUESTIONS[0]!, { metadata }),
    ]);
    await settled();
    expect([await clusterOf('alone'), await clusterOf('c-1')]).toEqual(before);
    expect(await miscounted()).toEqual([]);
  });

  test('can be resolved by a change request, which is found by its cluster', async () => {
    await ingest(CARD_QUESTIONS.map((body, i) => conversationOf(`c-${i}`, body)));
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

  test('that are merged keep their change requests, which survive the deletion of a cluster', async () => {
    await ingest(CARD_QUESTIONS.map((body, i) => conversationOf(`c-${i}`, body)));
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
    await ingest(conversationOf('c-9', CARD_QUESTIONS[0]!));
    await settled();
    expect(await clusterOf()).toBe(cluster.id);
    const list = `${requests}?status=draft&conversationsIssuesCluster=${cluster.id}`;
    expect((await org.read.call('GET', list)).body.items).toHaveLength(1);
    await ingest(['c-0', 'c-1', 'c-2', 'c-3', 'c-9'].map((id) => conversationOf(id, 'Thanks!')));
    await settled();
    expect(await clusterOf()).toBeUndefined();
  });
});
