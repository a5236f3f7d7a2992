import fc from 'fast-check';
import { createMerkleMap, EMPTY_ROOT } from '../merkle/merkle-map.ts';
import type { MerkleNode } from '../merkle/merkle-node.ts';
import { createEdit, type Edit } from './edit.ts';
import { type MergeBodies, mergeSnapshots } from './merge.ts';
import { type PageNode, readTree, viewOf } from './read.ts';

/** A store of snapshots in memory, for tests: edits lead from one root to the next. */
export const createNotebook = () => {
  const nodes = new Map<string, MerkleNode>();
  let looks = 0;
  const map = createMerkleMap({
    load: async (hashes) => {
      looks++;
      return new Map(hashes.map((hash) => [hash, nodes.get(hash)!]));
    },
  });
  let count = 0;
  const make = {
    newId: () => `id${String(count++).padStart(6, '0')}`,
    now: () => new Date(count++ * 1000).toISOString(),
  };
  const write = async (root: string, changes: ReadonlyMap<string, unknown>): Promise<string> => {
    const made = await map.change(root, changes);
    for (const [hash, { node }] of made.nodes) nodes.set(hash, node);
    return made.root;
  };
  return {
    map,
    empty: EMPTY_ROOT,
    newId: make.newId,
    write,
    /** The number of loads from the store. */
    looks: () => looks,
    view: (root: string) => viewOf(map, root),
    edit: async (root: string, work: (edit: Edit) => Promise<unknown>): Promise<string> => {
      const edit = createEdit(map, root, make);
      await work(edit);
      return write(root, await edit.changes());
    },
  };
};

/** A notebook of snapshots. */
export type Notebook = ReturnType<typeof createNotebook>;

/** All pages of a tree, from the top. */
export const flat = (tree: readonly PageNode[]): PageNode[] =>
  tree.flatMap((node) => [node, ...flat(node.children)]);

/** A step of an edit; numbers select its page and place. */
export interface Step {
  readonly what: 'insert' | 'rename' | 'name' | 'move' | 'write' | 'set' | 'delete';
  readonly which: number;
  readonly where: number;
  readonly at: number | undefined;
  readonly word: string;
}

/** Steps of every kind. */
export const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('insert', 'insert', 'rename', 'name', 'move', 'write', 'set', 'delete'),
  which: fc.nat(),
  where: fc.nat(),
  at: fc.option(fc.nat(3), { nil: undefined }),
  word: fc.constantFrom('A', 'B', 'a', 'A-1', '—'),
});

/** Applies steps to a snapshot, one edit each; rejected edits change nothing. */
export const perform = async (
  book: Notebook,
  root: string,
  ids: readonly string[],
  steps: readonly Step[],
): Promise<{ root: string; ids: string[] }> => {
  const known = [...ids];
  let now = root;
  for (const { what, which, where, at, word } of steps) {
    const id = known[which % (known.length || 1)];
    const parent = [null, ...known][where % (known.length + 1)]!;
    try {
      now = await book.edit(now, async (edit) => {
        if (what === 'insert') {
          const made = book.newId();
          await edit.insertPage(made, 'document', { title: word }, { parent, at });
          known.push(made);
        } else if (what === 'set') edit.setVariable(word === 'A' ? 'x' : 'y', which % 4);
        else if (id === undefined) return;
        else if (what === 'name') await edit.updatePage(id, { slug: word });
        else if (what === 'rename') await edit.updatePage(id, { title: word });
        else if (what === 'write') await edit.updatePage(id, { body: `${word}-${book.newId()}` });
        else if (what === 'move') await edit.updatePage(id, {}, { parent, at });
        else for (const gone of await edit.deletePage(id)) known.splice(known.indexOf(gone), 1);
      });
    } catch (error) {
      if (!['invalid', 'missing'].includes((error as { kind: string }).kind)) throw error;
    }
  }
  return { root: now, ids: known };
};

/** Merges bodies as opaque names: two different ones conflict, and the result contains both. */
export const bodies: MergeBodies = async (_, ours, theirs) => ({
  body: [ours, theirs]
    .filter((body) => body !== undefined)
    .sort()
    .join('+'),
  hasConflicts: true,
});

/** Merges two snapshots, and stores the result. */
export const merge = async (book: Notebook, base: string, ours: string, theirs: string) => {
  const { changes, conflicts } = await mergeSnapshots(book.map, { base, ours, theirs }, bodies);
  return { root: await book.write(ours, changes), conflicts };
};
/** The pages of a snapshot by their ids. */
export const pagesOf = async (book: Notebook, root: string) => {
  const pages = flat(await readTree(book.view(root)));
  return new Map(pages.map((node) => [node.id, node]));
};
