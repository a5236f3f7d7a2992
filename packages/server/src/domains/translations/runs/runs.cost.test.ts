import { afterAll, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';
import { type TestTranslations, withTranslations } from '../../../testing/translations.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

const PAGES = 500;

describe('the cost of a run', () => {
  let server: TestServer;
  let org: TestOrganization;
  let made: TestTranslations;
  withTranslations(engine, (fresh) => {
    ({ server, org, made } = fresh);
  });

  /** A translated space of some pages, and one of them. */
  const translated = async (count: number) => {
    const source = await createLiveSpace(org);
    for (let from = 0; from < count; from += 50)
      await made.change(
        source,
        ...Array.from({ length: Math.min(50, count - from) }, (_, at) => ({
          operation: 'insert_page',
          title: `Page ${from + at}`,
          document: { markdown: `Words of page ${from + at}\n` },
        })),
      );
    const { id, result } = await made.create(source);
    expect((await made.run(id)).status).toBe('completed');
    const page = (await made.pages(source))[0]!.id;
    return { id, source, page, copy: result.space };
  };

  type Translated = Awaited<ReturnType<typeof translated>>;

  let changes = 0;
  const queriesAfterChange = ({ id, source, page }: Translated, text: string) =>
    server.countQueries(
      () => made.run(id),
      () => made.rewrite(source, page, `${text} ${++changes}\n`),
    );

  test('depends on the changes, not on the size of the space', async () => {
    const [few, many] = [await translated(5), await translated(PAGES)];
    const usual = await queriesAfterChange(few, 'Other words');
    engine.requests.length = 0;
    const reading = vi.spyOn(server.app.kernel.markdown, 'segments');
    const before = changes;
    // Deeper trees take a few more to be read and written.
    expect(await queriesAfterChange(many, 'Other words')).toBeLessThanOrEqual(usual + 12);
    expect(engine.sent()).toEqual(
      Array.from({ length: changes - before }, (_, at) => `Other words ${before + at + 1}`),
    );
    expect(reading).toHaveBeenCalledTimes(changes - before);
    // Also where a text of another page stays as it is in every run.
    engine.failAlways({ spoil: (texts) => texts.map((text) => (text.includes('STUBBORN') ? '' : text)) });
    const stubborn = (await made.pages(many.source))[1]!.id;
    await made.rewrite(many.source, stubborn, 'Stubborn words\n');
    await made.run(many.id);
    const left = { untranslatedTotal: 1, untranslated: [{ page: stubborn, text: 'Stubborn words' }] };
    engine.requests.length = 0;
    reading.mockClear();
    const then = changes;
    expect(await queriesAfterChange(many, 'More words')).toBeLessThanOrEqual(usual + 20);
    expect(reading).toHaveBeenCalledTimes(2 * (changes - then));
    reading.mockRestore();
    expect(new Set(engine.sent().map((text) => text.replace(/\d+$/, 'n')))).toEqual(
      new Set(['More words n', 'Stubborn words']),
    );
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/translations/${many.id}`);
    expect(body).toMatchObject({ status: 'completed', ...left, stats: { totalPages: PAGES } });
    engine.forget();
    await made.ask(many.id);
    const done = await made.run(many.id);
    expect([done.status, done.untranslated, engine.sent()]).toEqual([
      'completed',
      undefined,
      ['Stubborn words'],
    ]);
    expect(await made.markdown(many.copy, stubborn)).toContain('STUBBORN WORDS');
  });
});
