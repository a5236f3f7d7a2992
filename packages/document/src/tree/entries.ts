import { type AttributeChange, type Attributes, diffAttributes, own } from '../diff/attributes.ts';
import { sameContent } from '../diff/content.ts';
import { type AttributeConflict, mergeAttributes } from '../merge/attributes.ts';

/** Things by id, such as the files of a space. */
export type Entries = Readonly<Record<string, Attributes>>;

/** Things that both sides changed: an attribute to different values, or one deleted what the other edited. */
export type EntryConflict =
  | ({ readonly kind: 'attribute'; readonly id: string } & AttributeConflict)
  | { readonly kind: 'deleted'; readonly id: string; readonly by: 'ours' | 'theirs' };

/** How things by id differ. */
export interface EntryChanges {
  readonly created: readonly string[];
  readonly edited: readonly { readonly id: string; readonly attributes: Record<string, AttributeChange> }[];
  readonly deleted: readonly string[];
}

/** Compares things by id. */
export const diffEntries = (before: Entries, after: Entries): EntryChanges => ({
  created: Object.keys(after).filter((id) => own(before, id) === undefined),
  edited: Object.keys(after).flatMap((id) => {
    const [was, is] = [own(before, id), own(after, id)!];
    const attributes = was === undefined ? {} : diffAttributes(was, is);
    return Object.keys(attributes).length === 0 ? [] : [{ id, attributes }];
  }),
  deleted: Object.keys(before).filter((id) => own(after, id) === undefined),
});

/** Merges things by id, attribute by attribute; what one side deleted and the other edited is kept. */
export const mergeEntries = (
  base: Entries,
  ours: Entries,
  theirs: Entries,
): { readonly entries: Entries; readonly conflicts: readonly EntryConflict[] } => {
  const merged: [string, Attributes][] = [];
  const conflicts: EntryConflict[] = [];
  for (const id of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [b, o, t] = [own(base, id), own(ours, id), own(theirs, id)];
    if (o !== undefined && t !== undefined) {
      const one = mergeAttributes(b ?? {}, o, t);
      merged.push([id, one.attributes]);
      for (const conflict of one.conflicts) conflicts.push({ kind: 'attribute', id, ...conflict });
      continue;
    }
    const survivor = (o ?? t)!;
    if (b !== undefined && sameContent(b, survivor)) continue;
    merged.push([id, survivor]);
    if (b !== undefined) conflicts.push({ kind: 'deleted', id, by: o === undefined ? 'ours' : 'theirs' });
  }
  return { entries: Object.fromEntries(merged), conflicts };
};
