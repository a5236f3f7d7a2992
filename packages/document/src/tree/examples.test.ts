import { describe, expect, it } from 'vitest';
import { createStore, type Page } from '../testing/trees.ts';
import { diffTrees } from './diff.ts';
import { mergeTrees } from './merge.ts';
import { readFrom, readThrough } from './page.ts';
import { type Collection, diffSnapshots, mergeSnapshots, type Snapshot } from './snapshot.ts';

const page = (id: string, children: readonly Page[] = [], attributes = {}): Page => ({
  id,
  type: 'document',
  attributes: { title: id, slug: id, ...attributes },
  children,
});

// A tree as text: "a(b c) d".
const shape = (pages: readonly Page[]): string =>
  pages.map(({ id, children }) => (children.length === 0 ? id : `${id}(${shape(children)})`)).join(' ');

const merge = (base: readonly Page[], ours: readonly Page[], theirs: readonly Page[]) => {
  const store = createStore();
  const refs = [store.put(base), store.put(ours), store.put(theirs)] as const;
  const merged = readFrom(mergeTrees(...refs), store.load);
  const whole = store.whole(merged.pages);
  return { ...merged, whole, shape: shape(whole) };
};

describe('merging pages', () => {
  it('joins edits of different attributes with a move', () => {
    const { whole, conflicts } = merge(
      [page('a', [page('b')]), page('c')],
      [page('a', [page('b', [], { title: 'B' })]), page('c')],
      [page('a'), page('c', [page('b', [], { description: 'about' })])],
    );
    expect(conflicts).toEqual([]);
    expect(whole).toEqual([page('a'), page('c', [page('b', [], { title: 'B', description: 'about' })])]);
  });

  it('keeps ours and tells both where an attribute was set to different values', () => {
    const { whole, conflicts } = merge(
      [page('a')],
      [page('a', [], { title: 'X' })],
      [page('a', [], { title: 'Y' })],
    );
    expect(whole[0]?.attributes.title).toBe('X');
    expect(conflicts).toEqual([
      { kind: 'attribute', page: 'a', attribute: 'title', base: 'a', ours: 'X', theirs: 'Y' },
    ]);
  });

  it('leaves bodies that both changed to the caller', () => {
    const [base, ours, theirs] = ['1', '2', '3'].map((document) => [page('a', [], { document })]);
    const { bodies, conflicts } = merge(base!, ours!, theirs!);
    expect(conflicts).toEqual([]);
    expect(bodies).toEqual([{ page: 'a', base: '1', ours: '2', theirs: '3' }]);
  });

  it('keeps a page that one side deleted and the other edited, with the pages above it', () => {
    const base = [page('a', [page('b', [page('c'), page('d')])])];
    const edited = [page('a', [page('b', [page('c', [], { title: 'C' }), page('d')])])];
    const one = merge(base, [], edited);
    expect(one.shape).toBe('a(b(c))');
    expect(one.conflicts).toEqual([
      { kind: 'deleted', page: 'c', by: 'ours' },
      { kind: 'parent-deleted', page: 'b', by: 'ours' },
      { kind: 'parent-deleted', page: 'a', by: 'ours' },
    ]);
    expect(merge(base, edited, []).shape).toBe('a(b(c))');
  });

  it('keeps a deleted page under which the other side made one', () => {
    const { shape: result, conflicts } = merge(
      [page('a'), page('z')],
      [page('z')],
      [page('a', [page('n')]), page('z')],
    );
    expect(result).toBe('a(n) z');
    expect(conflicts).toEqual([{ kind: 'parent-deleted', page: 'a', by: 'ours' }]);
  });

  it('keeps a page that one side deleted and the other moved', () => {
    const { shape: result, conflicts } = merge([page('a', [page('b')])], [page('a')], [page('a'), page('b')]);
    expect(result).toBe('a b');
    expect(conflicts).toEqual([{ kind: 'deleted', page: 'b', by: 'ours' }]);
  });

  it('lets ours decide between two moves, also when they would put pages below each other', () => {
    const base = [page('a'), page('b'), page('c')];
    const moved = merge(
      [...base, page('x')],
      [page('a', [page('x')]), page('b'), page('c')],
      [page('a'), page('b', [page('x')]), page('c')],
    );
    expect(moved.shape).toBe('a(x) b c');
    expect(moved.conflicts).toEqual([{ kind: 'moved', page: 'x', base: null, ours: 'a', theirs: 'b' }]);
    const round = merge(base, [page('b', [page('a')]), page('c')], [page('a', [page('b')]), page('c')]);
    expect(round.shape).toBe('b(a) c');
    expect(round.conflicts).toEqual([
      { kind: 'cycle', page: 'b', pages: ['a', 'b'], ours: null, theirs: 'a' },
    ]);
  });

  it('keeps what both inserted, in order, and both reorderings', () => {
    const pages = (ids: string) => [...ids].map((id) => page(id));
    expect(merge(pages('abc'), pages('axbc'), pages('aybcz')).shape).toBe('a x y b c z');
    expect(merge(pages('abcd'), pages('bacd'), pages('abdc')).shape).toBe('b a d c');
  });

  it('gives pages that come to stand beside each other different slugs', () => {
    const { whole, renamed } = merge(
      [page('a', [page('m', [], { slug: 'guide' })])],
      [
        page('a', [page('m', [], { slug: 'guide' })]),
        page('o', [], { slug: 'guide' }),
        page('p', [], { slug: 'guide-1' }),
      ],
      [page('a'), page('m', [], { slug: 'guide' })],
    );
    expect(whole.map(({ id, attributes }) => [id, attributes.slug])).toEqual([
      ['a', 'a'],
      ['o', 'guide'],
      ['p', 'guide-1'],
      ['m', 'guide-2'],
    ]);
    expect(renamed).toEqual([{ page: 'm', from: 'guide', to: 'guide-2' }]);
  });
});

