import { describe, expect, test } from 'vitest';
import {
  CARD_QUESTIONS,
  conversationOf,
  PASSWORD_QUESTIONS,
  withConversations,
} from '../../testing/conversations.ts';
import { install, publish, serviceAccountsOf } from '../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';

describe('conversations', () => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  const { get, ingest, processed, settled } = withConversations((fresh) => {
    ({ server, org, at } = fresh);
  });

  test('are stored as sent, and listed', async () => {
    const metadata = {
      url: 'https://desk.test/1',
      attributes: { plan: 'pro' },
      createdAt: '2026-01-02T03:04:05.000Z',
    };
    await ingest(conversationOf('c-1', 'How do I export a page?', { subject: 'Export', metadata }));
    await ingest([conversationOf('c-2', 'Where are my invoices?'), conversationOf('c-3', 'Thanks!')]);
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

  test('contain issues, one for each question, without personal data', async () => {
    const body =
      'Hi,\n\nHow do I change the billing address of jo@example.com?\n\nAlso, the export to PDF fails with error 500.';
    await ingest(conversationOf('c-1', body));
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

  test('that are invalid are rejected, and change nothing', async () => {
    const refused: [object, string][] = [
      [{}, 'body.id'],
      [conversationOf('', 'x'), 'body.id'],
      [conversationOf('x'.repeat(256), 'x'), 'body.id'],
      [conversationOf('x', 'x', { subject: 'x'.repeat(513) }), 'body.subject'],
      [{ id: 'x', parts: [{ type: 'message', role: 'nobody', body: '' }] }, 'body.parts.0.role'],
      [conversationOf('x', 'x', { metadata: { url: 'javascript:alert(1)' } }), 'body.metadata.url'],
      [conversationOf('x', 'x', { metadata: { createdAt: 'soon' } }), 'body.metadata.createdAt'],
      [
        conversationOf('x', 'x', { metadata: { createdAt: '0001-01-01T00:00:00Z' } }),
        'body.metadata.createdAt',
      ],
      [
        [
          conversationOf('y', 'x'),
          conversationOf('x', 'x', { metadata: { createdAt: '2016-12-31T23:59:60Z' } }),
        ],
        'body.1.metadata.createdAt',
      ],
      [Array.from({ length: 1001 }, (_, i) => conversationOf(String(i), 'x')), 'body'],
    ];
    for (const [body, path] of refused) {
      const answer = await org.create.call('POST', `${at}/conversations`, body);
      expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, path]);
    }
    const large = conversationOf('x', 'x'.repeat(11 * 1024 * 1024));
    expect((await org.create.call('POST', `${at}/conversations`, large)).status).toBe(413);
    expect((await get('/conversations')).count).toBe(0);
    await ingest([]);
  });

  test('of several integrations and of people are separate, even with the same ids', async () => {
    const desks = [];
    for (const title of ['Desk', 'Chat']) {
      const name = await publish(org, { title, scopes: ['conversations:ingest'] });
      const { id } = await install(org, name);
      const { installation } = await serviceAccountsOf(server, name, id);
      desks.push({ source: `integration:${name}:${id}`, installation });
    }
    for (const { installation, source } of desks) {
      const sent = { ...conversationOf('1', 'Where is my card?'), subject: source };
      expect((await installation('POST', `${at}/conversations`, sent)).status).toBe(204);
    }
    await ingest(conversationOf('1', 'Where is my card?'));
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

  test('are counted by source, without deleted ones', async () => {
    await ingest(CARD_QUESTIONS.map((body, i) => conversationOf(`c-${i}`, body)));
    await settled();
    const source = (await get('/conversations')).items[0].source;
    const counts = async () =>
      Promise.all(
        ['', `?source=${source}`, '?source=other'].map(
          async (query) => (await get(`/conversations${query}`)).count,
        ),
      );
    expect(await counts()).toEqual([CARD_QUESTIONS.length, CARD_QUESTIONS.length, 0]);
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

  test('are found by words of their subject', async () => {
    const subjects = ['Refund of a card', 'Login fails', 'Refund 100%'];
    await ingest(subjects.map((subject, i) => conversationOf(`c-${i}`, 'How do I do it?', { subject })));
    const found = async (query: string) => {
      const { count, items } = await get(`/conversations?${query}`);
      return [count, ...items.map(({ subject }: { subject: string }) => subject)];
    };
    expect(await found('search=REFUND')).toEqual([2, 'Refund 100%', 'Refund of a card']);
    expect(await found('search=0%25')).toEqual([1, 'Refund 100%']);
    expect(await found('search=refund&limit=1')).toEqual([2, 'Refund 100%']);
    expect(await found('search=refund&source=other')).toEqual([0]);
    expect(await found('search=%20')).toEqual([3, 'Refund 100%', 'Login fails', 'Refund of a card']);
  });

  test('are read with a constant number of queries', async () => {
    await ingest([...CARD_QUESTIONS, ...PASSWORD_QUESTIONS].map((body, i) => conversationOf(`c-${i}`, body)));
    await settled();
    for (const list of ['conversations', 'conversations-issues', 'conversations-clusters']) {
      const queries = (limit: number) => server.countQueries(() => get(`/${list}?limit=${limit}`));
      expect(await queries(1)).toBe(await queries(100));
    }
  });
});
