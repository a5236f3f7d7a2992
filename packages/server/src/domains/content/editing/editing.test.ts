import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('editing content', () => {
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    org = fresh.org;
  });
  beforeEach(async () => {
    space = await createLiveSpace(org);
  });

  const edit = (...changes: object[]) =>
    org.edit.call('POST', `/spaces/${space}/content?compat=false`, { changes });
  const page = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });
  const idsOf = (answer: { body: { changes: { page: { id: string } }[] } }) =>
    answer.body.changes.map((change) => change.page.id);
  const markdownOf = async (id: string): Promise<string> =>
    (await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`)).body.markdown.trim();

  describe('resolves links by path to ids:', () => {
    test('relative ones, from the folder of their page, whatever the order of the changes', async () => {
      const made = await edit(
        page('Guides', '[sibling](./start.md) [down](guides/deep.md)', { ref: 'guides' }),
        page('Deep', '[up](README.md) [over](../start.md#part) [root](../README.md)', { into: 'guides' }),
        page('Start', '[folder](./guides) [anchor](#part) [out](../elsewhere.md) [web](https://a.test/b.md)'),
      );
      const [guides, deep, start] = idsOf(made);
      // A page with pages below it is the README of its folder.
      expect(await markdownOf(guides!)).toBe(`[sibling](./start.md) [down](guides/deep.md)`);
      expect(await markdownOf(deep!)).toBe(
        `[up](/pages/${guides}) [over](/pages/${start}#part) [root](/pages/${guides})`,
      );
      expect(await markdownOf(start!)).toBe(
        `[folder](/pages/${guides}) [anchor](#part) [out](../elsewhere.md) [web](https://a.test/b.md)`,
      );
    });

    test('absolute ones, by slug, by file and by id', async () => {
      const [target] = idsOf(await edit(page('Target', 'Here.')));
      const [source] = idsOf(
        await edit(
          page('Source', `[a](/pages/target) [b](/pages/target.md#x) [c](/pages/${target}) [d](/pages/none)`),
        ),
      );
      expect(await markdownOf(source!)).toBe(
        `[a](/pages/${target}) [b](/pages/${target}#x) [c](/pages/${target}) [d](/pages/none)`,
      );
    });

    test('those to new pages of the same edit, by ref, in documents and link pages', async () => {
      const link = {
        object: 'inline',
        type: 'link',
        data: { ref: { kind: 'page', page: 'target' } },
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] }],
      };
      const document = {
        object: 'document',
        data: {},
        nodes: [{ object: 'block', type: 'paragraph', nodes: [link] }],
      };
      const made = await edit(
        page('Source', '[there](./target) [part](./target#part)'),
        page('Rich', '', { document: { document } }),
        page('Target', 'Here.', { ref: 'target' }),
        { operation: 'insert_page', type: 'link', title: 'Way', target: { kind: 'page', page: 'target' } },
      );
      const [source, rich, target, way] = idsOf(made);
      expect(await markdownOf(source!)).toBe(`[there](/pages/${target}) [part](/pages/${target}#part)`);
      expect(await markdownOf(rich!)).toBe(`[there](/pages/${target})`);
      const { body } = await org.read.call('GET', `/spaces/${space}/content/page/${way}`);
      expect(body.target).toEqual({ kind: 'page', page: target });
    });

    test('includes of new content of the same edit, by ref', async () => {
      const include = {
        object: 'block',
        type: 'reusable-content',
        data: { ref: { kind: 'reusable-content', reusableContent: 'note' } },
      };
      const [source, rich] = idsOf(
        await edit(
          page('Source', '{% include "./note" %}'),
          page('Rich', '', { document: { document: { object: 'document', data: {}, nodes: [include] } } }),
          {
            operation: 'insert_reusable_content',
            title: 'Note',
            ref: 'note',
            document: { markdown: 'Noted.' },
          },
        ),
      );
      const { body } = await org.read.call('GET', `/spaces/${space}/content`);
      const included = `"reusableContent":"${body.reusableContents[0].id}"`;
      for (const id of [source, rich]) {
        const shown = await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=document`);
        expect(JSON.stringify(shown.body.document)).toContain(included);
      }
    });

    test('and returns the ids of new reusable contents', async () => {
      const insert = (title: string, ref?: string) => ({
        operation: 'insert_reusable_content',
        title,
        ...(ref && { ref }),
      });
      const { body: outcome } = await edit(
        insert('First', 'first'),
        insert('Second'),
        insert('Gone', 'gone'),
        { operation: 'update_reusable_content', reusableContent: 'first', title: 'Renamed' },
        { operation: 'delete_reusable_content', reusableContent: 'gone' },
      );
      const { body } = await org.read.call('GET', `/spaces/${space}/content`);
      const idOf = (title: string) =>
        body.reusableContents.find((content: { title: string }) => content.title === title).id;
      expect(outcome.insertedReusableContents).toEqual([
        { id: idOf('Renamed'), ref: 'first', title: 'Renamed' },
        { id: idOf('Second'), title: 'Second' },
      ]);
      expect(outcome.changes).toEqual([]);
    });

    test('absolute ones in reusable contents', async () => {
      const [target] = idsOf(await edit(page('Target', 'Here.')));
      await edit({
        operation: 'insert_reusable_content',
        title: 'Note',
        document: { markdown: '[there](target.md)' },
      });
      const { body } = await org.read.call('GET', `/spaces/${space}/content`);
      const document = await org.read.call(
        'GET',
        `/spaces/${space}/documents/${body.reusableContents[0].document}`,
      );
      expect(JSON.stringify(document.body)).toContain(`"page":"${target}"`);
    });
  });

  describe('with the version that a body was made from', () => {
    const update = (id: string, base: string | null, markdown: string) =>
      edit({ operation: 'update_page', page: id, base, document: { markdown } });

    test('writes a body over that version only, and tells the id of the new one', async () => {
      const [id] = idsOf(await edit(page('Page', 'One.')));
      const { documentId } = (await org.read.call('GET', `/spaces/${space}/content/page/${id}`)).body;
      const first = await update(id!, documentId, 'Two.');
      const refused = await update(id!, documentId, 'Three.');
      expect(refused.status).toBe(409);
      expect(refused.body.error.details[0].path).toBe('body.changes.0.base');
      expect(await markdownOf(id!)).toBe('Two.');
      const [{ page: updated }] = first.body.changes;
      expect((await update(id!, updated.documentId, 'Three.')).status).toBe(200);
      expect(await markdownOf(id!)).toBe('Three.');
    });

    test('writes the first body of an empty page', async () => {
      const [id] = idsOf(await edit(page('Page', '')));
      expect((await update(id!, null, 'One.')).status).toBe(200);
      expect((await update(id!, null, 'Two.')).status).toBe(409);
    });
  });

  describe('with the title and the description that new ones replace', () => {
    const update = (id: string, change: object) => edit({ operation: 'update_page', page: id, ...change });

    test('writes over those only, and accepts what the page has already', async () => {
      const [id] = idsOf(await edit(page('Page', 'One.')));
      const rename = { title: 'First', expected: { title: 'Page' } };
      expect((await update(id!, rename)).status).toBe(200);
      // Its response may have been lost.
      expect((await update(id!, rename)).status).toBe(200);
      const refused = await update(id!, { title: 'Second', expected: { title: 'Page' } });
      expect(refused.status).toBe(409);
      expect(refused.body.error.details[0].path).toBe('body.changes.0.expected.title');
      const described = { description: 'A page.', expected: { description: null } };
      expect((await update(id!, described)).status).toBe(200);
      expect((await update(id!, { ...described, description: 'Another.' })).status).toBe(409);
      const { body } = await org.read.call('GET', `/spaces/${space}/content/page/${id}`);
      expect([body.title, body.description]).toEqual(['First', 'A page.']);
    });

    test('refuses a title that none can have', async () => {
      const [id] = idsOf(await edit(page('Page', 'One.')));
      const refused = await update(id!, { title: 'First', expected: { title: '' } });
      expect(refused.status).toBe(400);
      expect(refused.body.error.details[0].path).toContain('expected.title');
    });
  });

  describe('reverts', () => {
    const blocksOf = async (id: string): Promise<{ key: string }[]> =>
      (await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=document`)).body.document.nodes;

    test('some blocks of a page, but not the others and its title', async () => {
      const [id] = idsOf(await edit(page('Page', 'One thing.\n\nTwo things.')));
      const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
      const document = { markdown: 'One thing more.\n\nTwo things more.\n\nSomething new.' };
      await edit({ operation: 'update_page', page: id, title: 'Renamed', document });
      const [, changed, added] = await blocksOf(id!);
      const block = [changed!.key, added!.key];
      const answer = await edit({ operation: 'revert_page', page: id, revision, block });
      expect(answer.body.changes).toMatchObject([{ object: 'updated_page', page: { id } }]);
      expect(await markdownOf(id!)).toBe('One thing more.\n\nTwo things.');
      const now = await org.read.call('GET', `/spaces/${space}/content/page/${id}`);
      expect(now.body.title).toBe('Renamed');
    });

    test('content that the same edit has just written', async () => {
      const [id] = idsOf(await edit(page('Page', 'One thing.')));
      const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
      const [block] = await blocksOf(id!);
      const answer = await edit(
        { operation: 'update_page', page: id, document: { markdown: 'One thing more.' } },
        { operation: 'revert_page', page: id, revision, block: [block!.key] },
      );
      expect(answer.status).toBe(200);
      expect(await markdownOf(id!)).toBe('One thing.');
    });

    test('a deleted page with its position and the pages below it, except moved ones', async () => {
      const tree = async () => {
        const { pages } = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body;
        type Shown = { title: string; path: string; pages: Shown[] };
        const shown = ({ title, path, pages: below }: Shown): object => [title, path, below.map(shown)];
        return pages.map(shown);
      };
      const [a, , second] = idsOf(
        await edit(
          page('A', 'Text.', { ref: 'a' }),
          page('First', 'One.', { into: 'a', ref: 'first', slug: 'chosen' }),
          page('Second', 'Two.', { into: 'a' }),
          page('Deep', 'Three.', { into: 'first' }),
          page('B', 'Text.'),
        ),
      );
      const before = await tree();
      const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
      const revert = { operation: 'revert_page', page: a, revision };
      await edit({ operation: 'delete_page', page: a });
      const answer = await edit(revert);
      expect(answer.body.changes.map(({ object }: { object: string }) => object)).toEqual(
        Array(4).fill('created_page'),
      );
      expect(await tree()).toEqual(before);
      // Nothing is told to have moved.
      const { revision: head } = (await org.read.call('GET', `/spaces/${space}`)).body;
      const { body } = await org.read.call(
        'GET',
        `/spaces/${space}/revisions/${head}/changes?base=${revision}`,
      );
      expect(body.changes).toEqual([]);
      // The slug follows the title again, as it did.
      await edit({ operation: 'update_page', page: a, title: 'Z' });
      expect((await tree())[0].slice(0, 2)).toEqual(['Z', 'z']);
      await edit({ operation: 'update_page', page: second, into: null, at: 0 });
      await edit({ operation: 'delete_page', page: a });
      await edit(revert);
      const [[, , below], ...rest] = before;
      expect(await tree()).toEqual([['Second', 'second', []], ['A', 'a', [below[0]]], ...rest]);
    });

    test('no unknown block', async () => {
      const [id] = idsOf(await edit(page('Page', 'One thing.')));
      const answer = await edit({ operation: 'revert_page', page: id, block: ['none'] });
      expect(refusedAt(answer)).toEqual([400, 'body.changes.0.block']);
      expect(await markdownOf(id!)).toBe('One thing.');
    });
  });

  const refusedAt = (answer: { status: number; body: { error: { details: { path: string }[] } } }) => [
    answer.status,
    answer.body.error.details[0]!.path,
  ];

  test('sets the tags of a page by name or slug, and removes them', async () => {
    const tagsOf = async (id: string) =>
      (await org.read.call('GET', `/spaces/${space}/content/page/${id}`)).body.tags.map(
        ({ tag }: { tag: { tag: string } }) => tag.tag,
      );
    const [id] = idsOf(await edit(page('Page', '', { tags: ['New feature', 'beta'] })));
    expect(await tagsOf(id!)).toEqual(['new-feature', 'beta']);
    await edit({ operation: 'update_page', page: id, tags: ['new-feature', 'API'] });
    expect(await tagsOf(id!)).toEqual(['new-feature', 'api']);
    const { body } = await org.read.call('GET', `/spaces/${space}/content`);
    expect(body.tags.map(({ label }: { label: string }) => label)).toEqual(['New feature', 'API']);
    await edit({ operation: 'update_page', page: id, tags: [] });
    expect(await tagsOf(id!)).toEqual([]);
    const refused = await edit({ operation: 'update_page', page: id, tags: [' '] });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.changes.0.tags.0']);
  });

  test('removes optional fields of a page', async () => {
    const fields = {
      emoji: '1f600',
      description: 'Told',
      linkTitle: 'Short',
      hidden: true,
      noIndex: true,
      layout: { outline: false },
      variables: { a: 1 },
      condition: 'visitor.claims.beta',
      slug: 'chosen',
    };
    const read = async (id: string) =>
      (await org.read.call('GET', `/spaces/${space}/content/page/${id}`)).body;
    const [id, plain] = idsOf(await edit(page('Page', '', fields), page('Page', '')));
    await edit({ operation: 'delete_page', page: plain });
    const nothing = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
    expect(await read(id!)).toMatchObject({
      emoji: '1f600',
      description: 'Told',
      linkTitle: 'Short',
      path: 'chosen',
      condition: 'visitor.claims.beta',
    });
    expect((await edit({ operation: 'update_page', page: id, ...nothing })).status).toBe(200);
    const [bare] = idsOf(await edit(page('Bare', '', nothing)));
    const now = await read(id!);
    expect(now.path).toBe('page');
    for (const field of ['emoji', 'description', 'linkTitle', 'hidden', 'layout', 'variables', 'condition'])
      expect(now[field]).toEqual((await read(bare!))[field]);
    expect(now).not.toHaveProperty('emoji');
  });

  test('rejects front matter in a body, but not similar text', async () => {
    const matter = '---\ntitle: Said here\nextra: 1\n---\n\nText';
    const { status, body } = await edit(page('Page', 'Text'), page('Page', matter));
    expect([status, body.error.details[0].path]).toEqual([400, 'body.changes.1.document.markdown']);
    for (const markdown of ['---\n\nText\n\n---\n', '---\nNote: text\n---\n', `Text\n\n${matter}`, '---'])
      expect((await edit(page('Page', markdown))).status).toBe(200);
  });

  test('rejects invalid changes with the name of the field', async () => {
    const note = (more: object) => ({ operation: 'insert_reusable_content', title: 'Note', ...more });
    const document = { markdown: 'Text', document: { object: 'document', data: {}, nodes: [] } };
    for (const [field, ...changes] of [
      ['changes.1.ref', page('A', '', { ref: 'a' }), page('B', '', { ref: 'a' })],
      ['changes.1.ref', page('A', '', { ref: 'a' }), note({ ref: 'a' })],
      ['changes.0.title', page(' \t ', '')],
      ['changes.0.title', note({ title: ' ' })],
      ['changes.0.condition', page('A', '', { condition: 'visitor.' })],
      ['changes.0.document', page('A', '', { document })],
    ] as [string, ...object[]][])
      expect(refusedAt(await edit(...changes))).toEqual([400, `body.${field}`]);
    const mergeRules = { type: 'rules', rules: [{ rule: 'custom', expression: '1 +' }] };
    for (const path of [`/orgs/${org.id}`, `/spaces/${space}`])
      expect(refusedAt(await org.admin.call('PATCH', path, { mergeRules }))).toEqual([
        400,
        'body.mergeRules.rules.0.expression',
      ]);
  });

  test('rejects a body for a page without one', async () => {
    const group = { operation: 'insert_page', type: 'group', title: 'Group' };
    const link = { ...group, type: 'link', target: { kind: 'url', url: 'https://a.test' } };
    const document = { markdown: 'Text.' };
    const [id] = idsOf(await edit({ ...group, document: {} }));
    for (const change of [
      { ...group, document },
      { ...link, document },
      { operation: 'update_page', page: id, document },
    ])
      expect(refusedAt(await edit(change))).toEqual([400, 'body.changes.0.document']);
  });

  test('accepts a long body without blocking others, and rejects one that is too long', async () => {
    const long = 'A line of *some* words.\n\n'.repeat(600);
    const [id] = idsOf(await edit(page('Long', long)));
    expect(await markdownOf(id!)).toBe(long.replaceAll('*', '_').trim());
    const refused = await edit(page('Longer', 'x'.repeat(2_000_001)));
    expect(refusedAt(refused)).toEqual([400, 'body.changes.0.document.markdown']);
  });
});
