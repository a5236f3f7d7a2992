import type { Changes, Difference, MerkleMap } from '../merkle/merkle-map.ts';
import { freeFileName } from './file-names.ts';
import { overlay } from './overlay.ts';
import { childrenOf, readFiles, readPage, type SnapshotView, viewOf } from './read.ts';
import { keys, type PageRecord, readKey } from './records.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** A field that both sides changed to different values. The values of all sides are preserved. */
export interface Conflict {
  readonly kind: 'page' | 'file' | 'reusable-content' | 'variable';
  readonly id: string;
  /** The field that differs, `body`, or `existence` if one side deleted an object that the other changed. */
  readonly field: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Identifies a conflict: an object and the field on which both sides disagree. */
export type ConflictName = Pick<Conflict, 'kind' | 'id' | 'field'>;

/** Merges the bodies with these hashes. Returns the hash of the merged body, and whether it contains unresolved conflicts. */
export type MergeBodies = (
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
) => Promise<{ body: string | undefined; hasConflicts: boolean }>;

/** The result of a merge: changes to our side, and unresolved conflicts. */
export interface Merged {
  readonly changes: Changes;
  readonly conflicts: readonly Conflict[];
}

type Fields = Readonly<Record<string, unknown>>;
type Kind = Conflict['kind'];

/** A merge in progress. */
interface Merging {
  readonly map: MerkleMap;
  readonly roots: { readonly ours: string; readonly theirs: string };
  readonly ourChanges: ReadonlyMap<string, Difference>;
  readonly result: ReturnType<typeof overlay>;
  readonly conflicts: Conflict[];
  readonly mergeBodies: MergeBodies;
  readonly favorsOurs: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = { p: 'page', f: 'file', r: 'reusable-content', v: 'variable' };
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Applies the changes of their side since the base to our side: by object, then by field, then inside bodies. Reads changed
 * objects only. On a conflict our value is used, and the conflict records all values. With `favorsOurs` our side is final:
 * our deletions are too, and there are no conflicts.
 */
export const mergeSnapshots = async (
  map: MerkleMap,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
  mergeBodies: MergeBodies,
  { favorsOurs = false }: { readonly favorsOurs?: boolean } = {},
): Promise<Merged> => {
  if (base === theirs || ours === theirs) return { changes: new Map(), conflicts: [] };
  const [our, their] = [await map.diff(base, ours), await map.diff(base, theirs)];
  const merging: Merging = {
    map,
    roots: { ours, theirs },
    ourChanges: new Map(our.map((difference) => [difference.key, difference])),
    result: overlay(map, ours),
    conflicts: [],
    mergeBodies,
    favorsOurs,
  };
  const { result, conflicts } = merging;
  const pages: string[] = [];
  const files: string[] = [];
  for (const difference of their) {
    const { kind: letter, id } = readKey(difference.key);
    const kind = KINDS[letter];
    if (letter === 'x' && difference.after !== undefined) result.set(difference.key, difference.after);
    if (!kind) continue;
    const value = await mergeObject(merging, kind, id, difference);
    if (kind === 'page') {
      pages.push(id);
      await result.placePage(id, value as PageRecord | undefined);
    } else result.set(difference.key, value);
    if (kind === 'file') files.push(id);
  }
  if (files.length > 0) await renameDuplicateFiles(result, files);
  await repairTree(merging, pages);
  return { changes: result.changes, conflicts: favorsOurs ? [] : conflicts };
};

/** The merged value of an object that their side changed. */
const mergeObject = async (
  merging: Merging,
  kind: Kind,
  id: string,
  { key, before, after }: Difference,
): Promise<unknown> => {
  const { ourChanges, conflicts, favorsOurs } = merging;
  const mine = ourChanges.get(key);
  if (!mine) return after;
  if (same(mine.after, after)) return mine.after;
  if (mine.after === undefined || after === undefined) {
    const [ours, theirs] = [mine.after !== undefined, after !== undefined];
    conflicts.push({ kind, id, field: 'existence', base: before !== undefined, ours, theirs });
    // An object that one side changed is not deleted by the other.
    return favorsOurs ? mine.after : (mine.after ?? after);
  }
  if (kind === 'file') {
    const [was, left, right] = [before ?? {}, mine.after, after].map((file) => groupContent(file as Fields));
    return ungroupContent(await mergeFields(merging, kind, id, was!, left!, right!));
  }
  if (kind !== 'variable')
    return mergeFields(merging, kind, id, (before ?? {}) as Fields, mine.after as Fields, after as Fields);
  conflicts.push({ kind, id, field: 'value', base: before, ours: mine.after, theirs: after });
  return mine.after;
};

const mergeFields = async (
  { conflicts, mergeBodies }: Merging,
  kind: Kind,
  id: string,
  before: Fields,
  left: Fields,
  right: Fields,
) => {
  const merged: Record<string, unknown> = {};
  for (const field of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
    const [was, mine, yours] = [before[field], left[field], right[field]];
    if (same(was, yours) || same(mine, yours)) merged[field] = mine;
    else if (same(was, mine)) merged[field] = yours;
    else if (field === 'body') {
      const { body, hasConflicts } = await mergeBodies(text(was), text(mine), text(yours));
      merged.body = body;
      if (hasConflicts) conflicts.push({ kind, id, field, base: was, ours: mine, theirs: yours });
    } else if (MERGED_BY_KEY.has(field)) {
      const [first, second] = [mergeByKey(was, mine, yours), mergeByKey(was, yours, mine)];
      merged[field] = first;
      if (!same(first, second)) conflicts.push({ kind, id, field, base: was, ours: first, theirs: second });
    } else if (field === 'slug' && !before.slugIsChosen && !(left.slugIsChosen && right.slugIsChosen)) {
      // A chosen slug takes precedence over one derived from a title.
      merged.slug = right.slugIsChosen ? yours : mine;
    } else {
      merged[field] = field === 'updatedAt' && String(yours) > String(mine) ? yours : mine;
      if (!WITHOUT_CONFLICTS.has(field))
        conflicts.push({ kind, id, field, base: was, ours: mine, theirs: yours });
    }
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
};

// The bytes of a file and their metadata are merged as one field.
const groupContent = ({ name, git, ...content }: Fields): Fields => ({
  ...(name !== undefined && { name }),
  ...(git !== undefined && { git }),
  ...(Object.keys(content).length > 0 && { content }),
});
const ungroupContent = ({ content, ...fields }: Fields): Fields => ({ ...fields, ...(content as Fields) });

const WITHOUT_CONFLICTS = new Set([
  'updatedAt',
  'createdAt',
  'position',
  'git',
  'frontMatter',
  'isListedAsText',
  'slugIsChosen',
]);

const MERGED_BY_KEY = new Set(['layout', 'more', 'variables']);

// Where both sides changed the same key, the value of the first side is used.
const mergeByKey = (before: unknown, first: unknown, second: unknown): Fields | undefined => {
  const [was, one, other] = [before, first, second].map((fields) => (fields ?? {}) as Fields);
  const names = [...new Set([...Object.keys(one!), ...Object.keys(other!)])].sort();
  const merged = names
    .map((name) => [name, same(was![name], one![name]) ? other![name] : one![name]] as const)
    .filter(([, value]) => value !== undefined);
  return merged.length > 0 ? Object.fromEntries(merged) : undefined;
};

const text = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

// After the merge of single pages: every parent exists, no page is below itself, slugs of siblings differ.
const repairTree = async (merging: Merging, changedByThem: readonly string[]) => {
  // Our side may have added pages below a page that their side deleted.
  const ourPages = [...merging.ourChanges]
    .filter(([key, change]) => key.startsWith('p/') && change.after !== undefined)
    .map(([key]) => readKey(key).id);
  const changed = [...new Set([...changedByThem, ...ourPages])].sort();
  const restored = await restoreParents(merging, changed);
  const all = new Set([...changed, ...restored]);
  await resolveParentCycles(merging, all);
  await resolveDuplicateSlugs(merging, all);
};

const pageIn = ({ map }: Merging, root: string, id: string) => readPage(viewOf(map, root), id);

/** Restores deleted parents of changed pages; returns the restored pages. */
const restoreParents = async (merging: Merging, changed: readonly string[]): Promise<string[]> => {
  const { map, roots, result, conflicts, favorsOurs } = merging;
  const { ours, theirs } = roots;
  const restored: string[] = [];
  const sideWith = async (id: string): Promise<string> => ((await pageIn(merging, ours, id)) ? ours : theirs);
  const restorePage = async (root: string, id: string): Promise<PageRecord | undefined> => {
    const page = await pageIn(merging, root, id);
    restored.push(id);
    await result.placePage(id, page);
    return page;
  };
  // A page that only one side deleted is restored with all pages below it.
  const restoreDescendants = async (root: string, id: string): Promise<void> => {
    for (const child of await childrenOf(viewOf(map, root), id)) {
      if (await readPage(result.view, child)) continue;
      await restorePage(root, child);
      await restoreDescendants(root, child);
    }
  };
  const restore = async (id: string): Promise<void> => {
    const side = await sideWith(id);
    const page = await restorePage(side, id);
    const sides = { base: true, ours: side === ours, theirs: side === theirs };
    conflicts.push({ kind: 'page', id, field: 'existence', ...sides });
    if (page?.parent && !(await readPage(result.view, page.parent))) await restore(page.parent);
    await restoreDescendants(side, id);
  };
  const isRestored = async (id: string) => !favorsOurs || (await sideWith(id)) === ours;
  for (const { id } of conflicts.filter(({ kind, field }) => kind === 'page' && field === 'existence'))
    if (await isRestored(id)) await restoreDescendants(await sideWith(id), id);
  for (const id of changed) {
    const page = await readPage(result.view, id);
    if (!page?.parent || (await readPage(result.view, page.parent))) continue;
    if (await isRestored(page.parent)) await restore(page.parent);
    else await result.placePage(id, { ...page, parent: await existingParent(merging, id, page.parent) });
  }
  return restored;
};

/** The parent of a page whose parent was deleted: its parent in our side, else the nearest page above that is left. */
const existingParent = async (merging: Merging, id: string, deleted: string): Promise<string | null> => {
  const { roots, result } = merging;
  const own = (await pageIn(merging, roots.ours, id))?.parent;
  if (own === null || (own && (await readPage(result.view, own)))) return own;
  let above = (await pageIn(merging, roots.theirs, deleted))?.parent ?? null;
  while (above !== null && !(await readPage(result.view, above)))
    above = (await pageIn(merging, roots.theirs, above))?.parent ?? null;
  return above;
};

/** Moves pages that both sides' moves put below themselves. */
const resolveParentCycles = async (merging: Merging, pages: Iterable<string>) => {
  const { roots, ourChanges, result, conflicts } = merging;
  for (const id of pages) {
    const page = await readPage(result.view, id);
    if (!page || !(await isBelowItself(result.view, id))) continue;
    const parent = (ourChanges.get(keys.page(id))?.after as PageRecord | undefined)?.parent ?? null;
    const parentIn = async (root: string) => (await pageIn(merging, root, id))?.parent ?? null;
    const sides = { base: undefined, ours: await parentIn(roots.ours), theirs: await parentIn(roots.theirs) };
    conflicts.push({ kind: 'page', id, field: 'parent', ...sides });
    await result.placePage(id, { ...page, parent });
    if (await isBelowItself(result.view, id)) await result.placePage(id, { ...page, parent: null });
  }
};

const resolveDuplicateSlugs = async ({ result }: Merging, pages: Iterable<string>) => {
  for (const id of pages) {
    const page = await readPage(result.view, id);
    if (page?.slug === undefined) continue;
    const owner = async (slug: string) => {
      const key = keys.slug(page.parent, slug);
      const found = (await result.view.getMany([key])).get(key) as string | undefined;
      if (found === undefined || found === id) return undefined;
      // The entry may belong to a page that has moved since.
      const other = await readPage(result.view, found);
      return other?.parent === page.parent && other.slug === slug ? found : undefined;
    };
    const taken = new Set<string>();
    let slug = page.slug;
    while ((await owner(slug)) !== undefined) {
      taken.add(slug);
      slug = freeSlug(slugOf(page.slug), (candidate) => taken.has(candidate));
    }
    await result.placePage(id, { ...page, slug });
  }
};

// Files of our side keep their names; equal names of their side get a number, as in an edit.
const renameDuplicateFiles = async (
  { view, set }: ReturnType<typeof overlay>,
  changed: readonly string[],
) => {
  const files = await readFiles(view);
  const others = [...files].filter(([id]) => !changed.includes(id));
  const taken = new Set(others.map(([, { name }]) => name.toLowerCase()));
  for (const id of changed) {
    const file = files.get(id);
    if (!file) continue;
    const name = freeFileName(file.name, (each) => taken.has(each.toLowerCase()));
    taken.add(name.toLowerCase());
    if (name !== file.name) set(keys.file(id), { ...file, name });
  }
};

const isBelowItself = async (view: SnapshotView, id: string): Promise<boolean> => {
  const seen = new Set([id]);
  for (let next = (await readPage(view, id))?.parent; next; next = (await readPage(view, next))?.parent) {
    if (next === id) return true;
    if (seen.has(next)) return false;
    seen.add(next);
  }
  return false;
};
