import {
  type Block,
  type BlockDiff,
  type Data,
  diffDocuments,
  type Fragment,
  type Inline,
  type LineDiff,
  type Node,
  plainText,
} from '@lectern/document';
import { BLOCK_FIELDS, INLINE_FIELDS } from '../../editor/settings/fields.ts';
import {
  type ColumnChanges,
  columnChanges,
  isInMarkedColumn,
  orderChange,
  showsTitles,
} from './table-columns.ts';
import { isTarget, propertyName, typeName } from './words.ts';

/** A change of data that the content itself does not show, with both values. */
export interface Note {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Changed = Extract<BlockDiff, { kind: 'changed' }>;

const isRecord = (value: unknown): value is Data =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !isTarget(value) &&
  !('unit' in value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The parts of a value that differ, by their path: one property of an integration, one setting of a view. */
const changedParts = (
  path: readonly string[],
  before: unknown,
  after: unknown,
): [readonly string[], unknown, unknown][] => {
  const [was, is] = [before ?? {}, after ?? {}];
  if (!isRecord(was) || !isRecord(is)) return [[path, before, after]];
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !isSame(was[name], is[name]))
    .flatMap((name) => changedParts([...path, name], was[name], is[name]));
  return parts.length > 0 ? parts : [[path, before, after]];
};

const dataParts = (before: Data, after: Data) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isSame(before[name], after[name]))
    .flatMap((name) => changedParts([name], before[name], after[name]));

const quoted = (name: string, words: string): string => (words === '' ? name : `${name} “${words}”`);

/** The definitions of the columns of a table. */
type Columns = Data;

const columnName = (columns: Columns, id: string): string => {
  const column = columns[id];
  return quoted('Column', String((isRecord(column) && column.title) || id));
};

/** A setting of a column inside of a sentence. */
const settingName = (name: string): string => propertyName(name).toLowerCase();

const fieldName = (node: Block | Inline, name: string): string => {
  return fieldsOf(node).find((field) => field.name === name)?.label ?? propertyName(name);
};

const fieldsOf = (node: Block | Inline) =>
  node.object === 'block' ? BLOCK_FIELDS[node.type] : INLINE_FIELDS[node.type];

/** A value in the words of the settings, such as “Wrap” for the name that is stored. */
export const settingInWords = (
  node: Block | Inline,
  [name, ...rest]: readonly string[],
  value: unknown,
): unknown => {
  const field = rest.length > 0 ? undefined : fieldsOf(node).find((each) => each.name === name);
  if (field?.kind === 'check' && value === undefined) return false;
  if (field?.kind !== 'choice') return value;
  return field.options.find((option) => option.value === (value ?? ''))?.label ?? value;
};

const pathName = (node: Block, [name = '', ...rest]: readonly string[], columns: Columns): string => {
  // The authors of an integration name its properties.
  if (node.type === 'integration' && name === 'props' && rest.length > 0) return rest.join(', ');
  if (node.type === 'table' && name === 'definition' && rest.length > 0)
    return [columnName(columns, rest[0]!), ...rest.slice(1).map(settingName)].join(', ');
  const cell = /^(value|label|merge) (.*)$/.exec(name);
  if (node.type === 'table-row' && cell)
    return [columnName(columns, cell[2]!), ...(cell[1] === 'value' ? [] : [cell[1]!]), ...rest].join(', ');
  const own = [fieldName(node, name), ...rest].join(', ');
  return node.type === 'tabs-item' && name !== 'title'
    ? `${quoted('Tab', String(node.data?.title ?? ''))}, ${own.toLowerCase()}`
    : own;
};

/** A table around the blocks whose changes are told. */
interface Table {
  readonly columns: Columns;
  readonly changes?: ColumnChanges | undefined;
}

const NO_TABLE: Table = { columns: {} };

const isShownValue = (value: unknown): boolean =>
  value === undefined || typeof value === 'number' || typeof value === 'boolean';

/** Whether the rows of a table show a value as it is. */
const isShownInRow = (
  { type }: Block,
  [name = '']: readonly string[],
  values: readonly unknown[],
  { changes }: Table,
): boolean => {
  if (type !== 'table-row' || !changes) return false;
  if (isInMarkedColumn(changes, name)) return !values.some(isTarget);
  const shown = changes.after.shown.some((id) => name === `value ${id}`);
  return shown && values.every(isShownValue);
};