describe('reading no more than what differs', () => {
  const manyPages = (edit: (id: string) => object): Page[] =>
    Array.from({ length: 20 }, (_, i) =>
      page(
        `a${i}`,
        Array.from({ length: 20 }, (_, j) =>
          page(
            `a${i}b${j}`,
            Array.from({ length: 25 }, (_, k) => {
              const id = `a${i}b${j}c${k}`;
              return page(id, [], edit(id));
            }),
          ),
        ),
        edit(`a${i}`),
      ),
    );
  const titled = (...ids: readonly string[]) => manyPages((id) => (ids.includes(id) ? { title: 'new' } : {}));

  it('opens the changed page and those above it, of ten thousand', () => {
    const store = createStore();
    const [base, ours, theirs] = [titled(), titled('a3b4c5'), titled('a7b7c7')].map(store.put);
    expect(readFrom(diffTrees(base!, ours!), store.load)).toHaveLength(1);
    expect(store.loaded).toHaveLength(6);
    store.loaded.length = 0;
    const { pages, conflicts } = readFrom(mergeTrees(base!, ours!, theirs!), store.load);
    expect(conflicts).toEqual([]);
    expect(store.loaded).toHaveLength(12);
    // Both changed branches are as one side stored them.
    expect(pages.every((one) => 'hash' in one)).toBe(true);
    store.loaded.length = 0;
    readFrom(diffTrees(base!, base!), store.load);
    expect(store.loaded).toEqual([]);
  });

  it('opens no page below one that only moved', () => {
    const store = createStore();
    const before = titled();
    const [moved, ...left] = before;
    const after = [
      ...left.slice(0, 5),
      { ...left[5]!, children: [...left[5]!.children, moved!] },
      ...left.slice(6),
    ];
    const changes = readFrom(diffTrees(store.put(before), store.put(after)), store.load);
    expect(changes.map(({ type, page: { id } }) => [type, id])).toEqual([['page_moved', 'a0']]);
    expect(store.loaded).toHaveLength(3);
  });

  it('asks a store once for each level', async () => {
    const store = createStore();
    const [before, after] = [titled(), titled('a1b1c1', 'a2b2c2', 'a19b19c24')].map(store.put);
    let queries = 0;
    const changes = await readThrough(diffTrees(before!, after!), async (hashes) => {
      queries++;
      return new Map(hashes.map((hash) => [hash, store.load(hash)]));
    });
    expect(changes).toHaveLength(3);
    expect(queries).toBe(3);
  });
});

describe('snapshots', () => {
  const collection = (entries: Collection['entries']): Collection => ({
    hash: JSON.stringify(entries),
    entries,
  });
  const snapshot = (files: object, reusableContents: object, variables: object): Snapshot => ({
    pages: [],
    files: collection(files as Collection['entries']),
    reusableContents: collection(reusableContents as Collection['entries']),
    variables: collection(variables as Collection['entries']),
  });
  const read = <T>(reading: Parameters<typeof readFrom<T>>[0]) => readFrom(reading, createStore().load);

  it('tells what happened to files, reusable contents and variables', () => {
    const before = snapshot({ f1: { name: 'a' }, f2: { name: 'b' } }, {}, { constructor: { value: 1 } });
    const after = snapshot(
      { f1: { name: 'c' }, f3: { name: 'd' } },
      { r: { title: 't' } },
      { x: { value: true } },
    );
    expect(read(diffSnapshots(before, after))).toEqual([
      { type: 'file_created', file: 'f3', entry: { name: 'd' } },
      { type: 'file_edited', file: 'f1', attributes: { name: { before: 'a', after: 'c' } } },
      { type: 'file_deleted', file: 'f2', entry: { name: 'b' } },
      { type: 'reusable_content_created', reusableContent: 'r', entry: { title: 't' } },
      { type: 'variables_edited', variables: { x: { after: true }, constructor: { before: 1 } } },
    ]);
    expect(read(diffSnapshots(before, before))).toEqual([]);
  });

  it('merges them by id and by attribute', () => {
    const base = snapshot({ f: { name: 'a', hash: '1' }, g: { name: 'g' } }, {}, { v: { value: 1 } });
    const ours = snapshot({ f: { name: 'b', hash: '1' } }, {}, { v: { value: 2 } });
    const theirs = snapshot(
      { f: { name: 'a', hash: '2' }, g: { name: 'h' } },
      {},
      { v: { value: 3 }, w: { value: 0 } },
    );
    const merged = read(mergeSnapshots(base, ours, theirs));
    expect(merged.files).toEqual({ f: { name: 'b', hash: '2' }, g: { name: 'h' } });
    expect(merged.variables).toEqual({ v: { value: 2 }, w: { value: 0 } });
    expect(merged.conflicts).toEqual([
      { kind: 'deleted', id: 'g', by: 'ours', collection: 'files' },
      {
        kind: 'attribute',
        id: 'v',
        attribute: 'value',
        base: 1,
        ours: 2,
        theirs: 3,
        collection: 'variables',
      },
    ]);
  });
});
