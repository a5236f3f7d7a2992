import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Edit } from './edit.ts';
import { createNotebook, flat, perform, step } from './notebook.fixture.ts';
import { childrenOf, findByPath, lineageOf, type PageNode, pathOf, readPage, readTree } from './read.ts';

const notebook = () => {
  const book = createNotebook();
  let root = book.empty;
  return {
    view: () => book.view(root),
    edit: async <T>(work: (edit: Edit) => Promise<T>): Promise<T> => {
      let result: T | undefined;
      root = await book.edit(root, async (edit) => {
        result = await work(edit);
      });
      return result!;
    },
  };
};

const titles = (tree: readonly PageNode[]): unknown[] =>
  tree.map(({ page, children }) => (children.length > 0 ? { [page.title]: titles(children) } : page.title));

describe('editing a snapshot', () => {
  test('pages are inserted at their position, and found by path', async () => {
    const book = notebook();
    await book.edit(async (edit) => {
      await edit.insertPage('a', 'document', { title: 'Getting Started' }, { parent: null });
      await edit.insertPage('b', 'document', { title: 'Zürich & Straße' }, { parent: null, at: 0 });
      await edit.insertPage('c', 'document', { title: 'Install' }, { parent: 'a' });
      await edit.insertPage('d', 'document', { title: 'install' }, { parent: 'a', at: 0 });
      await edit.insertPage(
        'l',
        'link',
        { title: 'Elsewhere', target: { kind: 'url', url: 'https://x.test' } },
        { parent: 'a', at: 1 },
      );
    });
    const tree = await readTree(book.view());
    expect(titles(tree)).toEqual([
      'Zürich & Straße',
      { 'Getting Started': ['install', 'Elsewhere', 'Install'] },
    ]);
    expect(flat(tree).map(({ path }) => path)).toEqual([
      'zurich-straße',
      'getting-started',
      'getting-started/install-1',
      undefined,
      'getting-started/install',
    ]);
    expect(await findByPath(book.view(), '/Getting-Started/INSTALL/')).toEqual({ id: 'c', moved: false });
    expect(await findByPath(book.view(), 'getting-started/nowhere')).toBeUndefined();
  });

  test('a renamed or moved page is found by its previous path, with its descendants', async () => {
    const book = notebook();
    await book.edit(async (edit) => {
      await edit.insertPage('a', 'document', { title: 'A' }, { parent: null });
      await edit.insertPage('b', 'document', { title: 'B' }, { parent: 'a' });
      await edit.insertPage('c', 'document', { title: 'C' }, { parent: 'b' });
    });
    await book.edit((edit) => edit.updatePage('a', { title: 'Other' }));
    await book.edit((edit) => edit.updatePage('b', {}, { parent: null, at: 0 }));
    expect(pathOf(await lineageOf(book.view(), 'c'))).toBe('b/c');
    expect(await findByPath(book.view(), 'a')).toEqual({ id: 'a', moved: true });
    expect(await findByPath(book.view(), 'other/b/c')).toEqual({ id: 'c', moved: true });
    expect(await findByPath(book.view(), 'a/b')).toBeUndefined();
    // What stands at a path now comes before what once stood there.
    await book.edit((edit) => edit.insertPage('n', 'document', { title: 'A' }, { parent: null }));
    expect(await findByPath(book.view(), 'a')).toEqual({ id: 'n', moved: false });
  });

  test('a slug follows the title until one is chosen', async () => {
    const book = notebook();
    const slug = async () => (await readPage(book.view(), 'a'))?.slug;
    await book.edit((edit) => edit.insertPage('a', 'document', { title: 'One' }, { parent: null }));
    await book.edit((edit) => edit.updatePage('a', { title: 'Two' }));
    expect(await slug()).toBe('two');
    await book.edit((edit) => edit.updatePage('a', { slug: 'Chosen One' }));
    await book.edit((edit) => edit.updatePage('a', { title: 'Three', description: 'd' }));
    expect(await slug()).toBe('chosen-one');
    await book.edit((edit) => edit.updatePage('a', { slug: '', description: null }));
    expect(await readPage(book.view(), 'a')).toMatchObject({ slug: 'three', title: 'Three' });
    expect(await readPage(book.view(), 'a')).not.toHaveProperty('description');
  });

  test('invalid edits are rejected', async () => {
    const book = notebook();
    await book.edit(async (edit) => {
      await edit.insertPage('a', 'document', { title: 'A' }, { parent: null });
      await edit.insertPage('b', 'document', { title: 'B' }, { parent: 'a' });
      await edit.insertPage('l', 'link', { title: 'L' }, { parent: null });
    });
    const refused = (work: (edit: Edit) => Promise<unknown>) =>
      book.edit(work).then(
        () => 'done',
        (error) => [error.kind, error.field],
      );
    expect(await refused((edit) => edit.updatePage('a', {}, { parent: 'b' }))).toEqual(['invalid', 'into']);
    expect(await refused((edit) => edit.updatePage('x', {}))).toEqual(['missing', 'page']);
    expect(
      await refused((edit) => edit.insertPage('c', 'document', { title: 'C' }, { parent: 'x' })),
    ).toEqual(['missing', 'into']);
    expect(
      await refused((edit) => edit.insertPage('c', 'document', { title: 'C' }, { parent: 'l' })),
    ).toEqual(['invalid', 'into']);
    expect(await refused((edit) => edit.insertPage('c', 'group', { title: 'C' }, { parent: 'a' }))).toEqual([
      'invalid',
      'into',
    ]);
    expect(
      await refused((edit) => edit.insertPage('c', 'document', { title: 'C' }, { parent: null, at: 9 })),
    ).toEqual(['invalid', 'at']);
    expect(
      await refused((edit) => edit.insertPage('a', 'document', { title: 'C' }, { parent: null })),
    ).toEqual(['conflict', 'page']);
    expect(await refused((edit) => edit.deletePage('x'))).toEqual(['missing', 'page']);
  });

  test('fields in another order change nothing', async () => {
    const book = notebook();
    await book.edit((edit) =>
      edit.insertPage(
        'a',
        'document',
        { title: 'A', layout: { width: 'wide', cover: true } },
        { parent: null },
      ),
    );
    const changed = await book.edit(async (edit) => {
      await edit.updatePage('a', { layout: { cover: true, width: 'wide' }, title: 'A' });
      return (await edit.changes()).size;
    });
    expect(changed).toBe(0);
  });

  test('deleting a page with its descendants takes reads per level, not per page', async () => {
    const looksToDelete = async (each: number) => {
      const book = createNotebook();
      const root = await book.edit(book.empty, async (edit) => {
        await edit.insertPage('top', 'document', { title: 'Top' }, { parent: null });
        for (let i = 0; i < each; i++) {
          await edit.insertPage(`a${i}`, 'document', { title: `A ${i}` }, { parent: 'top' });
          for (let j = 0; j < each; j++)
            await edit.insertPage(`a${i}-${j}`, 'document', { title: `B ${j}` }, { parent: `a${i}` });
        }
        await edit.insertPage('other', 'document', { title: 'Other' }, { parent: null });
      });
      const height = (await book.map.height(root)) + 1;
      let [looks, gone] = [0, 0];
      const left = await book.edit(root, async (edit) => {
        const before = book.looks();
        gone = (await edit.deletePage('top')).length;
        looks = book.looks() - before;
      });
      expect(gone).toBe(1 + each + each * each);
      expect(flat(await readTree(book.view(left))).map(({ id }) => id)).toEqual(['other']);
      for (const kind of ['c', 's', 'p'])
        expect(await book.view(left).range(`${kind}/`, `${kind}0`)).toHaveLength(1);
      return looks / height;
    };
    expect(await looksToDelete(30)).toBeLessThanOrEqual(await looksToDelete(3));
  });

  test('after any edits every page has one place and one path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const book = createNotebook();
        const { root, ids } = await perform(book, book.empty, [], steps);
        const view = book.view(root);
        const all = flat(await readTree(view));
        expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
        expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
        for (const { id, path, children } of all) {
          expect(await findByPath(view, path!)).toEqual({ id, moved: false });
          expect(await childrenOf(view, id)).toEqual(children.map((child) => child.id));
        }
        for (const kind of ['c', 's'])
          expect(await view.range(`${kind}/`, `${kind}0`)).toHaveLength(all.length);
      }),
      { numRuns: 200 },
    );
  });
});
