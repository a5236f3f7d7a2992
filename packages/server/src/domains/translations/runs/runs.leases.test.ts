import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';
import { type TestTranslations, withTranslations } from '../../../testing/translations.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

describe('runs that another process has taken over', () => {
  let server: TestServer;
  let org: TestOrganization;
  let made: TestTranslations;
  withTranslations(engine, (fresh) => {
    ({ server, org, made } = fresh);
  });

  const begin = async () => {
    const source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'Words\n');
    const { id, result } = await made.create(source);
    engine.forget();
    engine.fail({ delayMs: 5_000 });
    const running = made.run(id);
    await expect.poll(() => engine.requests.length, { timeout: 240_000 }).toBe(1);
    return { id, source, page, copy: result.space, running };
  };

  test('write nothing, also if the other run has ended and the next one has started', async () => {
    const { id, page, copy, running } = await begin();
    // The process stood still for so long that somebody else ended its run, and yet another began the next.
    await sql`
      update translations set done = wanted, wanted = wanted + 1, attempt = 1,
        lease_ends_at = now() + interval '1 minute'
      where id = ${id}`.execute(server.app.kernel.db);
    await running;
    expect(await made.markdown(copy, page)).toContain('Words');
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`);
    expect(body).toMatchObject({ status: 'running', stats: { runs: 0 } });
  });

  test('tolerate that the translation ends, the copy is in the trash, or a page is renamed meanwhile', async () => {
    const ended = await begin();
    expect((await org.admin.call('DELETE', `/orgs/${org.id}/translations/${ended.id}`)).status).toBe(204);
    await ended.running;
    expect(await made.markdown(ended.copy, ended.page)).toContain('Words');
    const trashed = await begin();
    expect((await org.admin.call('DELETE', `/spaces/${trashed.copy}`)).status).toBe(204);
    await trashed.running;
    await org.admin.call('POST', `/spaces/${trashed.copy}/restore`);
    await made.ask(trashed.id);
    expect(await made.run(trashed.id)).toMatchObject({ status: 'completed' });
    expect(await made.markdown(trashed.copy, trashed.page)).toContain('WORDS');
    const moved = await begin();
    await made.change(moved.source, { operation: 'update_page', page: moved.page, title: 'Renamed' });
    await moved.running;
    expect((await made.run(moved.id)).status).toBe('completed');
    expect((await made.pages(moved.copy)).map(({ title }) => title)).toEqual(['RENAMED']);
  });
});
