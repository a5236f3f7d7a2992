import { describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { editContent } from '../../testing/edit-content.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('search', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization(
    (fresh) => {
      ({ org, server } = fresh);
    },
    { roles: ['api', 'worker'] },
  );

  const live = (fields: object = {}) => createLiveSpace(org, fields);
  const edit = async (space: string, ...changes: object[]) => {
    const answer = await org.edit.call('POST', `/spaces/${space}/content`, { changes });
    expect(answer.status).toBe(200);
  };
  const page = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });
  const search = async (space: string, query: string, caller = org.read) =>
    (await caller.call('GET', `/spaces/${space}/search?query=${encodeURIComponent(query)}`)).body;
  const titles = (found: { items: { title: string }[] }) => found.items.map((item) => item.title);

  test('finds pages by title, heading and text, titles first, with stemming and prefixes', async () => {
    const space = await live();
    await edit(
      space,
      page('Installing', 'Run the command.'),
      page('Upgrade', 'Before you begin\n\n## Install again\n\nThings happen.'),
      page('Notes', 'Long ago somebody installed it on a toaster.'),
    );
    expect(titles(await search(space, 'install'))).toEqual(['Installing', 'Upgrade', 'Notes']);
    expect(titles(await search(space, 'toas'))).toEqual(['Notes']);
    expect(titles(await search(space, 'instalation'))).toContain('Installing');
    expect(titles(await search(space, 'toaster command'))).toEqual([]);
    const [found] = (await search(space, 'things')).items;
    expect(found).toMatchObject({
      title: 'Upgrade',
      path: 'upgrade',
      sections: [{ title: 'Install again', path: 'upgrade#install-again' }],
    });
    expect(found.sections[0].body).toContain('Things happen');
  });

  test('finds versions, paths, hosts, addresses and names in code, whole or by a part', async () => {
    const space = await live();
    const text =
      'Since v2.0.1 the file src/config.yaml sets process.env.FOO_BAR for /v1/users/list on api.example.com. Ask bob@example.com about ISO-8601, Node.js 20.19 and @scope/package-name.';
    await edit(space, page('Notes', `${text}\n\n## Release 4.59\n\nFaster.`));
    const queries =
      'v2.0.1 config.yaml src/config FOO_BAR process.env /v1/users users api.example.com example bob@example.com ISO-8601 8601 Node.js 20.19 @scope/package-name package 4.59';
    for (const query of [...queries.split(' '), 'Release 4.59'])
      expect([query, titles(await search(space, query))]).toEqual([query, ['Notes']]);
  });

  test('a page whose title is the query is found first, before pages that repeat its words', async () => {
    const space = await live();
    const change =
      'Merge rules were changed. Rules of a merge were added: merge rules, and more merge rules.';
    await edit(
      space,
      page('Changelog', `## Merge rules\n\n${change}\n\n`.repeat(12)),
      page('More about merge rules', change.repeat(5)),
      page('Merge rules', 'Who may do what.'),
      page('Release notes', `## Version 2\n\n${change.repeat(20)}`),
    );
    expect(titles(await search(space, 'merge rules')).slice(0, 2)).toEqual([
      'Merge rules',
      'More about merge rules',
    ]);
    const { body } = await org.read.call('GET', `/orgs/${org.id}/search?query=merge%20rules`);
    expect(body.items[0].pages[0].title).toBe('Merge rules');
  });

  test('shows whole sentences of a section, or whole words of a long one', async () => {
    const space = await live();
    const long = Array.from({ length: 60 }, (_, at) => `leaf${at}`).join(' ');
    await edit(
      space,
      page(
        'Trees',
        `${'They grow. '.repeat(30)}Every tree needs water in the summer of its first year. ${long}`,
      ),
      page('Rivers', `${long} flows ${long}`),
    );
    const excerpt = async (query: string) => (await search(space, query)).items[0].sections[0].body;
    expect(await excerpt('summer')).toMatch(/^Every tree needs water in the summer of its first year\./);
    expect(await excerpt('flows')).toMatch(/^…(leaf\d+ )+flows( leaf\d+)+…$/);
  });

  test('indexes forty new texts with as many queries as four', async () => {
    let written = 0;
    const write = async (count: number) => {
      const space = await live();
      await editContent(server, space, async (draft) => {
        for (let n = 0; n < count; n++) {
          const body = draft.putBody(`Text number ${written++}.\n`);
          await draft.insertPage(`page${n}`, 'document', { title: `Page ${n}`, body }, { parent: null });
        }
      });
      expect((await search(space, 'text')).count).toBe(count);
    };
    const few = await server.countQueries(() => write(4));
    expect(await server.countQueries(() => write(40))).toBeLessThan(few + 10);
  });

  test('tells whether a page was found by its title and description, or by its sections', async () => {
    const space = await live();
    await edit(
      space,
      page('Rockets', 'A rocket flies.\n\n## Rocket fuel\n\nIt burns.'),
      page('Moon', 'Far away.', { description: 'Where a rocket lands' }),
      page('Journey', 'By rocket.'),
      page('Travel', 'Text\n\n## Rockets\n\nMore.'),
    );
    const types = (items: readonly { title: string; resultType: string }[]) =>
      Object.fromEntries(items.map(({ title, resultType }) => [title, resultType]));
    const expected = { Rockets: 'page', Moon: 'page', Journey: 'section', Travel: 'section' };
    const { items } = await search(space, 'rocket');
    expect(types(items)).toEqual(expected);
    expect(items[0]).toMatchObject({ title: 'Rockets', sections: [{}, {}] });
    expect(types((await search(space, 'jurney')).items)).toEqual({ Journey: 'page' });
    const { body } = await org.read.call('GET', `/orgs/${org.id}/search?query=rocket`);
    expect(types(body.items[0].pages)).toEqual(expected);
  });

  test('follows the content: changed, hidden and deleted text is not found', async () => {
    const space = await live();
    await edit(space, page('One', 'apple'), page('Two', 'banana'), page('Three', 'cherry', { hidden: true }));
    const [one, two] = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages;
    expect(titles(await search(space, 'cherry'))).toEqual([]);
    await edit(
      space,
      { operation: 'update_page', page: one.id, document: { markdown: 'peach' } },
      { operation: 'delete_page', page: two.id },
    );
    expect(titles(await search(space, 'apple'))).toEqual([]);
    expect(titles(await search(space, 'banana'))).toEqual([]);
    expect(titles(await search(space, 'peach'))).toEqual(['One']);
    await edit(space, { operation: 'update_page', page: one.id, noIndex: true });
    expect(titles(await search(space, 'peach'))).toEqual([]);
  });

  test('indexes a large copy in the background, and reports it as incomplete until then', async () => {
    const space = await live();
    for (const part of [0, 1])
      await edit(space, ...Array.from({ length: 40 }, (_, i) => page(`Page ${part} ${i}`, 'walnut')));
    const copy = (await org.admin.call('POST', `/spaces/${space}/duplicate`)).body.id;
    await expect
      .poll(async () => (await search(copy, 'walnut')).incomplete ?? false, { timeout: 240_000 })
      .toBe(false);
    expect((await search(copy, 'walnut')).count).toBe(80);
    await edit(copy, page('Last', 'walnut'));
    expect((await search(copy, 'walnut')).count).toBe(81);
  });

  const settled = async (space: string, query: string, expected: readonly string[]) => {
    await vi.waitFor(
      async () => {
        const found = await search(space, query);
        expect(found.incomplete).toBeUndefined();
        expect(titles(found).sort()).toEqual(expected);
      },
      { timeout: 240_000, interval: 50 },
    );
  };

  test('hides deleted text during a large update, and finds the rest afterwards', async () => {
    const space = await live();
    const many = Array.from({ length: 30 }, (_, n) => page(`Walrus ${n}`, 'It swims.'));
    await edit(space, ...many);
    await edit(space, ...many);
    const { body } = await org.read.call('GET', `/spaces/${space}/content/pages`);
    const request = (await org.edit.call('POST', `/spaces/${space}/change-requests`, {})).body.id;
    const at = `/spaces/${space}/change-requests/${request}`;
    const ids: string[] = body.pages.map(({ id }: { id: string }) => id);
    for (const some of [ids.slice(0, 30), ids.slice(30, 55)])
      await org.edit.call('POST', `${at}/content`, {
        changes: some.map((id, n) =>
          n % 2
            ? { operation: 'delete_page', page: id }
            : { operation: 'update_page', page: id, hidden: true },
        ),
      });
    await org.edit.call('POST', `${at}/content`, {
      changes: [{ operation: 'update_page', page: ids[59], title: 'Seal', document: { markdown: 'New.' } }],
    });
    expect((await org.review.call('POST', `${at}/merge`)).body.result).toBe('merge');
    const now = titles(await search(space, 'walrus'));
    expect(now.length).toBeLessThanOrEqual(4);
    expect((await search(space, 'swims')).items).toHaveLength(4);
    await settled(space, 'seal', ['Seal']);
    await settled(space, 'walrus', now.sort());
  });

  test('follows a change of the language of the space', async () => {
    const space = await live({ language: 'en' });
    await edit(space, page('Dogs', 'The running dogs were barking.'), page('Hunde', 'Die Häuser der Hunde.'));
    expect(titles(await search(space, 'run'))).toEqual(['Dogs']);
    expect(titles(await search(space, 'haus'))).toEqual([]);
    await org.admin.call('PATCH', `/spaces/${space}`, { language: 'de' });
    // The old index is used until it is rebuilt.
    expect(titles(await search(space, 'running'))).toEqual(['Dogs']);
    await settled(space, 'haus', ['Hunde']);
  });

  test.each([
    ['zh', '安装指南', '在本文中，我们将介绍如何在服务器上部署文档平台。', '部署文档', '文署'],
    ['ja', '検索の設定', 'このページではサーバーの設定方法を説明します。', 'サーバーの設定', '定設'],
    ['ko', '설치안내', '이문서에서는서버를설치하는방법을설명합니다.', '설치하는', '치설'],
    [undefined, 'คู่มือการติดตั้ง', 'หน้านี้อธิบายวิธีติดตั้งเซิร์ฟเวอร์บนเครื่องของคุณ', 'ติดตั้ง', 'งตั'],
  ])('finds words in text without spaces: %s', async (language, title, text, inside, nowhere) => {
    const space = await live({ language });
    const long = `${'文章の前にある別の文。'.repeat(30)}${text}`;
    await edit(space, page(title, `Intro\n\n## Part\n\n${long}`), page('Other', 'Nothing of it.'));
    const found = await search(space, inside);
    expect(titles(found)).toEqual([title]);
    expect(found.items[0].sections).toMatchObject([{ title: 'Part' }]);
    const { body } = found.items[0].sections[0];
    expect(body).toContain(inside);
    expect(long).toContain(body);
    expect(body.length).toBeLessThanOrEqual(120);
    expect(titles(await search(space, title.slice(1, 3)))).toEqual([title]);
    expect(titles(await search(space, inside[0]!))).toEqual([title]);
    expect(titles(await search(space, nowhere))).toEqual([]);
    const { body: all } = await org.read.call(
      'GET',
      `/orgs/${org.id}/search?query=${encodeURIComponent(inside)}`,
    );
    expect(all.items).toMatchObject([{ id: space, pages: [{ title }] }]);
  });

  test('indexes as many different pairs of characters as a page can hold', async () => {
    const space = await live();
    let seed = 1;
    const character = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return String.fromCodePoint(0x4e00 + ((seed >> 8) % 20_000));
    };
    const random = (length: number) => Array.from({ length }, character).join('');
    const headings = Array.from({ length: 100 }, () => `## ${random(1_500)}\n\n${random(2_500)}`);
    for (const markdown of [headings.join('\n\n'), '中-'.repeat(20_000)])
      await edit(space, page('安装', `mango ${markdown}`));
    for (const query of ['安装', 'mango']) expect((await search(space, query)).count).toBe(2);
  });

  const outdate = () =>
    server.app.kernel.db
      .updateTable('search_bodies')
      .set({ version: 0 })
      .where('organization_id', '=', org.id)
      .execute();

  test('stores the sections of a few pages again when a search misses them', async () => {
    const space = await live();
    await edit(space, page('One', 'walnut'));
    await outdate();
    const found = await search(space, 'walnut');
    expect([titles(found), found.incomplete]).toEqual([['One'], undefined]);
  });

  test('stores those of many in the background, and finds titles until then', async () => {
    const space = await live();
    for (const part of [0, 1])
      await edit(
        space,
        ...Array.from({ length: 40 }, (_, i) => page(`Page ${part}x${i}`, `walnut ${part} ${i}`)),
      );
    await outdate();
    expect(await search(space, '1x39')).toMatchObject({ count: 1, incomplete: true });
    await vi.waitFor(
      async () => {
        const { count, incomplete } = await search(space, 'walnut');
        expect({ count, incomplete }).toEqual({ count: 80, incomplete: undefined });
      },
      { timeout: 240_000, interval: 50 },
    );
  });

  test('finds words anywhere in a long page, with the section and the text around them', async () => {
    const space = await live();
    const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n % 500}`).join(' ');
    const release = (n: number) => `## Release ${n}.0\n\n${words(2500)}\n\nmarker${n}zz is here`;
    const different = Array.from({ length: 60_000 }, (_, n) => `id${n.toString(36)}x`).join(' ');
    await edit(
      space,
      page('Release notes', Array.from({ length: 40 }, (_, n) => release(n)).join('\n\n')),
      page('Identifiers', `apricot first\n\n${different}\n\nwalnut last`),
    );
    for (const number of [0, 20, 39]) {
      const { items } = await search(space, `marker${number}zz`);
      expect(titles({ items })).toEqual(['Release notes']);
      expect(items[0].sections[0].title).toBe(`Release ${number}.0`);
      expect(items[0].sections[0].body).toContain(`marker${number}zz is here`);
    }
    const both = await search(space, 'word3 marker39zz');
    expect(both.items[0].sections[0].title).toBe('Release 39.0');
    for (const query of ['apricot', 'walnut', 'apricot and walnut', 'ida9cx', 'IDZZZx last'])
      expect([query, titles(await search(space, query))]).toEqual([query, ['Identifiers']]);
    expect(titles(await search(space, 'apricot marker0zz'))).toEqual([]);
    const { body } = await org.read.call(
      'GET',
      `/orgs/${org.id}/search?query=${encodeURIComponent('the walnut apricot')}`,
    );
    expect(body.items).toMatchObject([{ pages: [{ title: 'Identifiers' }] }]);
  });

  test('finds words of titles and headings with a typing error', async () => {
    const space = await live();
    await edit(
      space,
      page('Import content', 'From a folder of files.'),
      page('Sync', 'Text.\n\n## Authentication (with tokens).\n\nA toaster.'),
    );
    for (const [query, title] of [
      ['impotr', 'Import content'],
      ['improt folder', 'Import content'],
      ['toaster authentcaiton', 'Sync'],
      ['tokns', 'Sync'],
    ])
      expect([query, titles(await search(space, query!))]).toEqual([query, [title]]);
    expect(titles(await search(space, 'zzzqqq'))).toEqual([]);
    const { body } = await org.read.call('GET', `/orgs/${org.id}/search?query=impotr`);
    expect(body.items).toMatchObject([{ pages: [{ title: 'Import content' }] }]);
  });

  test('indexes very long words, as in code', async () => {
    const space = await live();
    await edit(space, page('Key', `Treasure:\n\n\`\`\`\n${'a_b'.repeat(16_000)}\n\`\`\``));
    expect(titles(await search(space, 'treasure'))).toEqual(['Key']);
  });

  test('in an organization finds only pages that the caller can read, by space', async () => {
    const [open, closed] = [await live({ title: 'Open' }), await live({ title: 'Closed' })];
    for (const space of [open, closed]) await edit(space, page('Fruit', 'a mango'));
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: null });
    const find = async (caller: typeof org.read) =>
      (await caller.call('GET', `/orgs/${org.id}/search?query=mango`)).body;
    expect(await find(org.read)).toMatchObject({
      count: 1,
      items: [{ id: open, pages: [{ title: 'Fruit' }] }],
    });
    expect((await find(org.admin)).count).toBe(2);
    expect((await find(org.guest)).count).toBe(0);
  });

  test('has pages of results, with a constant number of queries', async () => {
    const space = await live();
    await edit(
      space,
      ...Array.from({ length: 30 }, (_, i) => page(`Kiwi ${i}`, 'kiwi '.repeat(1 + (i % 3)))),
    );
    const seen: string[] = [];
    let next = '';
    do {
      const { body } = await org.read.call('GET', `/spaces/${space}/search?query=kiwi&limit=7${next}`);
      expect(body.count).toBe(30);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      next = body.next ? `&page=${body.next.page}` : '';
    } while (next !== '');
    expect(new Set(seen).size).toBe(30);
    const count = (limit: number) =>
      server.countQueries(() => org.read.call('GET', `/spaces/${space}/search?query=kiwi&limit=${limit}`));
    await count(5);
    expect(await count(5)).toBe(await count(30));
  });

  test.each([
    '',
    '   ',
    "'",
    '& | !',
    '<->',
    'a:*',
    '\\',
    '(((',
    'x'.repeat(512),
    '中'.repeat(512),
    '\ufe0f',
    '้',
    '中:* & 文',
  ])('accepts unusual queries: %s', async (query) => {
    const space = await live();
    const answer = await org.read.call('GET', `/spaces/${space}/search?query=${encodeURIComponent(query)}`);
    expect(answer.status).toBe(200);
  });
});
