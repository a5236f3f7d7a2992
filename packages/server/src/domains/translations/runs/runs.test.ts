import { afterAll, describe, expect, test, vi } from 'vitest';
import { badRequest } from '../../../kernel/errors/errors.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';
import { type TestTranslations, withTranslations } from '../../../testing/translations.ts';

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

const BODY = `## Getting started

See [the guide](/pages/PAGE#getting-started) and \`code\`.

{% hint style="info" %}
Mind the **gap**.
{% endhint %}
`;

describe('translation runs', () => {
  let server: TestServer;
  let org: TestOrganization;
  let made: TestTranslations;
  let source: string;
  withTranslations(engine, (fresh) => {
    ({ server, org, made } = fresh);
  });

  test('translate pages only, with links inside the copy', async () => {
    source = await createLiveSpace(org);
    const first = await made.insert(source, 'Guide', 'x');
    await made.rewrite(
      source,
      first,
      `${BODY.replace('PAGE', first)}\n[Over there](/spaces/${source}/pages/${first})\n`,
    );
    await made.change(source, { operation: 'update_page', page: first, description: 'About it' });
    const { id, result } = await made.create(source);
    const done = await made.run(id);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestPages: 1, totalPages: 1 } });
    const { body: translated } = await org.admin.call('GET', `/spaces/${result.space}`);
    expect((await server.eventsOf(result.space)).at(-1)).toMatchObject({
      action: 'space.content-updated',
      payload: { revision: translated.revision },
    });
    expect(done.untranslated).toBeUndefined();
    const [page] = await made.pages(result.space);
    expect(page).toMatchObject({ id: first, title: 'GUIDE', path: 'guide', description: 'ABOUT IT' });
    const text = await made.markdown(result.space, first);
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

  test('send only new or changed texts, and nothing without changes', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'One', 'First words\n\nSecond words\n');
    await made.insert(source, 'Two', 'Third words\n');
    const { id, result } = await made.create(source);
    await made.run(id);
    expect(engine.sent().sort()).toEqual(['First words', 'One', 'Second words', 'Third words', 'Two']);
    engine.requests.length = 0;
    await made.ask(id);
    const second = await made.run(id);
    expect([engine.requests.length, second.stats.runs, second.stats.latestWords]).toEqual([0, 2, 0]);
    expect(second.stats.totalWords).toBe(8);
    await made.rewrite(source, page, 'First words\n\nOther words\n');
    // Following by itself: nobody asked for this one.
    expect((await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body.status).toBe('pending');
    const third = await made.run(id);
    expect(engine.sent()).toEqual(['Other words']);
    expect(third).toMatchObject({
      status: 'completed',
      stats: { runs: 3, latestPages: 1, latestWords: 2, totalPages: 2 },
    });
    expect(await made.markdown(result.space, page)).toContain('FIRST WORDS\n\nOTHER WORDS');
  });

  test('follow pages that are created, deleted, moved and renamed', async () => {
    source = await createLiveSpace(org);
    const [one, two, three] = [
      await made.insert(source, 'One', 'a'),
      await made.insert(source, 'Two', 'b'),
      await made.insert(source, 'Three', 'c'),
    ];
    const { id, result } = await made.create(source);
    await made.run(id);
    await made.change(
      source,
      { operation: 'delete_page', page: one },
      { operation: 'update_page', page: two, title: 'Second' },
      { operation: 'update_page', page: three, into: two },
    );
    await made.insert(source, 'Four', 'd');
    await made.run(id);
    const tree = (await org.admin.call('GET', `/spaces/${result.space}/content/pages`)).body.pages;
    expect(tree.map(({ title }: { title: string }) => title)).toEqual(['SECOND', 'FOUR']);
    expect(tree[0].pages.map(({ title }: { title: string }) => title)).toEqual(['THREE']);
    expect(tree[0].pages[0].path).toBe('second/three');
  });

  test('keep manual edits of the copy, and propose new translations in a change request', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'First\n\nSecond\n');
    const other = await made.insert(source, 'Other', 'Third\n');
    const { id, result } = await made.create(source);
    const edited = async () =>
      (await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body.editedPages;
    await made.run(id);
    expect(await edited()).toEqual([]);
    await made.rewrite(result.space, page, 'By hand\n\nSECOND\n');
    // A page that is only in the copy was not translated.
    await made.insert(result.space, 'Only here', 'By hand\n');
    expect(await edited()).toEqual([page]);
    await made.rewrite(source, other, 'Fourth\n');
    await made.rewrite(source, page, 'First\n\nSecond changed\n');
    await made.run(id);
    // Another paragraph than theirs: both go together.
    expect(await made.markdown(result.space, page)).toContain('By hand\n\nSECOND CHANGED');
    expect(await made.markdown(result.space, other)).toContain('FOURTH');
    expect(await edited()).toEqual([page]);
    expect(await made.requests(result.space)).toEqual([]);
    await made.rewrite(source, page, 'First changed\n\nSecond changed\n');
    await made.run(id);
    expect(await made.markdown(result.space, page)).toContain('By hand\n\nSECOND CHANGED');
    const [request] = await made.requests(result.space);
    expect(request).toMatchObject({ status: 'open' });
    expect(await made.markdown(result.space, page, `/change-requests/${request!.id}`)).toContain(
      'FIRST CHANGED\n\nSECOND CHANGED',
    );
    // The same one tells of what changes next.
    await made.rewrite(source, page, 'First changed again\n\nSecond changed\n');
    await made.run(id);
    expect(await made.requests(result.space)).toHaveLength(1);
    expect(await made.markdown(result.space, page, `/change-requests/${request!.id}`)).toContain(
      'FIRST CHANGED AGAIN',
    );
    const merged = await org.admin.call(
      'POST',
      `/spaces/${result.space}/change-requests/${request!.id}/merge`,
    );
    expect(merged.body.result).toBe('merge');
    expect(await made.markdown(result.space, page)).toContain('FIRST CHANGED AGAIN\n\nSECOND CHANGED');
    // The new translation took the place of what was written by hand.
    expect(await edited()).toEqual([]);
    await made.rewrite(source, page, 'Anew\n\nSecond changed\n');
    await made.run(id);
    expect(await made.markdown(result.space, page)).toContain('ANEW');
  });

  test('propose only texts that were changed both manually and in the source', async () => {
    source = await createLiveSpace(org);
    const text = (...paragraphs: string[]) => `${paragraphs.join('\n\n')}\n`;
    const page = await made.insert(source, 'Page', text('First', 'Second', 'Third'));
    await made.change(source, { operation: 'update_page', page, description: 'About it' });
    const { id, result } = await made.create(source);
    await made.run(id);
    await made.rewrite(result.space, page, text('Eins von Hand', 'Zwei von Hand', 'THIRD'));
    await made.change(result.space, { operation: 'update_page', page, description: 'Darüber' });
    await made.rewrite(source, page, text('First changed', 'Second', 'Third changed'));
    await made.change(source, { operation: 'update_page', page, title: 'Chapter' });
    await made.run(id);
    expect(await made.markdown(result.space, page)).toContain(
      text('Eins von Hand', 'Zwei von Hand', 'THIRD CHANGED').trim(),
    );
    expect((await made.pages(result.space))[0]).toMatchObject({ title: 'CHAPTER', description: 'Darüber' });
    const [request] = await made.requests(result.space);
    const proposal = `/change-requests/${request!.id}`;
    expect(await made.markdown(result.space, page, proposal)).toContain(
      text('FIRST CHANGED', 'Zwei von Hand', 'THIRD CHANGED').trim(),
    );
    // What is proposed next comes to what is proposed already, and what people wrote meanwhile is in both.
    await made.rewrite(result.space, page, text('Eins von Hand', 'Zwei von Hand', 'Drei von Hand'));
    await made.rewrite(source, page, text('First changed', 'Second changed', 'Third changed'));
    await made.change(source, { operation: 'update_page', page, description: 'All about it' });
    await made.run(id);
    expect(await made.requests(result.space)).toHaveLength(1);
    expect(await made.markdown(result.space, page)).toContain(
      text('Eins von Hand', 'Zwei von Hand', 'Drei von Hand').trim(),
    );
    expect(await made.markdown(result.space, page, proposal)).toContain(
      text('FIRST CHANGED', 'SECOND CHANGED', 'Drei von Hand').trim(),
    );
    const proposed = await org.admin.call('GET', `/spaces/${result.space}${proposal}/content/pages`);
    expect(proposed.body.pages[0].description).toBe('ALL ABOUT IT');
    const merged = await org.admin.call('POST', `/spaces/${result.space}${proposal}/merge`);
    expect(merged.body.result).toBe('merge');
    expect(await made.markdown(result.space, page)).toContain(
      text('FIRST CHANGED', 'SECOND CHANGED', 'Drei von Hand').trim(),
    );
  });

  test('propose the deletion of a page with manual edits', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'First\n');
    await made.insert(source, 'Other', 'x\n');
    const { id, result } = await made.create(source);
    await made.run(id);
    await made.rewrite(result.space, page, 'By hand\n');
    await made.change(source, { operation: 'delete_page', page });
    await made.run(id);
    expect((await made.pages(result.space)).map(({ title }) => title).sort()).toEqual(['OTHER', 'PAGE']);
    const [request] = await made.requests(result.space);
    const proposed = await org.admin.call(
      'GET',
      `/spaces/${result.space}/change-requests/${request!.id}/content/pages`,
    );
    expect(proposed.body.pages.map(({ title }: { title: string }) => title)).toEqual(['OTHER']);
  });

  test('translate texts with a changed glossary term again, and follow instructions', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'A space here\n\nNothing there\n');
    const { id, result } = await made.create(source);
    await made.run(id);
    engine.requests.length = 0;
    const put = (...operations: object[]) =>
      org.admin.call('PUT', `/orgs/${org.id}/translations-glossary`, { operations });
    await put({ type: 'insert', translations: { en: 'space', de: 'Bereich' } });
    await made.run(id);
    expect(engine.sent()).toEqual(['A <x id="0"/> here']);
    expect(await made.markdown(result.space, page)).toContain('A Bereich HERE\n\nNOTHING THERE');
    const [entry] = (await org.admin.call('GET', `/orgs/${org.id}/translations-glossary`)).body.items;
    await put({ type: 'update', id: entry.id, translations: { en: 'space', de: 'Raum' } });
    await made.run(id);
    expect(await made.markdown(result.space, page)).toContain('A Raum HERE');
    // A term of other languages is none here.
    engine.requests.length = 0;
    await put({ type: 'insert', translations: { en: 'there', fr: 'là' } });
    await made.run(id);
    expect(engine.requests).toHaveLength(0);
  });

  test('stop while the copy is in the trash, and continue when it is restored', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'First\n');
    const { id, result } = await made.create(source);
    await made.run(id);
    await org.admin.call('DELETE', `/spaces/${result.space}`);
    await made.rewrite(source, page, 'Second\n');
    expect(await made.run(id)).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('trash'),
    });
    await org.admin.call('POST', `/spaces/${result.space}/restore`);
    expect((await made.ask(id)).status).toBe(204);
    expect(await made.run(id)).toMatchObject({ status: 'completed', stats: { runs: 2 } });
    expect(await made.markdown(result.space, page)).toContain('SECOND');
  });

  test('are not started twice at a time', async () => {
    source = await createLiveSpace(org);
    await made.insert(source, 'Page', 'Words\n');
    const { id } = await made.create(source);
    engine.fail({ delayMs: 800 });
    await Promise.all([made.run(id), made.run(id), made.ask(id), made.ask(id)]);
    expect(engine.sent().sort()).toEqual(['Page', 'Words']);
    await made.run(id);
    expect((await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body.stats.runs).toBe(1);
  });

  test('show all 1,000 segments of a page in requests of 20 to 40', async () => {
    source = await createLiveSpace(org);
    await made.insert(source, 'Page', Array.from({ length: 1000 }, (_, at) => `Line ${at}\n`).join('\n'));
    const { id } = await made.create(source);
    await made.run(id);
    const sizes = engine.requests.map(({ texts }) => texts.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(40);
    expect(sizes.filter((size) => size < 20).length).toBeLessThanOrEqual(1);
  });

  test('translate large pages completely, and name those that are too large to parse', async () => {
    source = await createLiveSpace(org);
    const text = Array.from({ length: 900 }, (_, at) => `Paragraph ${at} with **bold ${at}** text.\n`);
    const page = await made.insert(source, 'Page', text.join('\n'));
    const { id, result } = await made.create(source);
    const done = await made.run(id);
    expect([done.status, done.untranslated]).toEqual(['completed', undefined]);
    expect((await made.markdown(result.space, page)).includes('PARAGRAPH 899 WITH **BOLD 899** TEXT.')).toBe(
      true,
    );
    const tooMuch = vi
      .spyOn(server.app.kernel.markdown, 'segments')
      .mockRejectedValue(badRequest('Too long'));
    const other = await made.insert(source, 'Other', 'Words\n');
    const left = await made.run(id);
    tooMuch.mockRestore();
    expect(left).toMatchObject({
      status: 'completed',
      untranslated: [{ page: other, text: 'Other', reason: 'page-too-long' }],
      untranslatedTotal: 1,
    });
    expect(await made.markdown(result.space, other)).toContain('Words');
    await made.ask(id);
    expect((await made.run(id)).untranslated).toBeUndefined();
    expect(await made.markdown(result.space, other)).toContain('WORDS');
  });

  test('protect their data from garbage collection', async () => {
    source = await createLiveSpace(org);
    const page = await made.insert(source, 'Page', 'Words\n');
    const { id, result } = await made.create(source);
    await made.run(id);
    await made.rewrite(result.space, page, 'By hand\n');
    await server.app.kernel.db
      .updateTable('bodies')
      .set({ touched_at: new Date(0) })
      .execute();
    await server.app.kernel.db
      .updateTable('snapshot_nodes')
      .set({ touched_at: new Date(0) })
      .execute();
    await server.app.services.garbageCollection.collect(org.id);
    await made.rewrite(source, page, 'Other words\n');
    expect((await made.run(id)).status).toBe('completed');
    expect(await made.requests(result.space)).toHaveLength(1);
  });
});

describe('manual translations', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('follow their source, and a change request shows outdated texts', async () => {
    const source = await createLiveSpace(org);
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
