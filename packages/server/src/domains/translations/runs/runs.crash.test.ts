import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { buildProgram, freePort, type Program } from '../../../testing/program.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';

const LINES = 600;

describe('a run whose process is killed', () => {
  let engine: TranslationEngine;
  let program: Program;
  let server: TestServer;
  beforeAll(async () => {
    engine = await startTranslationEngine();
    program = await buildProgram();
    // This one takes requests; the one that works comes and goes.
    server = await startServer({ config: engine.config });
  });
  afterAll(async () => {
    await server.close();
    await engine.close();
  });

  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      PORT: String(await freePort()),
      DEEPL_API_KEY: engine.key,
      DEEPL_BASE_URL: engine.url,
      PGAPPNAME: 'worker',
    });
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 50 });

  test('continues without requesting finished translations again', async () => {
    const org = await server.organization();
    const source = await createLiveSpace(org);
    const markdown = Array.from({ length: LINES }, (_, at) => `Line number ${at}\n`).join('\n');
    await org.admin.call('POST', `/spaces/${source}/content`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }],
    });
    // It answers a few times, and is then too slow for the process to live to see it.
    engine.fail({}, {}, {}, {}, {});
    engine.failAlways({ delayMs: 600_000 });
    const { body: made } = await org.admin.call('POST', `/orgs/${org.id}/translations`, {
      source: { space: source, language: 'en' },
      language: 'de',
    });
    const stored = async () =>
      Number(
        (
          await server.app.kernel.db
            .selectFrom('translated_segments')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    const first = await work();
    await until(async () => expect(await stored()).toBeGreaterThan(100));
    first.child.kill('SIGKILL');
    await first.ended;
    // PostgreSQL finishes the statements that it has received.
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'worker'
      `.execute(server.app.kernel.db);
      expect(rows).toEqual([]);
    });
    const had = await stored();
    expect(had).toBeLessThan(LINES);
    const { body: left } = await org.admin.call('GET', `/orgs/${org.id}/translations/${made.id}`);
    expect(left.status).toBe('running');

    engine.forget();
    const second = await work();
    await until(async () => {
      const { body } = await org.admin.call('GET', `/orgs/${org.id}/translations/${made.id}`);
      expect(body).toMatchObject({ status: 'completed', stats: { runs: 1, latestPages: 1 } });
    });
    expect(engine.sent()).toHaveLength(LINES + 1 - had);
    const { body: done } = await org.admin.call('GET', `/orgs/${org.id}/translations/${made.id}`);
    // The title and three words a line, whichever process had them translated.
    expect(done.stats.latestWords).toBe(LINES * 3 + 1);
    expect((await second.stop('SIGTERM')).code).toBe(0);
  });
});