/** Whether a table shows a change of its columns: one that is new, gone or has another title. */
const isShownByTable = (
  { type }: Block,
  [name = '', part = '', field]: readonly string[],
  { changes }: Table,
): boolean => {
  if (type !== 'table' || !changes) return false;
  const { before, after, marked } = changes;
  if (name === 'view')
    return part === 'columns' || (part === 'columnWidths' && field !== undefined && marked.has(field));
  if (name !== 'definition') return false;
  const isInBoth = Object.hasOwn(before.definition, part) && Object.hasOwn(after.definition, part);
  if (field === 'id' || (marked.has(part) && !isInBoth)) return true;
  return field === 'title' && after.shown.includes(part) && !marked.has(part) && showsTitles(changes);
};

const orderNotes = ({ type }: Block, { changes }: Table): Note[] => {
  const order = type === 'table' && changes ? orderChange(changes) : undefined;
  return order ? [{ name: 'Order of columns', ...order }] : [];
};

const tableOf = ({ after, versions }: Changed): Table => {
  const definitionOf = (table: Block | undefined) =>
    isRecord(table?.data?.definition) ? table.data.definition : {};
  return {
    columns: { ...definitionOf(versions?.before), ...definitionOf(after) },
    changes: columnChanges(versions),
  };
};

const ownNotes = ({ attributes, before, after }: Changed, table: Table): Note[] => [
  ...orderNotes(after, table),
  ...Object.entries(attributes).flatMap(([name, { before: was, after: is }]) =>
    name === 'type'
      ? [{ name: 'Block', before: typeName(String(was)), after: typeName(String(is)) }]
      : changedParts([name], was, is)
          .filter(([path, ...values]) => !isShownInRow(after, path, values, table))
          .filter(([path]) => !isShownByTable(after, path, table))
          .map(([path, old, now]) => ({
            name: pathName(after, path, table.columns),
            before: settingInWords(before, path, old),
            after: settingInWords(after, path, now),
          })),
  ),
];

const wordsOf = (nodes: readonly Node[]): string =>
  plainText({ object: 'document', data: {}, nodes: nodes as Block[] })
    .replaceAll(/\s+/g, ' ')
    .trim();

const inlineWords = ({ nodes = [], data }: Inline): string =>
  typeof data?.label === 'string'
    ? data.label
    : wordsOf([{ object: 'block', type: 'paragraph', nodes } as Block]);

const inlineName = (node: Inline, path: readonly string[]): string => {
  const name = quoted(typeName(node.type), inlineWords(node));
  const [first = '', ...rest] = path;
  // The target of a link is all that it has.
  if (
    rest.length === 0 &&
    ((node.type === 'link' && first === 'ref') || fieldName(node, first) === typeName(node.type))
  )
    return name;
  return [name, fieldName(node, first).toLowerCase(), ...rest].join(', ');
};

const inlinesIn = (nodes: readonly Node[]): Inline[] =>
  nodes.filter((node): node is Inline => node.object === 'inline');

/** Pairs the inlines of two versions of a line: those with the same words first, then those of the same type. */
const pairInlines = (before: readonly Inline[], after: readonly Inline[]) => {
  const pairs = new Map<Inline, Inline>();
  const left = new Set(before);
  for (const isPair of [
    (one: Inline, other: Inline) => one.type === other.type && inlineWords(one) === inlineWords(other),
    (one: Inline, other: Inline) => one.type === other.type,
  ])
    for (const one of after) {
      const found = pairs.has(one) ? undefined : [...left].find((other) => isPair(one, other));
      if (!found) continue;
      pairs.set(one, found);
      left.delete(found);
    }
  return { pairs, removed: [...left], added: after.filter((one) => !pairs.has(one)) };
};

const fragmentNodes = (fragments: readonly Fragment[] = []): Block[] =>
  fragments.flatMap(({ nodes }) => nodes as Block[]);

