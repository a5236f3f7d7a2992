import { byKey, type Entry, entriesIn, type MerkleMap, type Span } from '../merkle/merkle-map.ts';
import { readPages, type SnapshotView } from './read.ts';
import { keys, type PageRecord } from './records.ts';

/** A snapshot with unwritten changes on top. */
export const overlay = (map: MerkleMap, root: string) => {
  const changes = new Map<string, unknown>();

  const view: SnapshotView = {
    getMany: async (wanted) => {
      const unchanged = wanted.filter((key) => !changes.has(key));
      const found = new Map(unchanged.length > 0 ? await map.getMany(root, unchanged) : []);
      for (const key of wanted) if (changes.get(key) !== undefined) found.set(key, changes.get(key));
      return found;
    },
    range: async (from, to) => (await view.spans([[from, to]]))[0]!,
    spans: async (wanted) => {
      const own = changedWithin(changes, wanted);
      const stored = await map.spans(root, wanted);
      return stored.map((entries, i) => {
        const added = entriesIn(own, wanted[i]!);
        const unchanged = entries.filter(([key]) => !changes.has(key));
        return added.length > 0 ? [...unchanged, ...added].sort(byKey) : unchanged;
      });
    },
  };

  const set = (key: string, value: unknown): void => {
    changes.set(key, ordered(value));
  };

  /** Removes pages with their child and slug entries, in one round of reads. */
  const removePages = async (ids: readonly string[]): Promise<void> => {
    const pages = [...(await readPages(view, ids))];
    const slugs = pages.flatMap(([, { parent, slug }]) =>
      slug === undefined ? [] : keys.slug(parent, slug),
    );
    const owners = await view.getMany(slugs);
    for (const [id, { parent, position, slug }] of pages) {
      set(keys.page(id), undefined);
      set(keys.child(parent, position, id), undefined);
      if (slug !== undefined && owners.get(keys.slug(parent, slug)) === id)
        set(keys.slug(parent, slug), undefined);
    }
  };

  /** Writes or removes a page, and updates its child and slug entries. */
  const placePage = async (id: string, page: PageRecord | undefined): Promise<void> => {
    await removePages([id]);
    if (!page) return;
    set(keys.page(id), page);
    set(keys.child(page.parent, page.position, id), 1);
    if (page.slug === undefined) return;
    const key = keys.slug(page.parent, page.slug);
    // Duplicate slugs are resolved after all pages are placed.
    if (!(await view.getMany([key])).has(key)) set(key, id);
  };

  return { view, changes, set, placePage, removePages };
};

// Changed entries with a value within the outermost bounds, sorted by key.
const changedWithin = (changes: ReadonlyMap<string, unknown>, wanted: readonly Span[]): Entry[] => {
  let [from, to] = wanted[0] ?? ['', ''];
  for (const [first, end] of wanted) {
    if (first < from) from = first;
    if (end > to) to = end;
  }
  const within: Entry[] = [];
  for (const entry of changes)
    if (entry[1] !== undefined && entry[0] >= from && entry[0] < to) within.push(entry);
  return within.sort(byKey);
};

// Sorts fields by name at every depth, so that equal records serialize equally.
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
