import {
  BLOCKS,
  type Block,
  type BlockDiff,
  type Document,
  diffDocuments,
  type Fragment,
  type Node,
} from '@lectern/document';
import { rowsToTable } from '../../../../document/src/diff/table.ts';
import { band, type ChangeKind, markCodeLine, markLine, markWords, type Side } from './marks.ts';
import { linkNotes, type Note, notesOf } from './notes.ts';
import { columnChanges, markColumns, withMarkedColumns } from './table-columns.ts';
import { blocksWithoutMarks } from './without-marks.ts';

/** A part of a row: blocks that were kept, added, removed, or changed inside. */
export interface Part {
  readonly kind: 'same' | 'changed' | ChangeKind;
  readonly block: Block;
}

/** A row of a difference: a block of the page before, after, or both. */
export interface Row {
  readonly kind: 'same' | 'added' | 'removed' | 'changed';
  /** The key that comments on this row refer to. */
  readonly key?: string;
  /** The blocks of both sides as they are. */
  readonly blocks: readonly Block[];
  /** One column: removed and added content together. */
  readonly unified: readonly Part[];
  /** The left of two columns. */
  readonly before?: Block;
  /** The right of two columns. */
  readonly after?: Block;
  /** Changes of data, such as the style of a hint or the target of a link. */
  readonly notes: readonly Note[];
  /** Whether an equal block was removed or added elsewhere on the page. */
  readonly isMoved?: boolean;
}

type Changed = Extract<BlockDiff, { kind: 'changed' }>;

/** Blocks that are replaced as a whole: their content is in their data. */
const isReplaced = ({ after, attributes, versions }: Changed): boolean => {
  if (attributes.type !== undefined) return true;
  const { type } = after;
  if (type === 'table') {
    const hasOtherColumns = attributes.definition !== undefined || attributes.view !== undefined;
    return versions === undefined || (hasOtherColumns && columnChanges(versions) === undefined);
  }
  if (type === 'table-row') return Object.keys(attributes).length > 0;
  if (type === 'expandable') return false;
  return BLOCKS[type].holds === 'nothing' || type === 'images' || type === 'prompt';
};

/** Items of a block around them, which cannot stand beside a mark. */
const isItem = ({ type }: Block): boolean =>
  type.endsWith('-item') || ['stepper-step', 'column', 'update', 'table-row', 'image'].includes(type);

const titleOf = ({ type, data }: Block): string =>
  type === 'tabs-item' && typeof data?.title === 'string' ? data.title : '';

/** The title of a tab is in its data, and readers see it. */
const withTitle = (block: Block, title: string): Block =>
  title === '' ? block : ({ ...block, data: { ...block.data, title } } as Block);

const markWhole = (kind: ChangeKind, block: Block): Block[] => {
  if (block.type === 'code-line') return [markCodeLine(kind, block)];
  if (block.type === 'table-row')
    return [
      {
        ...block,
        fragments: (block.fragments ?? []).map((cell) => ({
          ...cell,
          nodes: band(kind, cell.nodes as Block[]),
        })),
      },
    ];
  if (block.type === 'image' || block.type.startsWith('conflict-')) return [block];
  if (isItem(block)) {
    const item = { ...block, nodes: band(kind, (block.nodes ?? []) as Block[]) };
    return [withTitle(item, markWords(kind, titleOf(block)))];
  }
  return band(kind, [block]);
};

const markBlocks = (diffs: readonly BlockDiff[], side: Side): Block[] =>
  diffs.flatMap((diff): Block[] => {
    if (diff.kind === 'changed') return markChanged(diff, side);
    if (diff.kind === 'same') return [diff.block];
    return side === (diff.kind === 'added' ? 'before' : 'after') ? [] : markWhole(diff.kind, diff.block);
  });

const markChanged = (diff: Changed, side: Side): Block[] => {
  // Lines of code are compared one below the other.
  if (diff.after.type === 'code-line' && diff.before.type === 'code-line')
    return [
      ...(side === 'after' ? [] : [markCodeLine('removed', merged(diff, 'before'))]),
      ...(side === 'before' ? [] : [markCodeLine('added', merged(diff, 'after'))]),
    ];
  if (!isReplaced(diff)) return [merged(diff, side)];
  return [
    ...(side === 'after' ? [] : markWhole('removed', diff.before)),
    ...(side === 'before' ? [] : markWhole('added', diff.after)),
  ];
};

const nameOf = ({ fragment, type }: Fragment): string => fragment ?? type ?? '';

const markedTitle = (before: Block, after: Block, side: Side): string =>
  (side === 'after' ? '' : markWords('removed', titleOf(before))) +
  (side === 'before' ? '' : markWords('added', titleOf(after)));

