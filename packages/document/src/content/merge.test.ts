import { describe, expect, test } from 'vitest';
import { conflictEntries, readConflicts, settleConflict } from './conflicts.ts';
import type { Edit, PagePatch } from './edit.ts';
import { mergeSnapshots } from './merge.ts';
import { bodies, createNotebook, merge, type Notebook, pagesOf } from './notebook.fixture.ts';
import { readFiles, readPage } from './read.ts';

describe('merging snapshots', () => {
  test('writing a field resolves its conflict only', async () => {
    const book = createNotebook();
    const base = await book.edit(book.empty, async (edit) => {
      for (const id of ['a', 'b']) await edit.insertPage(id, 'document', { title: id }, { parent: null });
      edit.setVariable('x', 1);
      edit.putReusable('note', { title: 'Note' });
      edit.putFile('file', { name: 'a.png', contentType: 'image/png', size: 1, hash: 'one' });
    });
    const by =
      (name: string, size: number) => async (edit: Parameters<Parameters<Notebook['edit']>[1]>[0]) => {
        await edit.updatePage('a', { title: name, description: name }, { parent: size > 5 ? 'b' : null });
        edit.setVariable('x', size);
        edit.putReusable('note', { title: name });
        edit.putFile('file', { name: 'a.png', contentType: `image/${name}`, size, hash: name });
      };
    const sides = {
      base,
      ours: await book.edit(base, by('ours', 2)),
      theirs: await book.edit(base, by('theirs', 3)),
    };
    const { changes, conflicts } = await mergeSnapshots(book.map, sides, bodies);
    let root = await book.write(sides.ours, new Map([...changes, ...conflictEntries(conflicts, 'theirs')]));
    const open = async () => (await readConflicts(book.view(root))).map(({ id, field }) => `${id}.${field}`);
    const settle = async (work: Parameters<Notebook['edit']>[1]) => {
      root = await book.edit(root, work);
    };
    expect(await open()).toEqual(['file.content', 'a.description', 'a.title', 'note.title', 'x.value']);
    expect((await readConflicts(book.view(root)))[0]).toMatchObject({
      primary: { hash: 'theirs', size: 3, contentType: 'image/theirs' },
      changed: { hash: 'ours', size: 2, contentType: 'image/ours' },
    });
    // The same value is a decision too.
    await settle((edit) => edit.updatePage('a', { title: 'ours' }));
    expect(await open()).toEqual(['file.content', 'a.description', 'note.title', 'x.value']);
    await settle(async (edit) => edit.putReusable('note', { title: 'ours', body: 'new' }, ['body']));
    await settle(async (edit) => edit.setVariable('x', 2));
    expect(await open()).toEqual(['file.content', 'a.description', 'note.title']);
    await settle((edit) => settleConflict(edit, { kind: 'file', id: 'file', field: 'content' }, 'primary'));
    await settle((edit) =>
      settleConflict(edit, { kind: 'reusable-content', id: 'note', field: 'title' }, 'primary'),
    );
    expect(await book.map.getMany(root, ['f/file', 'r/note'])).toEqual(
      new Map<string, unknown>([
        ['f/file', { name: 'a.png', contentType: 'image/theirs', size: 3, hash: 'theirs' }],
        ['r/note', { title: 'theirs', body: 'new' }],
      ]),
    );
    await settle((edit) => edit.deletePage('a'));
    expect(await open()).toEqual([]);
    await expect(
      settle((edit) => settleConflict(edit, { kind: 'page', id: 'a', field: 'title' }, 'primary')),
    ).rejects.toMatchObject({ kind: 'missing' });
  });

  test('independent changes are merged in either order', async () => {
    const book = createNotebook();
    const base = await book.edit(book.empty, async (edit) => {
      for (const id of ['a', 'b', 'c'])
        await edit.insertPage(id, 'document', { title: id }, { parent: null });
    });
    const ours = await book.edit(base, (edit) => edit.updatePage('a', { title: 'New' }));
    const theirs = await book.edit(base, async (edit) => {
      await edit.updatePage('a', { description: 'Told' });
      await edit.insertPage('d', 'document', { title: 'D' }, { parent: 'a' });
      edit.setVariable('x', 1);
      await edit.deletePage('c');
    });
    const [one, two] = [await merge(book, base, ours, theirs), await merge(book, base, theirs, ours)];
    expect(one).toEqual({ root: two.root, conflicts: [] });
    const pages = await pagesOf(book, one.root);
    expect(pages.get('a')?.page).toMatchObject({ title: 'New', description: 'Told' });
    expect([...pages.keys()]).toEqual(['a', 'd', 'b']);
  });

  test('layouts and variables of a page are merged by key', async () => {
    const book = createNotebook();
    const base = await book.edit(book.empty, (edit) =>
      edit.insertPage('a', 'document', { title: 'A', layout: { title: true } }, { parent: null }),
    );
    const change = (patch: PagePatch) => book.edit(base, (edit) => edit.updatePage('a', patch));
    const ours = await change({ layout: { title: false }, variables: { a: 1, both: 1 } });
    const theirs = await change({ layout: { title: true, outline: false }, variables: { b: 2, both: 2 } });
    const { root, conflicts } = await merge(book, base, ours, theirs);
    const page = await readPage(book.view(root), 'a');
    expect([page!.layout, page!.variables]).toEqual([
      { title: false, outline: false },
      { a: 1, b: 2, both: 1 },
    ]);
    // Either side takes along what nobody disagrees about.
    expect(conflicts).toMatchObject([
      { field: 'variables', ours: { a: 1, b: 2, both: 1 }, theirs: { a: 1, b: 2, both: 2 } },
    ]);
    const emptied = await merge(book, base, await change({ layout: {} }), await change({ layout: null }));
    expect(emptied.conflicts).toEqual([]);
  });

  test('a chosen slug is merged with a title of the other side', async () => {
    const book = createNotebook();
    const base = await book.edit(book.empty, (edit) =>
      edit.insertPage('a', 'document', { title: 'A' }, { parent: null }),
    );
    const titled = await book.edit(base, (edit) => edit.updatePage('a', { title: 'B' }));
    const named = await book.edit(base, (edit) => edit.updatePage('a', { slug: 'chosen' }));
    const other = await book.edit(base, (edit) => edit.updatePage('a', { slug: 'other' }));
    for (const [ours, theirs] of [
      [titled, named],
      [named, titled],
    ] as const) {
      const { root, conflicts } = await merge(book, base, ours, theirs);
      expect(conflicts).toEqual([]);
      expect(await readPage(book.view(root), 'a')).toMatchObject({
        title: 'B',
        slug: 'chosen',
        slugIsChosen: true,
      });
    }
    expect((await merge(book, base, named, other)).conflicts).toMatchObject([{ field: 'slug' }]);
  });

  test('the metadata of a file is merged with its bytes', async () => {
    const book = createNotebook();
    const png = {
      name: 'a',
      contentType: 'image/png',
      size: 1,
      hash: 'h1',
      dimensions: { width: 1, height: 1 },
    };
    const base = await book.edit(book.empty, async (edit) => edit.putFile('f', png));
    const other = { ...png, hash: 'h2', size: 2, dimensions: { width: 2, height: 2 } };
    const text = { name: 'b', contentType: 'text/plain', size: 2, hash: 'h3' };
    const ours = await book.edit(base, async (edit) => edit.putFile('f', other));
    const theirs = await book.edit(base, async (edit) => edit.putFile('f', text));
    const fileIn = async (root: string) => (await book.view(root).getMany(['f/f'])).get('f/f');
    const both = await merge(book, base, ours, theirs);
    expect(await fileIn(both.root)).toEqual({ ...other, name: 'b' });
    expect(both.conflicts).toMatchObject([
      { kind: 'file', field: 'content', ours: { hash: 'h2' }, theirs: { hash: 'h3' } },
    ]);
    const renamed = await book.edit(base, async (edit) => edit.putFile('f', { ...png, name: 'c' }));
    const apart = await merge(
      book,
      base,
      renamed,
      await book.edit(base, async (edit) => edit.putFile('f', { ...text, name: 'a' })),
    );
    expect([await fileIn(apart.root), apart.conflicts]).toEqual([{ ...text, name: 'c' }, []]);
  });

  test('files with equal names on both sides get different names', async () => {
    const book = createNotebook();
    const file = { name: 'same.txt', contentType: 'text/plain', size: 1, hash: 'h' };
    const put = (id: string, name: string) => async (edit: Edit) => edit.putFile(id, { ...file, name });
    const base = await book.edit(book.empty, put('old', 'Old.txt'));
    const ours = await book.edit(base, put('mine', 'same.txt'));
    const theirs = await book.edit(await book.edit(base, put('also', 'Same.TXT')), put('old', 'same-1.txt'));
    const { root, conflicts } = await merge(book, base, ours, theirs);
    const names = [...(await readFiles(book.view(root)))].map(([id, { name }]) => [id, name]);
    expect([Object.fromEntries(names), conflicts]).toEqual([
      { mine: 'same.txt', also: 'Same-1.TXT', old: 'same-1-1.txt' },
      [],
    ]);
  });

  test('a page that only one side deleted is restored with its descendants', async () => {
    const book = createNotebook();
    const insert = (id: string, parent: string | null) => (edit: Edit) =>
      edit.insertPage(id, 'document', { title: id }, { parent });
    const base = await book.edit(book.empty, async (edit) => {
      await insert('q', null)(edit);
      await insert('c', 'q')(edit);
      await insert('d', 'c')(edit);
    });
    const gone = await book.edit(base, (edit) => edit.deletePage('q'));
    const edited = await book.edit(base, (edit) => edit.updatePage('q', { title: 'Q' }));
    const grown = await book.edit(base, insert('new', 'd'));
    for (const [kept, expected] of [
      [edited, ['q', 'c', 'd']],
      [grown, ['q', 'c', 'd', 'new']],
    ] as const)
      for (const [ours, theirs] of [
        [gone, kept],
        [kept, gone],
      ] as const) {
        const merged = await pagesOf(book, (await merge(book, base, ours, theirs)).root);
        expect([...merged.keys()]).toEqual(expected);
        expect(merged).toEqual(await pagesOf(book, kept));
      }
  });

  test('pages moved below each other can be resolved with either side', async () => {
    const book = createNotebook();
    const base = await book.edit(book.empty, async (edit) => {
      for (const id of ['p', 'q', 'r'])
        await edit.insertPage(id, 'document', { title: id }, { parent: id === 'r' ? 'q' : null });
    });
    const ours = await book.edit(base, (edit) => edit.updatePage('q', {}, { parent: 'p' }));
    const theirs = await book.edit(base, (edit) => edit.updatePage('p', {}, { parent: 'r' }));
    const { changes, conflicts } = await mergeSnapshots(book.map, { base, ours, theirs }, bodies);
    const open = await book.write(ours, new Map([...changes, ...conflictEntries(conflicts, 'theirs')]));
    const [conflict] = await readConflicts(book.view(open));
    expect(conflict).toMatchObject({ id: 'p', field: 'parent', primary: 'r', changed: null });
    const parents = async (side: 'primary' | 'changed') => {
      const root = await book.edit(open, (edit) => settleConflict(edit, conflict!, side));
      return [...(await pagesOf(book, root)).values()].map(({ id, page }) => [id, page.parent]);
    };
    expect(await parents('primary')).toEqual([
      ['q', null],
      ['r', 'q'],
      ['p', 'r'],
    ]);
    expect(await parents('changed')).toEqual([
      ['p', null],
      ['q', 'p'],
      ['r', 'q'],
    ]);
  });

  test('conflicts contain the values of both sides', async () => {
    const book = createNotebook();
    const base = await book.edit(book.empty, async (edit) => {
      for (const id of ['a', 'b']) await edit.insertPage(id, 'document', { title: id }, { parent: null });
      edit.setVariable('x', 1);
    });
    const ours = await book.edit(base, async (edit) => {
      await edit.updatePage('a', { title: 'Mine' });
      await edit.updatePage('b', {}, { parent: 'a' });
      edit.setVariable('x', 2);
    });
    const theirs = await book.edit(base, async (edit) => {
      await edit.updatePage('a', { title: 'Yours' }, { parent: 'b' });
      edit.setVariable('x', 3);
    });
    const { root, conflicts } = await merge(book, base, ours, theirs);
    expect(
      conflicts.map(({ kind, id, field, ours: mine, theirs: yours }) => [kind, id, field, mine, yours]),
    ).toEqual([
      ['page', 'a', 'title', 'Mine', 'Yours'],
      ['variable', 'x', 'value', 2, 3],
      ['page', 'a', 'parent', null, 'b'],
    ]);
    expect([...(await pagesOf(book, root)).keys()]).toEqual(['a', 'b']);
  });
});
