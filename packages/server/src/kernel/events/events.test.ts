import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';
import { lowestUuidOf } from '../ids.ts';
import { type EventFilter, eventsMatching } from './events.ts';

const EVENTS = 5000;
const BEGIN = new Date('2021-01-01T00:00:00Z');
const after = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1000);

describe('a long event log', () => {
  let server: TestServer;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    const { db, transaction } = server.app.kernel;
    const first = lowestUuidOf(BEGIN).slice(0, 13).replace('-', '').padStart(16, '0');
    await transaction(async (tx) => {
      // What is not on the disk yet is not vacuumed either.
      await sql`set local synchronous_commit = on`.execute(tx);
      // One event a second, with ids of their time as the server makes them.
      await sql`
        insert into events (id, organization_id, action, actor_type, actor_id, source, target_type, target_id, occurred_at)
        select
          (lpad(to_hex(('x' || ${first}::text)::bit(64)::bigint + i * 1000), 12, '0')
            || '7' || repeat('0', 3) || '8' || substr(md5(i::text), 1, 15))::uuid,
          ${org.id}, 'space.a' || i % 7, 'user', 'actor' || i % 40, 'api', 'space', 'target' || i % 300,
          ${BEGIN}::timestamptz + i * interval '1 second'
        from generate_series(0, ${EVENTS - 1}::int) i`.execute(tx);
    });
    // A transaction that is open elsewhere in the server keeps rows from being marked as visible to all.
    await vi.waitFor(
      async () => {
        await sql`vacuum analyze events`.execute(db);
        const { rows } = await sql`
          select from pg_class where relname = 'events' and relallvisible = relpages
        `.execute(db);
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000, interval: 200 },
    );
  });
  afterAll(() => server.close());

  const span = { from: after(1000), to: after(1999) };
  const CASES: [string, EventFilter, number][] = [
    ['nothing', { to: after(EVENTS) }, EVENTS],
    ['a span of time', span, 1000],
    ['an action', { action: 'space.a3' }, 714],
    ['an actor', { actor: 'actor3' }, 125],
    ['a target', { target: 'target3' }, 17],
    ['an action in a span', { action: 'space.a3', ...span }, 143],
    ['an actor in a span', { actor: 'actor3', ...span }, 25],
    ['an actor and an action', { actor: 'actor3', action: 'space.a3' }, 18],
    ['a target and an action', { target: 'target3', action: 'space.a3' }, 3],
    ['all at once', { target: 'target3', actor: 'actor3', action: 'space.a3', to: after(EVENTS) }, 2],
  ];
  test.each(CASES)('is counted with an index-only scan: by %s', async (_, filter, expected) => {
    const query = eventsMatching(server.app.kernel.db, org.id, filter).select(({ fn }) =>
      fn.countAll<string>().as('count'),
    );
    expect(Number((await query.executeTakeFirstOrThrow()).count)).toBe(expected);
    const plan = (await query.explain()).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Only Scan');
    expect(plan).not.toMatch(/Heap Scan|Seq Scan|Index Scan/);
  });

  test('lists its distinct actions', async () => {
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/audit-event-actions`)).body;
    expect(items.map((item: { id: string }) => item.id)).toEqual([
      'organization.created',
      ...Array.from({ length: 7 }, (_, i) => `space.a${i}`),
    ]);
  });
});
