import { afterAll, describe, expect, test } from 'vitest';
import { liveSpace } from '../../../testing/contents.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

const BODY = `## Getting started

See [the guide](/pages/PAGE#getting-started) and \`code\`.

{% hint style="info" %}
Mind the **gap**.
{% endhint %}
`;

describe('runs of translations', () => {
  let server: TestServer;
  let org: TestOrganization;
  let source: string;
  withOrganization(
    async (fresh) => {
      ({ server, org } = fresh);
      engine.forget();
    },
    { config: engine.config },
  );

  const change = async (space: string, ...changes: object[]) => {
    const answer = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body;
  };
  const pages = async (space: string) =>
    (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages as {
      id: string;
      title: string;
      path: string;
      description?: string;
    }[];
  const markdown = async (space: string, page: string, changeRequest = '') =>
    (await org.admin.call('GET', `/spaces/${space}${changeRequest}/content/page/${page}?format=markdown`))
      .body.markdown as string;
  const insert = async (space: string, title: string, text: string) => {
    await change(space, { operation: 'insert_page', title, document: { markdown: text } });
    return (await pages(space)).find((page) => page.title === title)!.id;
  };
  const rewrite = (space: string, id: string, text: string) =>
    change(space, { operation: 'update_page', page: id, document: { markdown: text } });
  const create = async (language = 'de', instructions?: object) => {
    const { status, body } = await org.admin.call('POST', `/orgs/${org.id}/translations`, {
      source: { space: source, language: 'en' },
      language,
      ...(instructions && { instructions }),
    });
    expect(status).toBe(201);
    return body as { id: string; result: { space: string; revision: string } };
  };
  const run = async (id: string) => {
    await server.app.services.translationRuns.run({ organization_id: org.id, id });
    return (await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body;
  };
  const ask = (id: string) => org.admin.call('POST', `/orgs/${org.id}/translations/${id}/run`);
  const requests = async (space: string) =>
    (await org.admin.call('GET', `/spaces/${space}/change-requests`)).body.items as {
      id: string;
      status: string;
      subject: string;
    }[];

  test('translate pages and nothing else, and lead inside the copy', async () => {
    source = await liveSpace(org);
    const first = await insert(source, 'Guide', 'x');
    await rewrite(
      source,
      first,
      `${BODY.replace('PAGE', first)}\n[Over there](/spaces/${source}/pages/${first})\n`,
    );
    await change(source, { operation: 'update_page', page: first, description: 'About it' });
    const { id, result } = await create();
    const done = await run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestPages: 1, totalPages: 1 } });
    expect(done.untranslated).toBeUndefined();
    const [page] = await pages(result.space);
    expect(page).toMatchObject({ id: first, title: 'GUIDE', path: 'guide', description: 'ABOUT IT' });
    const text = await markdown(result.space, first);
    expect(text).toContain('## GETTING STARTED');
    expect(text).toContain('`code`');
    expect(text).toContain('{% hint style="info" %}\nMIND THE **GAP**.\n{% endhint %}');
    const { body: links } = await org.admin.call(
      'GET',
      `/spaces/${result.space}/content/page/${first}?format=document`,
    );
    expect(JSON.stringify(links.document)).not.toContain(source);
    expect(JSON.stringify(links.document)).toContain(`"page":"${first}"`);
    const { body: copy } = await org.admin.call('GET', `/spaces/${result.space}`);
    expect(done.result.revision).toBe(copy.revision);
    expect(done.stats.totalWords).toBe(done.stats.latestWords);
    expect(engine.sent()).toContain('Mind the <x id="0">gap</x>.');
  });

  test('send only what is new or changed, and nothing when nothing is', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'One', 'First words\n\nSecond words\n');
    await insert(source, 'Two', 'Third words\n');
    const { id, result } = await create();
    await run(id);
    expect(engine.sent().sort()).toEqual(['First words', 'One', 'Second words', 'Third words', 'Two']);
    engine.requests.length = 0;
    await ask(id);
    const second = await run(id);
    expect([engine.requests.length, second.stats.runs, second.stats.latestWords]).toEqual([0, 2, 0]);
    expect(second.stats.totalWords).toBe(8);
    await rewrite(source, page, 'First words\n\nOther words\n');
    // Following by itself: nobody asked for this one.
    expect((await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body.status).toBe('pending');
    const third = await run(id);
    expect(engine.sent()).toEqual(['Other words']);
    expect(third).toMatchObject({
      status: 'completed',
      stats: { runs: 3, latestPages: 1, latestWords: 2, totalPages: 2 },
    });
    expect(await markdown(result.space, page)).toContain('FIRST WORDS\n\nOTHER WORDS');
  });

  test('follow pages that come, go, move and get other names', async () => {
    source = await liveSpace(org);
    const [one, two, three] = [
      await insert(source, 'One', 'a'),
      await insert(source, 'Two', 'b'),
      await insert(source, 'Three', 'c'),
    ];
    const { id, result } = await create();
    await run(id);
    await change(
      source,
      { operation: 'delete_page', page: one },
      { operation: 'update_page', page: two, title: 'Second' },
      { operation: 'update_page', page: three, into: two },
    );
    await insert(source, 'Four', 'd');
    await run(id);
    const tree = (await org.admin.call('GET', `/spaces/${result.space}/content/pages`)).body.pages;
    expect(tree.map(({ title }: { title: string }) => title)).toEqual(['SECOND', 'FOUR']);
    expect(tree[0].pages.map(({ title }: { title: string }) => title)).toEqual(['THREE']);
    expect(tree[0].pages[0].path).toBe('second/three');
  });

  test('keep what people wrote in the copy, and show new translations of it as a change request', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'Page', 'First\n\nSecond\n');
    const other = await insert(source, 'Other', 'Third\n');
    const { id, result } = await create();
    await run(id);
    await rewrite(result.space, page, 'By hand\n\nSECOND\n');
    await rewrite(source, other, 'Fourth\n');
    await rewrite(source, page, 'First\n\nSecond changed\n');
    await run(id);
    // Another paragraph than theirs: both go together.
    expect(await markdown(result.space, page)).toContain('By hand\n\nSECOND CHANGED');
    expect(await markdown(result.space, other)).toContain('FOURTH');
    expect(await requests(result.space)).toEqual([]);
    await rewrite(source, page, 'First changed\n\nSecond changed\n');
    await run(id);
    expect(await markdown(result.space, page)).toContain('By hand\n\nSECOND CHANGED');
    const [request] = await requests(result.space);
    expect(request).toMatchObject({ status: 'open' });
    expect(await markdown(result.space, page, `/change-requests/${request!.id}`)).toContain(
      'FIRST CHANGED\n\nSECOND CHANGED',
    );
    // The same one tells of what changes next.
    await rewrite(source, page, 'First changed again\n\nSecond changed\n');
    await run(id);
    expect(await requests(result.space)).toHaveLength(1);
    expect(await markdown(result.space, page, `/change-requests/${request!.id}`)).toContain(
      'FIRST CHANGED AGAIN',
    );
    const merged = await org.admin.call(
      'POST',
      `/spaces/${result.space}/change-requests/${request!.id}/merge`,
    );
    expect(merged.body.result).toBe('merge');
    expect(await markdown(result.space, page)).toContain('FIRST CHANGED AGAIN\n\nSECOND CHANGED');
    await rewrite(source, page, 'Anew\n\nSecond changed\n');
    await run(id);
    expect(await markdown(result.space, page)).toContain('ANEW');
  });

  test('ask before a page goes that people have worked on', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'Page', 'First\n');
    await insert(source, 'Other', 'x\n');
    const { id, result } = await create();
    await run(id);
    await rewrite(result.space, page, 'By hand\n');
    await change(source, { operation: 'delete_page', page });
    await run(id);
    expect((await pages(result.space)).map(({ title }) => title).sort()).toEqual(['OTHER', 'PAGE']);
    const [request] = await requests(result.space);
    const proposed = await org.admin.call(
      'GET',
      `/spaces/${result.space}/change-requests/${request!.id}/content/pages`,
    );
    expect(proposed.body.pages.map(({ title }: { title: string }) => title)).toEqual(['OTHER']);
  });

  test('translate again where a term of the glossary occurs, and mind instructions', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'Page', 'A space here\n\nNothing there\n');
    const { id, result } = await create();
    await run(id);
    engine.requests.length = 0;
    const put = (...operations: object[]) =>
      org.admin.call('PUT', `/orgs/${org.id}/translations-glossary`, { operations });
    await put({ type: 'insert', translations: { en: 'space', de: 'Bereich' } });
    await run(id);
    expect(engine.sent()).toEqual(['A <x id="0"/> here']);
    expect(await markdown(result.space, page)).toContain('A Bereich HERE\n\nNOTHING THERE');
    const [entry] = (await org.admin.call('GET', `/orgs/${org.id}/translations-glossary`)).body.items;
    await put({ type: 'update', id: entry.id, translations: { en: 'space', de: 'Raum' } });
    await run(id);
    expect(await markdown(result.space, page)).toContain('A Raum HERE');
    // A term of other languages is none here.
    engine.requests.length = 0;
    await put({ type: 'insert', translations: { en: 'there', fr: 'là' } });
    await run(id);
    expect(engine.requests).toHaveLength(0);
  });

  test('put up with engines that fail, and say what they left', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'Page', 'One **bold** word\n\nTwo\n');
    const { id, result } = await create();
    engine.fail(
      { status: 429, headers: { 'retry-after': '1' } },
      // Half a batch, twice; then what is lost is a number.
      { spoil: (texts) => texts.slice(0, 1) },
    );
    engine.failAlways({ spoil: (texts) => texts.map((text) => text.replace(/<x id="0">|<\/x>/g, '')) });
    const done = await run(id);
    expect(done).toMatchObject({ status: 'completed' });
    // Split at its numbers, it has none that could be lost.
    expect(await markdown(result.space, page)).toContain('ONE **BOLD** WORD\n\nTWO');
    engine.failAlways({ spoil: (texts) => texts.map((text) => (text.includes('THREE') ? '' : text)) });
    await rewrite(source, page, 'Three\n\nFour\n');
    const left = await run(id);
    expect(left).toMatchObject({ status: 'completed', untranslated: [{ page, text: 'Three' }] });
    expect(await markdown(result.space, page)).toContain('Three\n\nFOUR');
    engine.forget();
    await ask(id);
    expect((await run(id)).untranslated).toBeUndefined();
    expect(engine.sent()).toEqual(['Three']);
    expect(await markdown(result.space, page)).toContain('THREE\n\nFOUR');
  });

  test('stop where what was paid for is used up, keep what they have, and go on from there', async () => {
    source = await liveSpace(org);
    const text = Array.from({ length: 100 }, (_, at) => `Words number ${at}\n`).join('\n');
    const page = await insert(source, 'Page', text);
    const { id, result } = await create();
    engine.fail({}, { status: 456 }, { status: 456 }, { status: 456 });
    const stopped = await run(id);
    expect(stopped).toMatchObject({ status: 'pending', stats: { runs: 0 } });
    expect(stopped.problem).toContain('456');
    expect(await markdown(result.space, page)).toContain('Words number 5\n');
    expect(engine.requests.every(({ texts }) => texts.length <= 40)).toBe(true);
    engine.forget();
    await ask(id);
    const done = await run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestWords: 301 } });
    expect(done.problem).toBeUndefined();
    // The first portion was not asked for again.
    expect(engine.sent()).toHaveLength(71);
    expect(await markdown(result.space, page)).toContain('WORDS NUMBER 99');
  });

  test('give up on an engine that answers nonsense', async () => {
    source = await liveSpace(org);
    await insert(source, 'Page', Array.from({ length: 120 }, (_, at) => `Words ${at}\n`).join('\n'));
    const { id } = await create();
    engine.failAlways({ raw: '{"translations":[' });
    const stopped = await run(id);
    expect(stopped).toMatchObject({ status: 'pending', problem: expect.stringContaining('no answers') });
  });

  test('stop while the copy lies in the trash, and go on when it is back', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'Page', 'First\n');
    const { id, result } = await create();
    await run(id);
    await org.admin.call('DELETE', `/spaces/${result.space}`);
    await rewrite(source, page, 'Second\n');
    expect(await run(id)).toMatchObject({ status: 'pending', problem: expect.stringContaining('trash') });
    await org.admin.call('POST', `/spaces/${result.space}/restore`);
    expect((await ask(id)).status).toBe(204);
    expect(await run(id)).toMatchObject({ status: 'completed', stats: { runs: 2 } });
    expect(await markdown(result.space, page)).toContain('SECOND');
  });

  test('are not begun twice at a time', async () => {
    source = await liveSpace(org);
    await insert(source, 'Page', 'Words\n');
    const { id } = await create();
    engine.fail({ delayMs: 800 });
    await Promise.all([run(id), run(id), ask(id), ask(id)]);
    expect(engine.sent().sort()).toEqual(['Page', 'Words']);
    await run(id);
    expect((await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body.stats.runs).toBe(1);
  });

  test('show all 1,000 segments of a page in 20 to 40 at a time', async () => {
    source = await liveSpace(org);
    await insert(source, 'Page', Array.from({ length: 1000 }, (_, at) => `Line ${at}\n`).join('\n'));
    const { id } = await create();
    await run(id);
    const sizes = engine.requests.map(({ texts }) => texts.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(40);
    expect(sizes.filter((size) => size < 20).length).toBeLessThanOrEqual(1);
  });

  test('leave what a removal of leftovers finds: what a run made is still needed', async () => {
    source = await liveSpace(org);
    const page = await insert(source, 'Page', 'Words\n');
    const { id, result } = await create();
    await run(id);
    await rewrite(result.space, page, 'By hand\n');
    await server.app.kernel.db
      .updateTable('bodies')
      .set({ touched_at: new Date(0) })
      .execute();
    await server.app.kernel.db
      .updateTable('snapshot_nodes')
      .set({ touched_at: new Date(0) })
      .execute();
    await server.app.services.leftovers.remove(org.id);
    await rewrite(source, page, 'Other words\n');
    expect((await run(id)).status).toBe('completed');
    expect(await requests(result.space)).toHaveLength(1);
  });
});

