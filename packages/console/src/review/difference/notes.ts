import type { Block, BlockDiff } from '@lectern/document';

/** A changed property of a block, with both values in words. */
export interface Note {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const NAMES: Readonly<Record<string, string>> = {
  type: 'Block',
  style: 'Style',
  syntax: 'Language',
  title: 'Title',
  lineNumbers: 'Line numbers',
  overflow: 'Overflow',
  fullWidth: 'Full width',
  expandable: 'Folded',
  collapsedLineCount: 'Visible lines',
  checked: 'Done',
  highlighted: 'Highlighted',
  start: 'First number',
  align: 'Alignment',
  width: 'Width',
  height: 'Height',
  alt: 'Alternative text',
  caption: 'Caption',
  ref: 'Target',
  refDark: 'Image in dark mode',
  url: 'Address',
  formula: 'Formula',
  expression: 'Condition',
  icon: 'Icon',
  iconColor: 'Color of the icon',
  definition: 'Columns',
  view: 'View',
};

const BLOCK_NAMES: Readonly<Record<string, string>> = {
  'heading-1': 'Heading 1',
  'heading-2': 'Heading 2',
  'heading-3': 'Heading 3',
  'list-unordered': 'Bulleted list',
  'list-ordered': 'Numbered list',
  'list-tasks': 'Task list',
  'content-ref': 'Page link',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a type of block. */
export const blockName = (type: string): string =>
  BLOCK_NAMES[type] ?? capitalized(type.replaceAll('-', ' '));

/** The name of a property. */
export const propertyName = (name: string): string =>
  NAMES[name] ??
  capitalized(name.replaceAll(/([a-z])([A-Z])/g, (_, a, b: string) => `${a} ${b.toLowerCase()}`));

/** A value of a property in words. */
export const valueInWords = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && 'kind' in value) {
    const { kind, ...fields } = value as Record<string, unknown>;
    return kind === 'url' ? String(fields.url) : `${String(kind)} ${String(Object.values(fields)[0] ?? '')}`;
  }
  return JSON.stringify(value);
};

type Changed = Extract<BlockDiff, { kind: 'changed' }>;

// Shown by the rows of a table, or too technical to read.
const isShown = (name: string): boolean =>
  !/^(?:value|label|merge) |^(?:rest|definition|view|records)$/.test(name);

const ownNotes = ({ attributes, after }: Changed): Note[] =>
  Object.entries(attributes)
    .filter(([name]) => isShown(name))
    .map(([name, { before: was, after: is }]) =>
      name === 'type'
        ? { name: 'Block', before: blockName(String(was)), after: blockName(String(is)) }
        : { name: labelOf(after, name), before: valueInWords(was), after: valueInWords(is) },
    );

const labelOf = ({ type, data }: Block, name: string): string =>
  type === 'tabs-item' && name !== 'title'
    ? `Tab “${String(data?.title ?? '')}”: ${propertyName(name).toLowerCase()}`
    : propertyName(name);

/** The changed properties of a block and of the blocks inside of it. */
export const notesOf = (diff: Changed): Note[] => [
  ...ownNotes(diff),
  ...[...(diff.blocks ?? []), ...Object.values(diff.fragments ?? {}).flat()].flatMap((inner) =>
    inner.kind === 'changed' && inner.after.type !== 'table-row' ? notesOf(inner) : [],
  ),
];
