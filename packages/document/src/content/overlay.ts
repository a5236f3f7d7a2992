import type { MerkleMap } from '../merkle/merkle-map.ts';
import { readPage, type SnapshotView } from './read.ts';
import { keys, type PageRecord } from './records.ts';

/** A snapshot with changes on top that are not written yet. */
export const overlay = (map: MerkleMap, root: string) => {
  const changes = new Map<string, unknown>();

  const view: SnapshotView = {
    getMany: async (wanted) => {
      const unchanged = wanted.filter((key) => !changes.has(key));
      const found = new Map(unchanged.length > 0 ? await map.getMany(root, unchanged) : []);
      for (const key of wanted) if (changes.get(key) !== undefined) found.set(key, changes.get(key));
      return found;
    },
    range: async (from, to) => {
      const kept = (await map.range(root, from, to)).filter(([key]) => !changes.has(key));
      const own = [...changes].filter(([key, value]) => value !== undefined && key >= from && key < to);
      return [...kept, ...own].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    },
  };

  const set = (key: string, value: unknown): void => {
    changes.set(key, ordered(value));
  };

  /** Puts a page where its record says, or takes it away, and keeps what is found by place and by path in step. */
  const placePage = async (id: string, page: PageRecord | undefined): Promise<void> => {
    const before = await readPage(view, id);
    if (before) {
      set(keys.child(before.parent, before.position, id), undefined);
      if (before.slug !== undefined) await freeSlugOf(id, before.parent, before.slug);
    }
    set(keys.page(id), page);
    if (!page) return;
    set(keys.child(page.parent, page.position, id), 1);
    if (page.slug === undefined) return;
    const key = keys.slug(page.parent, page.slug);
    // Two that claim one path are told apart once everything is in its place.
    if (!(await view.getMany([key])).has(key)) set(key, id);
  };

  const freeSlugOf = async (id: string, parent: string | null, slug: string) => {
    const key = keys.slug(parent, slug);
    if ((await view.getMany([key])).get(key) === id) set(key, undefined);
  };

  return { view, changes, set, placePage };
};

// Equal records must have equal text: the order of fields, at every depth, is that of their names.
const ordered = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(ordered) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, ordered(field)]),
  ) as T;
};
