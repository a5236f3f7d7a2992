import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProgram, freePort, type Program } from '../../testing/program.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

const ALL = 1000;
const TOPICS = ['card has not arrived', 'password reset fails', 'invoice is wrong', 'export to PDF crashes'];

describe('conversations of a process that ends in the middle', () => {
  let program: Program;
  let server: TestServer;
  let org: TestOrganization;
  beforeAll(async () => {
    program = await buildProgram();
    // Takes conversations; the process that works on them comes and goes.
    server = await startServer();
    org = await server.organization();
  }, 200_000);
  afterAll(() => server.close());

  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      PORT: String(await freePort()),
    });
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 200_000, interval: 20 });
  const count = async (where: string) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.raw(where)}`.execute(server.app.kernel.db);
    return rows[0]!.count;
  };
  /** What waiting for as long as a job may take does: whoever had it is thought to be gone. */
  const passTime = () =>
    sql`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`.execute(
      server.app.kernel.db,
    );

  test('end up in clusters once each, though it was killed twice', async () => {
    const conversations = Array.from({ length: ALL }, (_, i) => ({
      id: `c-${i}`,
      parts: [{ type: 'message', role: 'user', body: `My ${TOPICS[i % TOPICS.length]}, case ${i}` }],
    }));
    const send = async (from: number, to: number) => {
      for (let at = from; at < to; at += 100)
        await org.create.call('POST', `/orgs/${org.id}/conversations`, conversations.slice(at, at + 100));
    };
    let sent = 0;
    for (const next of [400, 800]) {
      const worker = await work();
      const before = await count('conversations where processed_at is not null');
      await send(sent, next - 100);
      await until(async () =>
        expect(await count('conversations where processed_at is not null')).toBeGreaterThan(before),
      );
      await send(next - 100, next);
      sent = next;
      worker.child.kill('SIGKILL');
      await worker.ended;
      expect(await count('conversations where processed_at is null')).toBeGreaterThan(0);
      await passTime();
    }
    await send(sent, ALL);
    const last = await work();
    await until(async () => expect(await count('conversations where processed_at is null')).toBe(0));
    await until(async () => expect(await count('issue_windows where pending > 0')).toBe(0));
    expect((await last.stop('SIGTERM')).code).toBe(0);

    expect(await count('issues')).toBe(ALL);
    expect(await count('(select distinct conversation_id from issues) each_of_them')).toBe(ALL);
    const { rows } = await sql<{ issues: number; conversations: number }>`
      select sum(issues)::int as issues, sum(conversations)::int as conversations from issue_clusters`.execute(
      server.app.kernel.db,
    );
    expect(rows).toEqual([{ issues: ALL, conversations: ALL }]);
  }, 500_000);
});
