import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';
import { type TestTranslations, withTranslations } from '../../../testing/translations.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

const MINUTE = 60_000;
const busyFor = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) } });

describe('postponed runs', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let made: TestTranslations;
  withTranslations(
    engine,
    (fresh) => {
      ({ server, org, made } = fresh);
    },
    { clock },
  );

  const begin = async (text: string) => {
    const source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', text);
    return { ...(await made.create(source)), source, page };
  };
  const jobsFor = async (id: string) =>
    (
      await sql<{ later: boolean }>`
        select start_after > now() + interval '1 minute' as later from pgboss.job
        where name = 'translations.run' and data ->> 'id' = ${id} and state = 'created'
        order by created_on`.execute(server.app.kernel.db)
    ).rows.map(({ later }) => later);

  test('show the reason, continue by themselves where they were, and send nothing before', async () => {
    const lines = Array.from({ length: 59 }, (_, at) => `Words number ${at}\n`).join('\n');
    const { id, page, result } = await begin(lines);
    engine.fail({}, busyFor(1200));
    const waiting = await made.run(id);
    expect(waiting).toMatchObject({ status: 'pending', stats: { runs: 0 } });
    expect(waiting.problem).toMatch(/DeepL responded with status 429.*continues at /);
    const wait = Date.parse(waiting.waitsUntil) - clock.now().getTime();
    expect([wait > 19 * MINUTE, wait <= 20 * MINUTE]).toEqual([true, true]);
    expect((await jobsFor(id)).at(-1)).toBe(true);
    engine.forget();
    clock.advance(19 * MINUTE);
    const jobs = (await jobsFor(id)).length;
    await server.app.services.translationRuns.resume();
    expect((await made.run(id)).waitsUntil).toBe(waiting.waitsUntil);
    expect([engine.requests.length, (await jobsFor(id)).length]).toEqual([0, jobs]);
    clock.advance(MINUTE);
    await server.app.services.translationRuns.resume();
    expect((await jobsFor(id)).length).toBe(jobs + 1);
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestWords: 178 } });
    expect([done.problem, done.waitsUntil]).toEqual([undefined, undefined]);
    expect(engine.sent()).toHaveLength(30);
    expect(await made.markdown(result.space, page)).toContain('WORDS NUMBER 58');
  });

  test('wait for an engine that cannot be reached, and continue by themselves', async () => {
    const { id, page, result } = await begin('One\n');
    engine.failAlways({ status: 502 });
    const waiting = await made.run(id);
    expect(waiting).toMatchObject({ status: 'pending', stats: { runs: 0 } });
    expect(waiting.problem).toMatch(/DeepL responded with status 502.*continues at /);
    const wait = Date.parse(waiting.waitsUntil) - clock.now().getTime();
    expect([wait > 0, wait <= MINUTE]).toEqual([true, true]);
    expect((await jobsFor(id)).length).toBeGreaterThan(0);
    engine.forget();
    clock.advance(MINUTE);
    await server.app.services.translationRuns.resume();
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1 } });
    expect([done.problem, done.waitsUntil]).toEqual([undefined, undefined]);
    expect(await made.markdown(result.space, page)).toContain('ONE');
  });

  test('start at once on request, with the changes since then', async () => {
    const { id, source, page, result } = await begin('One\n');
    engine.fail(busyFor(600));
    expect((await made.run(id)).waitsUntil).toBeDefined();
    await made.rewrite(source, page, 'Two\n');
    // What changes in the source hurries nobody.
    expect((await made.run(id)).waitsUntil).toBeDefined();
    expect((await made.ask(id)).status).toBe(204);
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1 } });
    expect(await made.markdown(result.space, page)).toContain('TWO');
  });

  test('end with the reason if they would wait for more than an hour, or for more than a day in total', async () => {
    const { id } = await begin('One\n');
    engine.fail(busyFor(7200));
    const failed = await made.run(id);
    expect(failed).toMatchObject({ status: 'pending', problem: expect.stringContaining('120 minutes') });
    expect(failed.waitsUntil).toBeUndefined();
    engine.failAlways(busyFor(3600));
    await made.ask(id);
    for (let hour = 0; hour < 23; hour++) {
      expect((await made.run(id)).waitsUntil).toBeDefined();
      clock.advance(60 * MINUTE);
    }
    const given = await made.run(id);
    expect(given.waitsUntil).toBeUndefined();
    expect(given.problem).toContain('one day');
    await server.app.services.translationRuns.resume();
    expect(engine.requests).toHaveLength(25);
  });
});
