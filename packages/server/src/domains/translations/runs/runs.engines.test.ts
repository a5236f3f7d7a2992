import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';
import { type TestTranslations, translationsIn, withTranslations } from '../../../testing/translations.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('\n');

describe('runs with failing engines', () => {
  let server: TestServer;
  let org: TestOrganization;
  let made: TestTranslations;
  let source: string;
  withTranslations(engine, (fresh) => {
    ({ server, org, made } = fresh);
  });

  test('tolerate failures, and report the texts that are left', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'One **bold** word\n\nTwo\n');
    const { id, result } = await made.create(source);
    engine.fail(
      { status: 429, headers: { 'retry-after': '1' } },
      // Half a batch, twice; then what is lost is a number.
      { spoil: (texts) => texts.slice(0, 1) },
    );
    engine.failAlways({ spoil: (texts) => texts.map((text) => text.replace(/<x id="0">|<\/x>/g, '')) });
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed' });
    // Split at its numbers, it has none that could be lost.
    expect(await made.markdown(result.space, page)).toContain('ONE **BOLD** WORD\n\nTWO');
    engine.failAlways({ spoil: (texts) => texts.map((text) => (text.includes('THREE') ? '' : text)) });
    await made.rewrite(source, page, 'Three\n\nFour\n');
    const left = await made.run(id);
    expect(left).toMatchObject({ status: 'completed', untranslated: [{ page, text: 'Three' }] });
    expect(await made.markdown(result.space, page)).toContain('Three\n\nFOUR');
    engine.forget();
    await made.ask(id);
    expect((await made.run(id)).untranslated).toBeUndefined();
    expect(engine.sent()).toEqual(['Three']);
    expect(await made.markdown(result.space, page)).toContain('THREE\n\nFOUR');
  });

  test('keep the source text where a translation is many times as long', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'Long\n\nShort\n');
    const { id, result } = await made.create(source);
    engine.failAlways({
      spoil: (texts) => texts.map((text) => (text === 'LONG' ? 'WORDS '.repeat(100_000) : text)),
    });
    expect(await made.run(id)).toMatchObject({ status: 'completed', untranslated: [{ page, text: 'Long' }] });
    expect(await made.markdown(result.space, page)).toContain('Long\n\nSHORT');
  });

  test('use a new engine for new texts only, not for texts that the previous one translated', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'One\n\nTwo words\n');
    const { id, result } = await made.create(source);
    await made.run(id);
    const other = await startServer({
      connectionString: server.connectionString,
      config: engine.configOf('libretranslate'),
    });
    try {
      engine.forget();
      const { run } = translationsIn({ server: other, org });
      await made.ask(id);
      expect(await run(id)).toMatchObject({ status: 'completed', stats: { runs: 2, latestWords: 0 } });
      expect(engine.sent()).toEqual([]);
      await org.admin.call('PUT', `/orgs/${org.id}/translations-glossary`, {
        operations: [{ type: 'insert', translations: { en: 'words', de: 'Wörter' } }],
      });
      await run(id);
      expect(engine.sent()).toEqual([expect.stringMatching(/^Two <x id="0">/)]);
      engine.forget();
      await made.rewrite(source, page, 'One\n\nTwo words\n\nThree\n');
      await run(id);
      expect(engine.sent()).toEqual(['Three']);
      expect(await made.markdown(result.space, page)).toContain('ONE\n\nTWO Wörter\n\nTHREE');
    } finally {
      await other.close();
    }
  });

  test('stop when the quota is used up, keep their translations, and continue from there', async () => {
    source = await createLiveSpace(org);
    const text = Array.from({ length: 100 }, (_, at) => `Words number ${at}\n`).join('\n');
    const page = await made.insert(source, 'Page', text);
    const { id, result } = await made.create(source);
    engine.fail({}, { status: 456 }, { status: 456 }, { status: 456 });
    const stopped = await made.run(id);
    expect(stopped).toMatchObject({ status: 'pending', stats: { runs: 0 } });
    expect(stopped.problem).toContain('456');
    expect(await made.markdown(result.space, page)).toContain('Words number 5\n');
    expect(engine.requests.every(({ texts }) => texts.length <= 40)).toBe(true);
    engine.forget();
    await made.ask(id);
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestWords: 301 } });
    expect(done.problem).toBeUndefined();
    // The first portion was not asked for again.
    expect(engine.sent()).toHaveLength(71);
    expect(await made.markdown(result.space, page)).toContain('WORDS NUMBER 99');
  });

  test('request texts individually if an engine returns only half of them', async () => {
    source = await createLiveSpace(org);
    const text = lines(69, (at) => `Words number ${at}`);
    const page = await made.insert(source, 'Page', text);
    const { id, result } = await made.create(source);
    engine.failAlways({ spoil: (texts) => texts.slice(0, Math.ceil(texts.length / 2)) });
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.untranslated).toBeUndefined();
    expect(await made.markdown(result.space, page)).toContain(text.trim().toUpperCase());
    // Which answer belongs to which text shows only where there is one; what fails is not tried for ever.
    expect(engine.requests.length).toBeLessThanOrEqual(70 + 3 * 5);
  });

  test.each([1, 3, 40])('tolerate that every second response is invalid, for %i texts', async (count) => {
    source = await createLiveSpace(org);
    const text = lines(count - 1, (at) => `Words number ${at}`);
    await made.insert(source, 'Home', text);
    const { id, result } = await made.create(source);
    engine.failAlways(undefined);
    engine.fail(
      ...Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? { raw: '{"translations":[' } : {})),
    );
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.untranslated).toBeUndefined();
    expect((await made.pages(result.space))[0]!.title).toBe('HOME');
  });

  test('give up on an engine with invalid responses', async () => {
    source = await createLiveSpace(org);
    await made.insert(source, 'Page', Array.from({ length: 120 }, (_, at) => `Words ${at}\n`).join('\n'));
    const { id } = await made.create(source);
    engine.failAlways({ raw: '{"translations":[' });
    const stopped = await made.run(id);
    expect(stopped).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('no usable translations'),
    });
  });
});

