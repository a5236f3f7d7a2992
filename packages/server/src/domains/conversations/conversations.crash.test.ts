import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProgram, freePort, type Program } from '../../testing/program.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

const ALL = 1000;
const TOPICS = ['card has not arrived', 'password reset fails', 'invoice is wrong', 'export to PDF crashes'];

describe('conversations of a killed process', () => {
  let program: Program;
  let server: TestServer;
  let org: TestOrganization;
  beforeAll(async () => {
    program = await buildProgram();
    // Takes conversations; the process that works on them comes and goes.
    server = await startServer();
    org = await server.organization();
  });
  afterAll(() => server.close());

  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      PORT: String(await freePort()),
    });
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 20 });
  const count = async (where: string) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.raw(where)}`.execute(server.app.kernel.db);
    return rows[0]!.count;
  };
  test('are clustered once each, although it was killed twice', async () => {
    const conversations = Array.from({ length: ALL }, (_, i) => ({
      id: `c-${i}`,
      parts: [{ type: 'message', role: 'user', body: `My ${TOPICS[i % TOPICS.length]}, case ${i}` }],
    }));
    let sent = 0;
    for (const next of [ALL / 2, ALL]) {
      const worker = await work();
      const before = await count('conversations where processed_at is not null');
      // One job for all of them, which is begun and not ended.
      await org.create.call('POST', `/orgs/${org.id}/conversations`, conversations.slice(sent, next));
      sent = next;
      await until(async () =>
        expect(await count('conversations where processed_at is not null')).toBeGreaterThan(before),
      );
      worker.child.kill('SIGKILL');
      await worker.ended;
      expect(await count('conversations where processed_at is null')).toBeGreaterThan(0);
    }
    // Nobody sends anything more: the process that starts finds by itself what was left, long before a job may be thought to take too long.
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
  });
});