describe('translations by hand', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('follow their source, and a change request shows what is stale', async () => {
    const source = await liveSpace(org);
    const insert = async (title: string, text: string) => {
      const change = { operation: 'insert_page', title, document: { markdown: text } };
      await org.admin.call('POST', `/spaces/${source}/content`, { changes: [change] });
      const { pages } = (await org.admin.call('GET', `/spaces/${source}/content/pages`)).body;
      return pages.find((page: { title: string }) => page.title === title).id as string;
    };
    const rewrite = (space: string, id: string, text: string) =>
      org.admin.call('POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'update_page', page: id, document: { markdown: text } }],
      });
    const markdown = async (space: string, page: string, at = '') =>
      (await org.admin.call('GET', `/spaces/${space}${at}/content/page/${page}?format=markdown`)).body
        .markdown;
    const page = await insert('Page', 'Words\n');
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/translations`, {
      source: { space: source, language: 'en' },
      language: 'de',
    });
    const target = body.result.space;
    await rewrite(target, page, 'Wörter\n');
    await insert('New', 'New words\n');
    await rewrite(source, page, 'Other words\n');
    await server.app.services.translationRuns.run({ organization_id: org.id, id: body.id });
    const { body: after } = await org.admin.call('GET', `/orgs/${org.id}/translations/${body.id}`);
    // Nothing is called translated that is not.
    expect(after).toMatchObject({ status: 'pending', stats: { runs: 0, totalWords: 0 } });
    const { pages } = (await org.admin.call('GET', `/spaces/${target}/content/pages`)).body;
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Page', 'New']);
    expect(await markdown(target, page)).toContain('Wörter');
    const [request] = (await org.admin.call('GET', `/spaces/${target}/change-requests`)).body.items;
    expect(await markdown(target, page, `/change-requests/${request.id}`)).toContain('Other words');
  });
});