/** The notes on the body of an annotation, which readers see only when they open it. */
const bodyNotes = (before: Inline, after: Inline): Note[] => {
  const [was, is] = [fragmentNodes(before.fragments), fragmentNodes(after.fragments)];
  if (isSame(was, is)) return [];
  const [old, now] = [wordsOf(was), wordsOf(is)];
  const documentOf = (nodes: readonly Block[]) => ({ object: 'document', data: {}, nodes }) as const;
  return [
    ...(old === now
      ? []
      : [{ name: quoted(typeName(after.type), inlineWords(after)), before: old, after: now }]),
    ...diffDocuments(documentOf(was), documentOf(is)).flatMap((diff) =>
      diff.kind === 'changed' ? notesOf(diff) : [],
    ),
  ];
};

const leavesIn = (nodes: readonly Node[]) =>
  nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []));

const textIn = (nodes: readonly Node[]): string =>
  leavesIn(nodes)
    .map(({ text }) => text)
    .join('');

const marksIn = (nodes: readonly Node[]): string => {
  const marks = leavesIn(nodes).flatMap((leaf) =>
    leaf.marks.map(({ type, data }) => [type, ...Object.values(data ?? {})].join(' ')),
  );
  return [...new Set(marks)].join(', ');
};

/** The note on words that are the same in another format. */
const formatNotes = (before: readonly Node[], after: readonly Node[]): Note[] => {
  const words = textIn(after);
  const [was, is] = [marksIn(before), marksIn(after)];
  return was !== is && textIn(before) === words
    ? [{ name: quoted('Format of', words.trim()), before: was, after: is }]
    : [];
};

const inlineNotes = (before: readonly Inline[], after: readonly Inline[]): Note[] => {
  const { pairs, removed, added } = pairInlines(before, after);
  const target = (node: Inline, side: 'before' | 'after'): Note[] =>
    isTarget(node.data?.ref)
      ? [{ name: inlineName(node, ['ref']), before: undefined, after: undefined, [side]: node.data.ref }]
      : [];
  return [
    ...[...pairs].flatMap(([is, was]) => [
      ...dataParts(was.data ?? {}, is.data ?? {}).map(([path, old, now]) => ({
        name: inlineName(is, path),
        before: settingInWords(was, path, old),
        after: settingInWords(is, path, now),
      })),
      ...inlineNotes(inlinesIn(was.nodes ?? []), inlinesIn(is.nodes ?? [])),
      ...formatNotes(was.nodes ?? [], is.nodes ?? []),
      ...bodyNotes(was, is),
    ]),
    ...removed.flatMap((node) => target(node, 'before')),
    ...added.flatMap((node) => target(node, 'after')),
  ];
};

const lineNotes = (line: readonly LineDiff[] = []): Note[] => {
  const inlines = (side: LineDiff['kind']) =>
    line.flatMap(({ kind, nodes }) => (kind === side ? inlinesIn(nodes) : []));
  return [
    ...inlineNotes(inlines('removed'), inlines('added')),
    ...line.flatMap(({ kind, nodes }, at) => {
      const next = line[at + 1];
      return kind === 'removed' && next?.kind === 'added' ? formatNotes(nodes, next.nodes) : [];
    }),
  ];
};

const allInlines = (node: Node | Fragment): Inline[] => {
  if (node.object === 'text') return [];
  const parts = 'fragments' in node ? (node.fragments ?? []) : [];
  const inner = [...(node.nodes ?? []), ...parts].flatMap(allInlines);
  return node.object === 'inline' ? [node, ...inner] : inner;
};

/** The targets of the links and buttons of a block that was added or removed as a whole. */
export const linkNotes = (block: Block, side: 'added' | 'removed'): Note[] =>
  allInlines(block).flatMap((node) =>
    (node.type === 'link' || node.type === 'button') && isTarget(node.data?.ref)
      ? [
          {
            name: inlineName(node, ['ref']),
            before: side === 'removed' ? node.data.ref : undefined,
            after: side === 'added' ? node.data.ref : undefined,
          },
        ]
      : [],
  );

/** The changes of data in a block and in everything inside of it. */
export const notesOf = (diff: Changed, around: Table = NO_TABLE): Note[] => {
  const table = diff.after.type === 'table' ? tableOf(diff) : around;
  return [
    ...ownNotes(diff, table),
    ...lineNotes(diff.line),
    ...[...(diff.blocks ?? []), ...Object.values(diff.fragments ?? {}).flat()].flatMap((inner) => {
      if (inner.kind === 'changed') return notesOf(inner, table);
      return inner.kind === 'same' ? [] : linkNotes(inner.block, inner.kind);
    }),
  ];
};
