import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { startTranslationEngine, type TranslationEngine } from '../../testing/translation-engine.ts';
import { LANGUAGES } from '../spaces/index.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

const paragraph = (text: string) => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});

describe('translations', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
      engine.forget();
    },
    { config: engine.config },
  );

  const at = (rest = '') => `/orgs/${org.id}/translations${rest}`;
  const requestBody = (space: string, language = 'de', more = {}) => ({
    source: { space, language: 'en' },
    language,
    ...more,
  });
  const create = async (space: string, language?: string, more?: object) => {
    const { status, body } = await org.admin.call('POST', at(), requestBody(space, language, more));
    expect(status).toBe(201);
    return body;
  };

  test('are copies of spaces in another language, pending until they are translated', async () => {
    const space = await createLiveSpace(org);
    const made = await create(space, 'de', { instructions: paragraph('Say du') });
    expect(made).toMatchObject({
      status: 'pending',
      language: 'de',
      source: { space, language: 'en' },
      stats: { runs: 0, totalWords: 0 },
      permissions: { view: true, edit: true },
    });
    expect(made.instructions.nodes[0].nodes[0].leaves[0].text).toBe('Say du');
    const { body: copy } = await org.admin.call('GET', `/spaces/${made.result.space}`);
    expect(copy).toMatchObject({ title: 'Docs (Deutsch)', language: 'de', editMode: 'live' });
    expect(copy.revision).toBe(made.result.revision);
    expect((await org.admin.call('GET', at(`/${made.id}`))).body).toEqual({
      ...made,
      status: 'pending',
      editedPages: [],
    });
    expect((await server.eventsOf(made.id)).map(({ action }) => action)).toEqual(['translation.created']);
  });

  test('exist once per language of a space', async () => {
    const space = await createLiveSpace(org);
    const made = await create(space, 'fr');
    const again = await org.admin.call('POST', at(), requestBody(space, 'fr'));
    expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining('fr')]);
    for (const language of LANGUAGES.filter((each) => each !== 'en' && each !== 'fr'))
      await create(space, language);
    const { body } = await org.admin.call('GET', at('?limit=30'));
    expect([body.count, body.items.length, body.items[0].id]).toEqual([37, 30, made.id]);
    const next = await org.admin.call('GET', at(`?limit=30&page=${body.next.page}`));
    expect([next.body.items.length, next.body.next]).toEqual([7, undefined]);
    // Nothing was left behind by what was refused.
    expect((await org.admin.call('GET', `/orgs/${org.id}/spaces`)).body.count).toBe(38);
  });

  test('reject invalid input with the name of the field', async () => {
    const space = await createLiveSpace(org);
    const made = await create(space);
    const elsewhere = await server.organization();
    const refusals: [object, string][] = [
      [requestBody(space, 'en'), 'body.language'],
      [requestBody(space, 'tlh'), 'body.language'],
      [requestBody('nowhere', 'fr'), 'body.source.space'],
      [requestBody(await elsewhere.space(), 'fr'), 'body.source.space'],
      [requestBody(made.result.space, 'fr'), 'body.source.space'],
      [{ language: 'fr' }, 'body.source'],
      [
        requestBody(space, 'fr', {
          instructions: { object: 'document', data: {}, nodes: [{ object: 'block', type: 'nonsense' }] },
        }),
        'body.instructions',
      ],
    ];
    for (const [body, path] of refusals) {
      const answer = await org.admin.call('POST', at(), body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.error.details[0].path).toContain(path);
    }
    expect((await org.admin.call('GET', at())).body.count).toBe(1);
  });

  test('are visible to readers of their source, and changed by administrators', async () => {
    const space = await createLiveSpace(org);
    const made = await create(space);
    expect((await org.read.call('GET', at(`/${made.id}`))).body.permissions).toEqual({
      view: true,
      edit: false,
    });
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    expect((await org.read.call('GET', at(`/${made.id}`))).status).toBe(404);
    expect((await org.read.call('GET', at())).body).toMatchObject({ count: 0, items: [] });
    expect((await org.create.call('POST', at(`/${made.id}/run`))).status).toBe(404);
  });

  test('are listed with the title of their source, by words of it and by language', async () => {
    const named = async (title: string) => {
      const space = await createLiveSpace(org);
      await org.admin.call('PATCH', `/spaces/${space}`, { title });
      return space;
    };
    const [guides, rates] = [await named('Guides'), await named('Rates 100%')];
    for (const language of ['de', 'fr']) await create(guides, language);
    await create(rates, 'de');
    const hidden = await named('Hidden guides');
    await create(hidden, 'de');
    await org.admin.call('PATCH', `/spaces/${hidden}`, { defaultLevel: null });
    const found = async (query: string) => {
      const { body } = await org.read.call('GET', at(query));
      return [
        body.count,
        ...body.items.map(
          ({ source, language }: { source: { title: string }; language: string }) =>
            `${source.title} ${language}`,
        ),
      ];
    };
    expect(await found('')).toEqual([3, 'Guides de', 'Guides fr', 'Rates 100% de']);
    expect(await found('?search=UIDE')).toEqual([2, 'Guides de', 'Guides fr']);
    expect(await found('?search=0%25')).toEqual([1, 'Rates 100% de']);
    expect(await found('?search=_uide')).toEqual([0]);
    expect(await found('?language=de')).toEqual([2, 'Guides de', 'Rates 100% de']);
    expect(await found('?search=guides&language=fr')).toEqual([1, 'Guides fr']);
    expect((await org.read.call('GET', at('?language=tlh'))).status).toBe(400);
    // The next page has the same filter.
    const first = (await org.read.call('GET', at('?search=guides&limit=1'))).body;
    const second = await org.read.call('GET', at(`?search=guides&limit=1&page=${first.next.page}`));
    expect([second.body.items[0].language, second.body.next]).toEqual(['fr', undefined]);
  });

  test('have instructions, and are deleted without their space', async () => {
    const made = await create(await createLiveSpace(org));
    const { body } = await org.admin.call('PUT', at(`/${made.id}`), { instructions: paragraph('Be brief') });
    expect(body.instructions.nodes[0].nodes[0].leaves[0].text).toBe('Be brief');
    expect((await org.admin.call('DELETE', at(`/${made.id}`))).status).toBe(204);
    expect((await org.admin.call('DELETE', at(`/${made.id}`))).status).toBe(204);
    expect((await org.admin.call('GET', at(`/${made.id}`))).status).toBe(404);
    expect((await org.admin.call('GET', `/spaces/${made.result.space}`)).status).toBe(200);
    expect((await server.eventsOf(made.id)).map(({ action }) => action)).toEqual([
      'translation.created',
      'translation.updated',
      'translation.deleted',
    ]);
  });

  test('end with their spaces: no result while in the trash, and none after a transfer', async () => {
    const space = await createLiveSpace(org);
    const made = await create(space);
    await org.admin.call('DELETE', `/spaces/${made.result.space}`);
    expect((await org.admin.call('GET', at(`/${made.id}`))).body.result).toBeUndefined();
    expect((await org.admin.call('POST', at(`/${made.id}/run`))).status).toBe(409);
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    const moved = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    expect(moved.status).toBe(200);
    expect((await org.admin.call('GET', at(`/${made.id}`))).status).toBe(404);
  });

  test('take a constant number of queries', async () => {
    const space = await createLiveSpace(org);
    await create(space, 'de');
    const one = await server.countQueries(() => org.admin.call('GET', at()));
    for (const language of ['fr', 'es', 'it']) await create(space, language);
    expect(await server.countQueries(() => org.admin.call('GET', at()))).toBe(one);
  });

  describe('the glossary', () => {
    const glossary = (rest = '') => `/orgs/${org.id}/translations-glossary${rest}`;
    const put = (...operations: object[]) => org.admin.call('PUT', glossary(), { operations });

    test('is searched by the terms of all languages', async () => {
      const insert = (translations: object) => ({ type: 'insert', translations });
      await put(insert({ en: 'space', de: 'Bereich' }), insert({ en: 'page', de: '100% Seite' }));
      const found = async (search: string) => {
        const { body } = await org.read.call('GET', glossary(`?search=${encodeURIComponent(search)}`));
        return [body.count, body.items.map((entry: { translations: object }) => entry.translations)];
      };
      expect(await found('BEREI')).toEqual([1, [{ en: 'space', de: 'Bereich' }]]);
      expect(await found('0%')).toEqual([1, [{ en: 'page', de: '100% Seite' }]]);
      expect(await found('de')).toEqual([0, []]);
    });

    test('is changed by operations, all of them or none', async () => {
      expect(
        (
          await put(
            { type: 'insert', translations: { en: 'space', de: 'Bereich' } },
            { type: 'insert', translations: { en: 'page' } },
          )
        ).status,
      ).toBe(204);
      const { body } = await org.read.call('GET', glossary());
      expect(body.count).toBe(2);
      const [first, second] = body.items;
      expect(first).toMatchObject({ object: 'glossary-entry', translations: { en: 'space', de: 'Bereich' } });
      await put(
        { type: 'update', id: first.id, translations: { en: 'space', fr: 'espace' } },
        { type: 'delete', id: second.id },
      );
      expect((await org.read.call('GET', glossary(`/${first.id}`))).body.translations).toEqual({
        en: 'space',
        fr: 'espace',
      });
      expect((await org.read.call('GET', glossary(`/${second.id}`))).status).toBe(404);
      for (const unknown of [
        { type: 'update', id: second.id, translations: { en: 'x' } },
        { type: 'delete', id: second.id },
      ]) {
        const refused = await put({ type: 'delete', id: first.id }, unknown);
        expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.operations.1.id']);
      }
      expect((await org.read.call('GET', glossary())).body.count).toBe(1);
    });

    test('rejects invalid terms', async () => {
      for (const translations of [
        { en: '' },
        { en: '   ' },
        { en: 'space', de: '\u00a0' },
        { en: 'a\nb' },
        { en: 'x'.repeat(256) },
        { tlh: 'x' },
        { en: 1 },
        {},
      ]) {
        const answer = await put({ type: 'insert', translations });
        expect([translations, answer.status]).toEqual([translations, 400]);
        expect(answer.body.error.details[0].path).toMatch(/^body\.operations\.0\.translations/);
      }
      expect((await put({ type: 'rename', id: 'x' })).status).toBe(400);
      expect((await org.create.call('PUT', glossary(), { operations: [] })).status).toBe(403);
      expect((await org.guest.call('GET', glossary())).status).toBe(403);
    });
  });
});

describe('translations without an engine', () => {
  let org: TestOrganization;
  withOrganization((fresh) => {
    org = fresh.org;
  });

  test('are created but not run, with the settings that are missing', async () => {
    const space = await createLiveSpace(org);
    const path = `/orgs/${org.id}/translations`;
    const { status, body } = await org.admin.call('POST', path, {
      source: { space, language: 'en' },
      language: 'de',
    });
    expect([status, body.status]).toEqual([201, 'pending']);
    expect(body.problem).toContain('No translation engine is configured');
    expect((await org.admin.call('GET', path)).body.items[0].problem).toBe(body.problem);
    const refused = await org.admin.call('POST', `${path}/${body.id}/run`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toMatch(/DEEPL_API_KEY.*LIBRETRANSLATE_URL.*LLM_BASE_URL/);
  });
});