/** A changed table with its changed rows, columns and cells marked. */
const mergedTable = ({ versions, blocks = [], ...diff }: Changed, side: Side): Block => {
  const { versions: _, ...rows } = { ...diff, ...versions! } as Changed;
  const changes = columnChanges(versions);
  const table = merged(
    { ...rows, blocks: changes ? withMarkedColumns(blocks, changes, side) : blocks },
    side,
  );
  return rowsToTable(
    changes ? ({ ...table, data: markColumns(changes, side, table.data ?? {}) } as Block) : table,
  );
};

/** A changed block with the changes inside of it marked. */
const merged = (diff: Changed, side: Side): Block => {
  if (diff.versions) return mergedTable(diff, side);
  const { before, after, line, blocks, fragments = {} } = diff;
  const base = side === 'before' ? before : after;
  const parts = base.fragments ?? [];
  const names = new Set(parts.map(nameOf));
  const lost = side === 'both' ? (before.fragments ?? []).filter((part) => !names.has(nameOf(part))) : [];
  const made = {
    ...base,
    ...(line && { nodes: markLine(line, side) }),
    ...(blocks && { nodes: markBlocks(blocks, side) }),
    ...((base.fragments || lost.length > 0) && {
      fragments: [...parts, ...lost].map((part) => {
        const diff = Object.hasOwn(fragments, nameOf(part)) ? fragments[nameOf(part)] : undefined;
        return diff ? { ...part, nodes: markBlocks(diff, side) } : part;
      }),
    }),
  } as Block;
  return titleOf(before) === titleOf(after) ? made : withTitle(made, markedTitle(before, after, side));
};

const addKeys = (node: Node | Fragment, found: Set<string>): void => {
  if (node.object === 'text') return;
  if (node.object === 'block' && node.key !== undefined) found.add(node.key);
  for (const child of node.nodes ?? []) addKeys(child, found);
  if (node.object !== 'fragment') for (const part of node.fragments ?? []) addKeys(part, found);
};

/** The keys of all blocks in a row, on both sides. */
export const keysOf = ({ blocks }: Row): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const block of blocks) addKeys(block, found);
  return found;
};

const keyed = (block: Block) => (block.key === undefined ? {} : { key: block.key });

const rowOf = (diff: BlockDiff): Row => {
  if (diff.kind !== 'changed') {
    const { kind, block } = diff;
    return {
      kind,
      ...keyed(block),
      blocks: [block],
      unified: [{ kind, block }],
      ...(kind !== 'added' && { before: block }),
      ...(kind !== 'removed' && { after: block }),
      notes: kind === 'same' ? [] : linkNotes(block, kind),
    };
  }
  const { before, after } = diff;
  const isWhole = isReplaced(diff);
  return {
    kind: 'changed',
    ...keyed(after),
    blocks: [before, after],
    unified: isWhole
      ? [
          { kind: 'removed', block: before },
          { kind: 'added', block: after },
        ]
      : [{ kind: 'changed', block: merged(diff, 'both') }],
    before: isWhole ? before : merged(diff, 'before'),
    after: isWhole ? after : merged(diff, 'after'),
    notes: notesOf(diff),
  };
};

// Keys are hashes of the content; equal blocks of one page are numbered.
const contentOf = (key: string): string => key.split('-', 1)[0]!;

/** Finds blocks that were removed in one place and added in another. */
const withMoves = (rows: readonly Row[]): Row[] => {
  const contents = (kind: ChangeKind) =>
    new Set(rows.flatMap((row) => (row.kind === kind && row.key ? [contentOf(row.key)] : [])));
  const [added, removed] = [contents('added'), contents('removed')];
  return rows.map((row) => {
    if (row.key === undefined || (row.kind !== 'added' && row.kind !== 'removed')) return row;
    const others = row.kind === 'added' ? removed : added;
    return others.has(contentOf(row.key)) ? { ...row, isMoved: true } : row;
  });
};

/** The rows of the difference between two documents, in reading order. A page that does not exist is empty. */
export const differenceRows = (before: Document | undefined, after: Document | undefined): Row[] => {
  const [was, is] = [before?.nodes ?? [], after?.nodes ?? []];
  const [cleanWas, cleanIs] = [blocksWithoutMarks(was), blocksWithoutMarks(is)];
  // The keys are those of the text with marks.
  const hasKeys = cleanWas === was && cleanIs === is;
  const nameContent = (node: Node | Fragment): string | undefined =>
    // The key of a row of a table is its id.
    hasKeys && node.object === 'block' && node.type !== 'table-row' && node.key !== undefined
      ? contentOf(node.key)
      : undefined;
  const documentOf = (nodes: readonly Block[]): Document => ({ object: 'document', data: {}, nodes });
  return withMoves(
    diffDocuments(documentOf(cleanWas), documentOf(cleanIs), undefined, nameContent).map(rowOf),
  );
};