describe('runs with LibreTranslate', () => {
  let org: TestOrganization;
  let made: TestTranslations;
  withOrganization(
    (fresh) => {
      ({ org } = fresh);
      made = translationsIn(fresh);
      engine.forget();
    },
    { config: engine.configOf('libretranslate') },
  );

  test('fail with the reason if nothing could be translated, without a flood of requests', async () => {
    const source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'One **bold** word\n\nTwo\n');
    const { id, result } = await made.create(source);
    engine.failAlways({ raw: '{"translatedText": [' });
    const began = performance.now();
    const failed = await made.run(id);
    expect(failed).toMatchObject({ status: 'pending', stats: { runs: 0 } });
    expect(failed.problem).toContain('LibreTranslate did not respond with JSON');
    expect(engine.requests.length).toBeLessThanOrEqual(8);
    // They come with pauses between them.
    expect(performance.now() - began).toBeGreaterThan(1_000);
    expect(await made.markdown(result.space, page)).toContain('One **bold** word');
    engine.forget();
    await made.ask(id);
    expect(await made.run(id)).toMatchObject({ status: 'completed', stats: { runs: 1 } });
    expect(await made.markdown(result.space, page)).toContain('ONE **BOLD** WORD');
    // What was had stays.
    engine.failAlways({ raw: 'null' });
    await made.rewrite(source, page, 'One **bold** word\n\nTwo more\n');
    expect(await made.run(id)).toMatchObject({ status: 'pending', problem: expect.any(String) });
    expect(await made.markdown(result.space, page)).toContain('ONE **BOLD** WORD\n\nTWO');
  });
});

describe.each(['deepl', 'libretranslate', 'openai'] as const)('runs with stray markup of %s', (name) => {
  let org: TestOrganization;
  let made: TestTranslations;
  withOrganization(
    (fresh) => {
      ({ org } = fresh);
      made = translationsIn(fresh);
      engine.forget();
    },
    { config: engine.configOf(name) },
  );

  test('write only the text, at the cost of no further request', async () => {
    const source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'One\n\nTwo\n\nA **bold** word\n');
    const { id, result } = await made.create(source);
    engine.failAlways({
      spoil: (texts) => texts.map((text) => `<p>**${text.replace('TWO', '<b>TWO</b></x>')}**</p>`),
    });
    expect(await made.run(id)).toMatchObject({ status: 'completed' });
    expect(await made.markdown(result.space, page)).toContain('ONE\n\nTWO\n\nA **BOLD** WORD');
    expect(engine.requests).toHaveLength(1);
  });
});

describe.each(['deepl', 'libretranslate', 'openai'] as const)('runs with limits of %s', (name) => {
  let org: TestOrganization;
  let made: TestTranslations;
  withOrganization(
    (fresh) => {
      ({ org } = fresh);
      made = translationsIn(fresh);
      engine.forget();
    },
    { config: engine.configOf(name) },
  );

  test.each([{ characters: 2_000 }, { characters: 300 }, { texts: 4 }, { texts: 1, characters: 500 }])(
    'send smaller requests if an engine accepts no more than %j',
    async (limit) => {
      const source = await createLiveSpace(org);
      const text = lines(90, (at) => `Words number ${at} ${'and more '.repeat(10)}end`);
      const page = await made.insert(source, 'Page', `${text}\n${'A **long** story of it. '.repeat(60)}\n`);
      const { id, result } = await made.create(source);
      engine.limitTo(limit);
      const done = await made.run(id);
      expect([done.status, done.problem, done.untranslated]).toEqual(['completed', undefined, undefined]);
      const translated = await made.markdown(result.space, page);
      expect(translated).toContain(`WORDS NUMBER 89 ${'AND MORE '.repeat(10)}END`);
      expect(translated).toContain('A **LONG** STORY OF IT. '.repeat(60).trim());
      // What it takes is learned once, not with each request.
      const taken = engine.requests.filter(
        ({ texts }) =>
          texts.length <= (limit.texts ?? 30) && texts.join('').length <= (limit.characters ?? 12_000),
      );
      expect(engine.requests.length - taken.length).toBeLessThanOrEqual(16);
      engine.requests.length = 0;
      await made.ask(id);
      await made.run(id);
      expect(engine.requests).toEqual([]);
    },
  );

  test('stop with the reason if an engine accepts almost nothing', async () => {
    const source = await createLiveSpace(org);
    await made.insert(
      source,
      'Page',
      lines(5, (at) => `Words number ${at}`),
    );
    const { id } = await made.create(source);
    engine.limitTo({ characters: 1 });
    const failed = await made.run(id);
    expect(failed).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('exceeds text limit'),
    });
    expect(engine.requests.length).toBeLessThanOrEqual(12);
  });
});

