import { sql } from 'kysely';
import { beforeEach, expect, vi } from 'vitest';
import { type TestOrganization, type TestServer, testClock } from './server.ts';
import { withOrganization } from './set-up.ts';

export const WEEK_MS = 7 * 24 * 3600 * 1000;

/** Questions about the same subject. */
export const CARD_QUESTIONS = [
  'My new card has not arrived yet',
  'I still have not received my card in the mail',
  'When will my new card arrive?',
  'Card delivery: my card did not arrive',
];
/** Questions about another subject. */
export const PASSWORD_QUESTIONS = [
  'I forgot my password, how do I reset it?',
  'How can I reset my password?',
  'The password reset does not work',
];

/** A conversation of one message. */
export const conversationOf = (id: string, body: string, more: object = {}) => ({
  id,
  parts: [{ type: 'message', role: 'user', body }],
  ...more,
});

/** Creates an organization for conversations before each test. */
export const withConversations = (
  use: (fresh: { server: TestServer; org: TestOrganization; at: string }) => void,
) => {
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
    use({ server, org, at });
  });

  const get = async (path: string) => (await org.read.call('GET', at + path)).body;
  const ingest = async (body: unknown) =>
    expect((await org.create.call('POST', `${at}/conversations`, body)).status).toBe(204);
  const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 240_000, interval: 50 });
  const processed = () =>
    until(async () => {
      const { items } = await get('/conversations?limit=1000');
      expect(items.filter((one: { processedAt?: string }) => !one.processedAt)).toEqual([]);
    });
  /** Waits until all conversations are processed and clustered. */
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

  /** Clusters whose counts, centres or days do not match their issues. */
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

  return { clock, get, ingest, processed, settled, miscounted };
};
