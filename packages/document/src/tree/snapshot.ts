import { type Attributes, own } from '../diff/attributes.ts';
import { diffTrees, type PageChange } from './diff.ts';
import { diffEntries, type Entries, type EntryChanges, type EntryConflict, mergeEntries } from './entries.ts';
import { type MergedTree, mergeTrees } from './merge.ts';
import type { PageRef, Reading } from './page.ts';

/** Things by id, and a hash of all; where hashes are equal the entries are not looked at, and may be left out. */
export interface Collection {
  readonly hash: string;
  readonly entries: Entries;
}

/** Variables by name, each as `{ value }`. */
export type Variables = Collection;

/** Everything that a revision of a space holds. */
export interface Snapshot {
  readonly pages: readonly PageRef[];
  readonly files: Collection;
  readonly reusableContents: Collection;
  readonly variables: Variables;
}

/** A change between two revisions, named as in the API. */
export type SemanticChange =
  | PageChange
  | { readonly type: 'file_created' | 'file_deleted'; readonly file: string; readonly entry: Attributes }
  | {
      readonly type: 'file_edited';
      readonly file: string;
      readonly attributes: EntryChanges['edited'][number]['attributes'];
    }
  | {
      readonly type: 'reusable_content_created' | 'reusable_content_deleted';
      readonly reusableContent: string;
      readonly entry: Attributes;
    }
  | {
      readonly type: 'reusable_content_edited';
      readonly reusableContent: string;
      readonly attributes: EntryChanges['edited'][number]['attributes'];
    }
  | {
      readonly type: 'variables_edited';
      readonly variables: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>;
    };

const COLLECTIONS = ['files', 'reusableContents', 'variables'] as const;

/** A conflict in one of the collections of a snapshot. */
export type CollectionConflict = EntryConflict & { readonly collection: (typeof COLLECTIONS)[number] };

/** What merging snapshots gives: the tree, and the collections' entries. */
export interface MergedSnapshot {
  readonly tree: MergedTree;
  readonly files: Entries;
  readonly reusableContents: Entries;
  readonly variables: Entries;
  readonly conflicts: readonly CollectionConflict[];
}

const changesOf = (before: Collection, after: Collection): EntryChanges | undefined =>
  before.hash === after.hash ? undefined : diffEntries(before.entries, after.entries);

/** What happened between two revisions, reading only where they differ. */
export function* diffSnapshots(before: Snapshot, after: Snapshot): Reading<SemanticChange[]> {
  const changes: SemanticChange[] = yield* diffTrees(before.pages, after.pages);
  const named = [
    { name: 'file', field: 'file', collection: 'files' },
    { name: 'reusable_content', field: 'reusableContent', collection: 'reusableContents' },
  ] as const;
  for (const { name, field, collection } of named) {
    const found = changesOf(before[collection], after[collection]);
    if (found === undefined) continue;
    const push = (verb: string, id: string, rest: object) =>
      changes.push({ type: `${name}_${verb}`, [field]: id, ...rest } as unknown as SemanticChange);
    for (const id of found.created) push('created', id, { entry: own(after[collection].entries, id) });
    for (const { id, attributes } of found.edited) push('edited', id, { attributes });
    for (const id of found.deleted) push('deleted', id, { entry: own(before[collection].entries, id) });
  }
  const variables = changesOf(before.variables, after.variables);
  if (variables !== undefined) {
    const value = (side: Snapshot, id: string) => own(side.variables.entries, id)?.value;
    const edited = [
      ...variables.created.map((id) => [id, { after: value(after, id) }] as const),
      ...variables.edited.map(
        ({ id }) => [id, { before: value(before, id), after: value(after, id) }] as const,
      ),
      ...variables.deleted.map((id) => [id, { before: value(before, id) }] as const),
    ];
    changes.push({ type: 'variables_edited', variables: Object.fromEntries(edited) });
  }
  return changes;
}

/** Merges three revisions, reading only where they differ. */
export function* mergeSnapshots(base: Snapshot, ours: Snapshot, theirs: Snapshot): Reading<MergedSnapshot> {
  const tree = yield* mergeTrees(base.pages, ours.pages, theirs.pages);
  const conflicts: CollectionConflict[] = [];
  const merged = COLLECTIONS.map((collection) => {
    const [b, o, t] = [base[collection], ours[collection], theirs[collection]];
    if (o.hash === t.hash || b.hash === t.hash) return [collection, o.entries] as const;
    if (b.hash === o.hash) return [collection, t.entries] as const;
    const one = mergeEntries(b.entries, o.entries, t.entries);
    conflicts.push(...one.conflicts.map((conflict) => ({ ...conflict, collection })));
    return [collection, one.entries] as const;
  });
  const entries = Object.fromEntries(merged) as Record<(typeof COLLECTIONS)[number], Entries>;
  return { tree, ...entries, conflicts };
}
