import { LAYOUT, SETTINGS, VISIBILITY } from '../pages/setting-names.ts';
import type { FieldChange } from './changed-items.ts';
import { propertyName, valueInWords } from './difference/words.ts';

/** A changed setting in words. */
export interface FieldRow {
  readonly name: string;
  /** Undefined if there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(VISIBILITY),
  slug: SETTINGS.slug,
  linkTitle: SETTINGS.linkTitle,
  condition: SETTINGS.condition,
};
const FLAGS = new Set<string>(VISIBILITY.map(([name]) => name));
const LAYOUT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(LAYOUT);
const COVER_NAMES: Readonly<Record<string, string>> = { ref: SETTINGS.cover, refDark: SETTINGS.coverDark };

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !('kind' in value);

const yesOrNo = (value: unknown): string => (value ? 'yes' : 'no');

const tagsInWords = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length > 0
    ? value
        .map((each) => (isRecord(each) && isRecord(each.tag) ? String(each.tag.tag) : valueInWords(each)))
        .join(', ')
    : undefined;

const wordsOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : valueInWords(value);

const row = (
  name: string,
  { before, after }: FieldChange,
  words: (value: unknown) => string | undefined,
) => ({
  name,
  before: words(before),
  after: words(after),
});

const layoutRow = (name: string, change: FieldChange): FieldRow => {
  if (name === 'width') return row(`Layout: ${SETTINGS.wide}`, change, (value) => yesOrNo(value === 'wide'));
  const label = LAYOUT_NAMES[name];
  // A part is shown unless the layout hides it.
  return label
    ? row(`Layout: ${label}`, change, (value) => yesOrNo(value !== false))
    : row(`Layout: ${propertyName(name)}`, change, wordsOf);
};

const partRow = (field: string, name: string, change: FieldChange): FieldRow => {
  if (field === 'layout') return layoutRow(name, change);
  if (field === 'cover') return row(COVER_NAMES[name] ?? `Cover: ${propertyName(name)}`, change, wordsOf);
  return row(`${propertyName(field)}: ${propertyName(name).toLowerCase()}`, change, wordsOf);
};

/** A changed field in the words of the settings of pages, or its parts that differ, such as one setting of a layout. */
export const fieldRows = (field: string, change: FieldChange): FieldRow[] => {
  const { before, after } = change;
  if (FLAGS.has(field)) return [row(NAMES[field]!, change, yesOrNo)];
  if (field === 'tags') return [row('Tags', change, tagsInWords)];
  const [was, is] = [before ?? {}, after ?? {}];
  if (!isRecord(was) || !isRecord(is) || (!isRecord(before) && !isRecord(after)))
    return [row(NAMES[field] ?? propertyName(field), change, wordsOf)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => partRow(field, name, { before: was[name], after: is[name] }));
};
