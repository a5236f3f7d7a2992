import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, startServer, type TestOrganization, type TestServer } from '../testing/server.ts';

const ROWS = 10_000;
const LIMIT = 20;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const readBy = (node: Plan) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

describe('lists of ten thousand rows', () => {
  let server: TestServer;
  let org: TestOrganization;
  let client: pg.Client;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    // Planned as the server does (`kernel/database/database.ts`).
    client = new pg.Client({
      connectionString: server.connectionString,
      options: '-c enable_seqscan=off -c jit=off',
    });
    await client.connect();
    const at = `timestamptz '2024-01-01' + i * interval '1 second'`;
    for (const statement of [
      `insert into users (id, email, email_verified, display_name, created_at, updated_at)
       select 'many-' || i, i || '@many.test', true, 'Person ' || i, ${at}, ${at} from generate_series(1, ${ROWS}) i`,
      `insert into members (organization_id, user_id, role, joined_at, last_seen_at)
       select $1, 'many-' || i, 'read', ${at}, ${at} from generate_series(1, ${ROWS}) i`,
      `insert into teams (organization_id, id, title, created_at)
       select $1, 'many-' || i, 'Team ' || i, ${at} from generate_series(1, 20) i`,
      `insert into contents (organization_id, id, kind, position, inherits, default_role, created_by, created_at, updated_at)
       select $1, 'many-' || i, 'collection', 'b' || lpad(i::text, 6, '0'), true, null, 'many-1', ${at}, ${at}
       from generate_series(1, ${ROWS}) i`,
      `insert into collections (organization_id, id, title)
       select $1, 'many-' || i, 'Collection ' || i from generate_series(1, ${ROWS}) i`,
      // Some of them have a level of their own.
      `insert into contents (organization_id, id, kind, parent_id, ancestors, position, inherits, default_role, created_by, created_at, updated_at)
       select $1, 'space-' || lpad(i::text, 6, '0'), 'space', 'many-1', array['many-1'], 'b' || lpad(i::text, 6, '0'),
         i % 2 = 0, case when i % 2 = 1 then 'read'::role end, 'many-1', ${at}, ${at}
       from generate_series(1, ${ROWS}) i`,
      `insert into spaces (organization_id, id, title, emoji, revision_id)
       select $1, 'space-' || lpad(i::text, 6, '0'), 'Space ' || i, '📘', 'none' from generate_series(1, ${ROWS}) i`,
      `insert into team_grants (organization_id, content_id, team_id, role, granted_at)
       select $1, 'many-1', 'many-' || i, 'review', ${at} from generate_series(1, 20) i`,
      `insert into events (id, organization_id, action, actor_type, actor_id, source, target_type, target_id, occurred_at)
       select gen_random_uuid(), $1, 'space.created', 'user', 'many-1', 'api', 'space', 'many-' || i, ${at}
       from generate_series(1, ${ROWS}) i`,
    ])
      await client.query(statement, statement.includes('$1') ? [org.id] : []);
    await client.query('analyze');
  }, 240_000);
  afterAll(async () => {
    await client.end();
    await server.close();
  });

  /** The statements that a request sends. */
  const statementsOf = async (path: string, by: Person): Promise<Statement[]> => {
    const statements: Statement[] = [];
    const { query } = pg.Client.prototype;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...input: unknown[]
    ) {
      const [first, values] = input as [string | Statement, unknown[]?];
      const statement = typeof first === 'string' ? { text: first, values: values ?? [] } : first;
      if (/^\s*(select|with)\b/i.test(statement.text)) statements.push(statement);
      return (query as (...all: unknown[]) => unknown).apply(this, input) as never;
    } as never);
    try {
      const { status, body } = await by.call('GET', path);
      expect([path, status, body.items?.length]).toEqual([path, 200, LIMIT]);
    } finally {
      spy.mockRestore();
    }
    return statements;
  };

  const lists: [string, () => string][] = [
    ['spaces', () => `/orgs/${org.id}/spaces?limit=${LIMIT}`],
    ['spaces of a collection', () => `/collections/many-1/spaces?limit=${LIMIT}`],
    ['collections', () => `/orgs/${org.id}/collections?limit=${LIMIT}`],
    ['members', () => `/orgs/${org.id}/members?limit=${LIMIT}`],
    ['members by last seen', () => `/orgs/${org.id}/members?limit=${LIMIT}&sort=lastSeenAt`],
    ['events of the audit log', () => `/orgs/${org.id}/audit-events?limit=${LIMIT}`],
  ];
  test.each(lists)('%s read no more than twice a page, by an index', async (_, path) => {
    // Counts are kept from the first request on.
    await org.admin.call('GET', path());
    const page = await (await org.admin.call('GET', path())).body.next.page;
    for (const asked of [path(), `${path()}&page=${page}`])
      for (const by of [org.admin, org.edit]) {
        if (by === org.edit && path().includes('audit-events')) continue;
        await by.call('GET', asked);
        const statements = await statementsOf(asked, by);
        expect(statements.length).toBeGreaterThan(0);
        for (const { text, values } of statements) {
          // Lists with a filter count what it matches.
          if (/count\(\*\)/.test(text) && !/limit/.test(text)) continue;
          const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
          for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
            expect(node['Node Type'], text).not.toBe('Seq Scan');
            if (node['Relation Name'])
              expect(readBy(node), `${node['Relation Name']}: ${text}`).toBeLessThanOrEqual(2 * (LIMIT + 1));
          }
        }
      }
  });
});
