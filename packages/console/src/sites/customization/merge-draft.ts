import type { Customization } from './draft.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A draft with the settings that somebody else has saved since it began. */
export interface MergedDraft {
  readonly settings: Customization;
  /** The names of settings that both changed, such as `styling.theme`: the draft has its own value. */
  readonly conflicts: readonly string[];
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Groups are merged field by field, and what is below them as one.
const GROUP_DEPTH = 1;

const mergeFields = (
  base: Fields,
  draft: Fields,
  current: Fields,
  at: readonly string[],
): { readonly fields: Fields; readonly conflicts: readonly string[] } => {
  const names = [...new Set([...Object.keys(current), ...Object.keys(draft)])];
  const merged = names.map((name) => {
    const [before, mine, theirs] = [base[name], draft[name], current[name]];
    if (isEqual(mine, before)) return { name, value: theirs, conflicts: [] };
    if (isEqual(theirs, before) || isEqual(theirs, mine)) return { name, value: mine, conflicts: [] };
    const path = [...at, name];
    if (at.length < GROUP_DEPTH && isGroup(mine) && isGroup(theirs)) {
      const { fields, conflicts } = mergeFields(isGroup(before) ? before : {}, mine, theirs, path);
      return { name, value: fields, conflicts };
    }
    return { name, value: mine, conflicts: [path.join('.')] };
  });
  return {
    fields: Object.fromEntries(
      merged.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
    ),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  };
};

/** Merges a draft with the present settings: what it did not change is as somebody else saved it. */
export const mergeDraft = (
  base: Customization,
  draft: Customization,
  current: Customization,
): MergedDraft => {
  const { fields, conflicts } = mergeFields(base as Fields, draft as Fields, current as Fields, []);
  return { settings: fields as unknown as Customization, conflicts };
};
