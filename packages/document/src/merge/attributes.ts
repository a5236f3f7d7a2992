import { type Attributes, own } from '../diff/attributes.ts';
import { sameContent } from '../diff/comparison.ts';
import { isRecord } from '../is-record.ts';

/** An attribute that both sides changed to different values; undefined for an absent one. */
export interface AttributeConflict {
  readonly attribute: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Merged attributes, and conflicts, in which our value is used. */
export interface MergedAttributes {
  readonly attributes: Attributes;
  readonly conflicts: readonly AttributeConflict[];
}

/** Merges one value; undefined if both sides changed it to different values. */
export const mergeValue = <T>(base: T, ours: T, theirs: T): { readonly value: T } | undefined => {
  if (sameContent(ours, theirs) || sameContent(base, theirs)) return { value: ours };
  return sameContent(base, ours) ? { value: theirs } : undefined;
};

/** Merges attributes one by one, and inside of plain objects down to a depth. */
export const mergeAttributes = (
  base: Attributes,
  ours: Attributes,
  theirs: Attributes,
  depth = 1,
): MergedAttributes => {
  const merged: [string, unknown][] = [];
  const conflicts: AttributeConflict[] = [];
  for (const attribute of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [b, o, t] = [own(base, attribute), own(ours, attribute), own(theirs, attribute)];
    const one = mergeValue(b, o, t);
    const parts = one ?? (depth > 1 ? mergeInside(b, o, t, depth - 1) : undefined);
    if (parts === undefined) conflicts.push({ attribute, base: b, ours: o, theirs: t });
    const value = parts === undefined ? o : parts.value;
    if (value !== undefined) merged.push([attribute, value]);
  }
  return { attributes: Object.fromEntries(merged), conflicts };
};

const mergeInside = (base: unknown, ours: unknown, theirs: unknown, depth: number) => {
  if (!isRecord(ours) || !isRecord(theirs)) return undefined;
  const merged = mergeAttributes(isRecord(base) ? base : {}, ours, theirs, depth);
  return merged.conflicts.length === 0 ? { value: merged.attributes } : undefined;
};