describe('runs with a language model', () => {
  let server: TestServer;
  let org: TestOrganization;
  let made: TestTranslations;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
      made = translationsIn(fresh);
      engine.forget();
    },
    { config: engine.configOf('openai') },
  );

  test('retry texts that a model omits, in smaller requests', async () => {
    const source = await createLiveSpace(org);
    const page = await made.insert(
      source,
      'Page',
      lines(29, (at) => `Words number ${at}`),
    );
    const { id, result } = await made.create(source);
    engine.failAlways({ spoil: (texts) => texts.slice(0, Math.ceil(texts.length / 2)) });
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.untranslated).toBeUndefined();
    expect(await made.markdown(result.space, page)).toContain('WORDS NUMBER 28');
    const sizes = engine.requests.map(({ texts }) => texts.length);
    expect(sizes).toEqual([30, 15, 7, 3, 1]);
  });

  test('distinguish texts that differ only in a glossary term', async () => {
    const source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'Open the space\n\nOpen the book\n');
    await org.admin.call('PUT', `/orgs/${org.id}/translations-glossary`, {
      operations: [
        { type: 'insert', translations: { en: 'space', de: 'Bereich' } },
        { type: 'insert', translations: { en: 'book', de: 'Buch' } },
      ],
    });
    const { id, result } = await made.create(source);
    engine.failAlways({
      spoil: (texts) => texts.map((text) => text.replace('THE', /Bereich/.test(text) ? 'DEN' : 'DAS')),
    });
    expect((await made.run(id)).status).toBe('completed');
    const translated = await made.markdown(result.space, page);
    expect(translated).toContain('OPEN DEN Bereich\n\nOPEN DAS Buch');
    // Also where both are known, and where each was kept as it was named before texts said their terms.
    engine.forget();
    await made.ask(id);
    await made.run(id);
    expect(engine.requests).toEqual([]);
    const { db } = server.app.kernel;
    const kept = await db
      .selectFrom('translated_segments')
      .select(['hash', 'text'])
      .where('translation_id', '=', id)
      .where('text', 'like', '%term=%')
      .execute();
    expect(kept).toHaveLength(2);
    const terms = { Bereich: 'space', Buch: 'book' };
    for (const { hash, text } of kept) {
      const translation = /Bereich/.test(text) ? 'Bereich' : 'Buch';
      const asked = ['en', 'de', '', 'Open the <x id="0"/>', [{ term: terms[translation], translation }]];
      const before = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
      await db.updateTable('translated_segments').set({ hash: before }).where('hash', '=', hash).execute();
    }
    await made.insert(source, 'Other', 'Open the book\n\nOpen the space\n');
    await made.run(id);
    expect(engine.sent()).toEqual(['Other']);
    const other = (await made.pages(result.space)).find(({ title }) => title === 'OTHER')!;
    expect(await made.markdown(result.space, other.id)).toContain('OPEN DAS Buch\n\nOPEN DEN Bereich');
  });

  test('report in a sentence how many texts are left and why', async () => {
    const source = await createLiveSpace(org);
    const text = lines(105, (at) => `Line **number** ${at} &amp; \`code\``);
    const page = await made.insert(source, 'Page', text);
    const { id } = await made.create(source);
    engine.failAlways({
      spoil: (texts) => texts.map((each) => (/LINE|NUMBER|^\d+ &amp;$/.test(each) ? '' : each)),
    });
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed', untranslatedTotal: 105 });
    expect(done.untranslated).toHaveLength(100);
    expect(done.untranslated[0]).toEqual({
      page,
      text: 'Line number 0 & …',
      reason: 'no-usable-answer',
    });
  });

  test('split texts that are too long for one request', async () => {
    const source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', `${'Words of a **long** story. '.repeat(450)}\n`);
    const { id, result } = await made.create(source);
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.untranslated).toBeUndefined();
    const sizes = engine.requests.map(({ texts }) => texts.join('').length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(12_000);
    expect(await made.markdown(result.space, page)).toContain('WORDS OF A **LONG** STORY. WORDS OF');
  });
});
