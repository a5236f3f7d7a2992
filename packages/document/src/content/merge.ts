import type { Changes, Difference, MerkleMap } from '../merkle/merkle-map.ts';
import { freeFileName } from './file-names.ts';
import { overlay } from './overlay.ts';
import { childrenOf, readFiles, readPage, viewOf } from './read.ts';
import { keys, type PageRecord, readKey } from './records.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** Something that both sides changed in ways that do not go together; what was kept is said, and nothing is lost. */
export interface Conflict {
  readonly kind: 'page' | 'file' | 'reusable-content' | 'variable';
  readonly id: string;
  /** The field that differs, `body`, or `existence` when one side deleted what the other changed. */
  readonly field: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Identifies a conflict: an object and the field on which both sides disagree. */
export type ConflictName = Pick<Conflict, 'kind' | 'id' | 'field'>;

/** Merges the bodies with these hashes; says which body came out, and whether both sides stand in it unresolved. */
export type MergeBodies = (
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
) => Promise<{ body: string | undefined; hasConflicts: boolean }>;

/** What a merge makes: changes to our side, and what could not be decided. */
export interface Merged {
  readonly changes: Changes;
  readonly conflicts: readonly Conflict[];
}

type Fields = Readonly<Record<string, unknown>>;
type Kind = Conflict['kind'];

const KINDS: Readonly<Record<string, Kind>> = { p: 'page', f: 'file', r: 'reusable-content', v: 'variable' };
const isRecord = (kind: Kind) => kind !== 'variable';
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Brings what their side changed since the base into our side: thing by thing, then field by field, then inside bodies.
 * Looks only at what changed. Where both sides disagree ours stands, and the conflict tells the rest.
 */
export const mergeSnapshots = async (
  map: MerkleMap,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
  mergeBodies: MergeBodies,
): Promise<Merged> => {
  if (base === theirs || ours === theirs) return { changes: new Map(), conflicts: [] };
  const [our, their] = [await map.diff(base, ours), await map.diff(base, theirs)];
  const ourChange = new Map(our.map((difference) => [difference.key, difference]));
  const merging = overlay(map, ours);
  const conflicts: Conflict[] = [];

  const mergeFields = async (kind: Kind, id: string, before: Fields, left: Fields, right: Fields) => {
    const merged: Record<string, unknown> = {};
    for (const field of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
      const [was, mine, yours] = [before[field], left[field], right[field]];
      if (same(was, yours) || same(mine, yours)) merged[field] = mine;
      else if (same(was, mine)) merged[field] = yours;
      else if (field === 'body') {
        const { body, hasConflicts } = await mergeBodies(text(was), text(mine), text(yours));
        merged.body = body;
        if (hasConflicts) conflicts.push({ kind, id, field, base: was, ours: mine, theirs: yours });
      } else if (BY_KEY.has(field)) {
        const [first, second] = [byKey(was, mine, yours), byKey(was, yours, mine)];
        merged[field] = first;
        if (!same(first, second)) conflicts.push({ kind, id, field, base: was, ours: first, theirs: second });
      } else if (field === 'slug' && !before.slugIsChosen && !(left.slugIsChosen && right.slugIsChosen)) {
        // A slug that somebody chose counts more than one that follows a title.
        merged.slug = right.slugIsChosen ? yours : mine;
      } else {
        merged[field] = field === 'updatedAt' && String(yours) > String(mine) ? yours : mine;
        if (!SETTLED.has(field)) conflicts.push({ kind, id, field, base: was, ours: mine, theirs: yours });
      }
    }
    return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
  };

  /** What becomes of a thing that their side changed. */
  const resolve = async (kind: Kind, id: string, { key, before, after }: Difference): Promise<unknown> => {
    const mine = ourChange.get(key);
    if (!mine) return after;
    if (same(mine.after, after)) return mine.after;
    if (mine.after === undefined || after === undefined) {
      const [ours, theirs] = [mine.after !== undefined, after !== undefined];
      conflicts.push({ kind, id, field: 'existence', base: before !== undefined, ours, theirs });
      // What somebody worked on stays, whoever deleted it.
      return mine.after ?? after;
    }
    if (kind === 'file') {
      const [was, left, right] = [before ?? {}, mine.after, after].map((file) => apart(file as Fields));
      return together(await mergeFields(kind, id, was!, left!, right!));
    }
    if (isRecord(kind))
      return mergeFields(kind, id, (before ?? {}) as Fields, mine.after as Fields, after as Fields);
    conflicts.push({ kind, id, field: 'value', base: before, ours: mine.after, theirs: after });
    return mine.after;
  };

  const touched: string[] = [];
  const files: string[] = [];
  for (const difference of their) {
    const { kind: letter, id } = readKey(difference.key);
    const kind = KINDS[letter];
    if (letter === 'x' && difference.after !== undefined) merging.set(difference.key, difference.after);
    if (!kind) continue;
    const value = await resolve(kind, id, difference);
    if (kind === 'page') {
      touched.push(id);
      await merging.placePage(id, value as PageRecord | undefined);
    } else merging.set(difference.key, value);
    if (kind === 'file') files.push(id);
  }
  if (files.length > 0) await mendFileNames(merging, files);
  await mendTree(map, { ours, theirs }, merging, touched, ourChange, conflicts);
  return { changes: merging.changes, conflicts };
};

// The bytes of a file and what is said of them belong together: they are merged as one field.
const apart = ({ name, git, ...content }: Fields): Fields => ({
  ...(name !== undefined && { name }),
  ...(git !== undefined && { git }),
  ...(Object.keys(content).length > 0 && { content }),
});
const together = ({ content, ...fields }: Fields): Fields => ({ ...fields, ...(content as Fields) });

// Fields on which sides may differ without anybody having to decide.
const SETTLED = new Set(['updatedAt', 'createdAt', 'position', 'git', 'slugIsChosen']);

// Fields that hold many things, each of which is decided by itself.
const BY_KEY = new Set(['layout', 'more', 'variables']);

// Where both sides changed the same key, the first one's value stands.
const byKey = (before: unknown, first: unknown, second: unknown): Fields | undefined => {
  const [was, one, other] = [before, first, second].map((fields) => (fields ?? {}) as Fields);
  const names = [...new Set([...Object.keys(one!), ...Object.keys(other!)])].sort();
  const merged = names
    .map((name) => [name, same(was![name], one![name]) ? other![name] : one![name]] as const)
    .filter(([, value]) => value !== undefined);
  return merged.length > 0 ? Object.fromEntries(merged) : undefined;
};

const text = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

// After every page was merged by itself: parents exist, nothing stands below itself, slugs differ among siblings.
const mendTree = async (
  map: MerkleMap,
  { ours, theirs }: { ours: string; theirs: string },
  merging: ReturnType<typeof overlay>,
  touched: readonly string[],
  ourChange: ReadonlyMap<string, Difference>,
  conflicts: Conflict[],
) => {
  const { view } = merging;
  const pageIn = (root: string, id: string) => readPage(viewOf(map, root), id);
  // Whichever side still has a page.
  const keeperOf = async (id: string): Promise<string> => ((await pageIn(ours, id)) ? ours : theirs);
  const restored: string[] = [];
  const bringBack = async (root: string, id: string): Promise<PageRecord | undefined> => {
    const page = await pageIn(root, id);
    restored.push(id);
    await merging.placePage(id, page);
    return page;
  };
  // A page that stays although one side deleted it keeps all that the other side had below it.
  const bringBackBelow = async (root: string, id: string): Promise<void> => {
    for (const child of await childrenOf(viewOf(map, root), id)) {
      if (await readPage(view, child)) continue;
      await bringBack(root, child);
      await bringBackBelow(root, child);
    }
  };
  const restore = async (id: string): Promise<void> => {
    const keeper = await keeperOf(id);
    const page = await bringBack(keeper, id);
    const sides = { base: true, ours: keeper === ours, theirs: keeper === theirs };
    conflicts.push({ kind: 'page', id, field: 'existence', ...sides });
    if (page?.parent && !(await readPage(view, page.parent))) await restore(page.parent);
    await bringBackBelow(keeper, id);
  };
  // Pages that our side hung below something that their side took away, too.
  const ourPages = [...ourChange]
    .filter(([key, change]) => key.startsWith('p/') && change.after !== undefined)
    .map(([key]) => readKey(key).id);
  const worked = [...new Set([...touched, ...ourPages])].sort();
  for (const { id } of conflicts.filter(({ kind, field }) => kind === 'page' && field === 'existence'))
    await bringBackBelow(await keeperOf(id), id);
  for (const id of worked) {
    const page = await readPage(view, id);
    if (page?.parent && !(await readPage(view, page.parent))) await restore(page.parent);
  }
  const all = new Set([...worked, ...restored]);
  for (const id of all) {
    const page = await readPage(view, id);
    if (!page || !(await standsBelowItself(view, id))) continue;
    const parent = (ourChange.get(keys.page(id))?.after as PageRecord | undefined)?.parent ?? null;
    const parentIn = async (root: string) => (await pageIn(root, id))?.parent ?? null;
    const sides = { base: undefined, ours: await parentIn(ours), theirs: await parentIn(theirs) };
    conflicts.push({ kind: 'page', id, field: 'parent', ...sides });
    await merging.placePage(id, { ...page, parent });
    if (await standsBelowItself(view, id)) await merging.placePage(id, { ...page, parent: null });
  }
  for (const id of all) {
    const page = await readPage(view, id);
    if (page?.slug === undefined) continue;
    const owner = async (slug: string) => {
      const key = keys.slug(page.parent, slug);
      const found = (await view.getMany([key])).get(key) as string | undefined;
      if (found === undefined || found === id) return undefined;
      // The entry may be that of a page that went elsewhere since.
      const other = await readPage(view, found);
      return other?.parent === page.parent && other.slug === slug ? found : undefined;
    };
    const taken = new Set<string>();
    let slug = page.slug;
    while ((await owner(slug)) !== undefined) {
      taken.add(slug);
      slug = freeSlug(slugOf(page.slug), (candidate) => taken.has(candidate));
    }
    await merging.placePage(id, { ...page, slug });
  }
};

// Names that met are told apart, as those of files that one edit puts in: ours keep theirs.
const mendFileNames = async ({ view, set }: ReturnType<typeof overlay>, touched: readonly string[]) => {
  const files = await readFiles(view);
  const others = [...files].filter(([id]) => !touched.includes(id));
  const taken = new Set(others.map(([, { name }]) => name.toLowerCase()));
  for (const id of touched) {
    const file = files.get(id);
    if (!file) continue;
    const name = freeFileName(file.name, (each) => taken.has(each.toLowerCase()));
    taken.add(name.toLowerCase());
    if (name !== file.name) set(keys.file(id), { ...file, name });
  }
};

const standsBelowItself = async (view: ReturnType<typeof overlay>['view'], id: string): Promise<boolean> => {
  const seen = new Set([id]);
  for (let next = (await readPage(view, id))?.parent; next; next = (await readPage(view, next))?.parent) {
    if (next === id) return true;
    if (seen.has(next)) return false;
    seen.add(next);
  }
  return false;
};
