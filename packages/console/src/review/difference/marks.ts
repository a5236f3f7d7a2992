import type { Block, Inline, Leaf, LineDiff, Text } from '@lectern/document';

/** The side of a difference that is shown; `both` shows removed and added content together. */
export type Side = 'before' | 'after' | 'both';

/** The kind of a marked change. */
export type ChangeKind = 'added' | 'removed';

// Marks are noncharacters of Unicode inside of the text, so that the renderer of sites needs to know nothing about them.
// They become elements in its HTML.
const WORDS = { added: ['\uFDD0', '\uFDD1'], removed: ['\uFDD2', '\uFDD3'] } as const;
const BANDS = { added: '\uFDD4', removed: '\uFDD5' } as const;
const END_OF_BAND = '\uFDD6';
const LINES = { added: '\uFDD7', removed: '\uFDD8' } as const;
const SEPARATOR = '\uFDD9';
const COLUMNS = { added: '\uFDDA', removed: '\uFDDB' } as const;
const ANY_MARK = /[\uFDD0-\uFDDB]/g;

/** A text that is marked as added or removed; an empty one needs no mark. */
export const markWords = (kind: ChangeKind, text: string): string =>
  text === '' ? '' : `${WORDS[kind][0]}${text}${WORDS[kind][1]}`;

/** The title of a column that is marked as added or removed, with all of its cells. */
export const markColumn = (kind: ChangeKind, title: string): string =>
  `${COLUMNS[kind]}${markWords(kind, title)}`;

/** Removes the characters that serve as marks from a text. */
export const withoutMarks = (text: string): string => text.replace(ANY_MARK, '');

/** Whether a text has characters that serve as marks. */
export const hasMarks = (text: string): boolean => text.search(ANY_MARK) >= 0;

const leafOf = (text: string): Leaf => ({ object: 'leaf', text, marks: [] });
const textOf = (text: string): Text => ({ object: 'text', leaves: [leafOf(text)] });
const markBlock = (mark: string): Block => ({ object: 'block', type: 'paragraph', nodes: [textOf(mark)] });

const sameMarks = (one: Leaf, other: Leaf): boolean =>
  JSON.stringify(one.marks) === JSON.stringify(other.marks);

/** Joins texts whose marks are equal, so that an inline code or a link is not cut into pieces. */
const joined = (nodes: readonly (Inline | Text)[]): (Inline | Text)[] => {
  const line: (Inline | Text)[] = [];
  for (const node of nodes) {
    const last = line.at(-1);
    if (node.object === 'inline' || last?.object !== 'text') line.push(node);
    else {
      const leaves = [...last.leaves];
      for (const leaf of node.leaves) {
        const before = leaves.at(-1);
        if (before && sameMarks(before, leaf))
          leaves[leaves.length - 1] = { ...before, text: before.text + leaf.text };
        else leaves.push(leaf);
      }
      line[line.length - 1] = { ...last, leaves };
    }
  }
  return line;
};

const markNode = (node: Inline | Text, kind: ChangeKind): (Inline | Text)[] => {
  const [start, end] = WORDS[kind];
  if (node.object === 'text')
    return [
      { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: `${start}${leaf.text}${end}` })) },
    ];
  // A tag of HTML is one half of an element.
  return node.type === 'html' ? [node] : [textOf(start), node, textOf(end)];
};

const isSpace = ({ kind, nodes }: LineDiff): boolean =>
  kind === 'same' &&
  nodes.every((node) => node.object === 'text' && node.leaves.every(({ text }) => text.trim() === ''));

/** Joins changes with nothing but spaces between them: a replaced sentence is read as one, not word by word. */
const joinChanges = (pieces: readonly LineDiff[]): LineDiff[] => {
  const out: LineDiff[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = at;
    while (end < pieces.length && (pieces[end]!.kind !== 'same' || (end > at && isSpace(pieces[end]!))))
      end++;
    // Spaces at the end are not between changes.
    while (end > at && pieces[end - 1]!.kind === 'same') end--;
    const run = pieces.slice(at, end);
    const isReplaced = run.some(({ kind }) => kind === 'added') && run.some(({ kind }) => kind === 'removed');
    if (isReplaced)
      for (const kind of ['removed', 'added'] as const)
        out.push({
          kind,
          nodes: run.flatMap((piece) => (piece.kind === kind || piece.kind === 'same' ? piece.nodes : [])),
        });
    else out.push(...run);
    if (end === at) out.push(pieces[end++]!);
    at = end;
  }
  return out;
};

/** The text of one side of a changed line, with the changed words marked. */
export const markLine = (pieces: readonly LineDiff[], side: Side): (Inline | Text)[] => {
  const hidden = side === 'before' ? 'added' : side === 'after' ? 'removed' : undefined;
  return joined(
    joinChanges(pieces)
      .filter(({ kind }) => kind !== hidden)
      .flatMap(({ kind, nodes }) =>
        kind === 'same' ? [...nodes] : nodes.flatMap((node) => markNode(node, kind)),
      ),
  );
};

/** Marks blocks as added or removed as a whole. */
export const band = (kind: ChangeKind, blocks: readonly Block[]): Block[] => [
  markBlock(BANDS[kind]),
  ...blocks,
  markBlock(END_OF_BAND),
];

/** Marks a line of code as added or removed. */
export const markCodeLine = (kind: ChangeKind, line: Block): Block =>
  ({ ...line, nodes: joined([textOf(LINES[kind]), ...((line.nodes ?? []) as Text[])]) }) as Block;

/** The marks in a text, each with its place in the text without them. */
export const marksIn = (
  text: string,
): { readonly plain: string; readonly marks: readonly { readonly at: number; readonly mark: string }[] } => {
  let removed = 0;
  const marks = [...text.matchAll(ANY_MARK)].map(({ index, 0: mark }) => ({ at: index - removed++, mark }));
  return { plain: withoutMarks(text), marks };
};

/** Whether a block begins a part that is marked as added or removed. */
export const bandOf = (block: Block): ChangeKind | 'end' | undefined => {
  const [only] = block.nodes ?? [];
  const text = block.type === 'paragraph' && only?.object === 'text' ? only.leaves[0]?.text : undefined;
  if (text === BANDS.added) return 'added';
  if (text === BANDS.removed) return 'removed';
  return text === END_OF_BAND ? 'end' : undefined;
};

/** The kind of change of the text of a marked line of code. */
export const lineMark = (text: string): ChangeKind | undefined => {
  if (text.startsWith(LINES.added)) return 'added';
  return text.startsWith(LINES.removed) ? 'removed' : undefined;
};

/** The kind of change of a marked line of code. */
export const codeLineMark = (line: Block): ChangeKind | undefined => {
  const [first] = line.nodes ?? [];
  return lineMark(first?.object === 'text' ? (first.leaves[0]?.text ?? '') : '');
};

/** The kind of change that a character in a marked text begins, or `end`. */
export const wordMark = (character: string): ChangeKind | 'end' | undefined => {
  if (character === WORDS.added[0]) return 'added';
  if (character === WORDS.removed[0]) return 'removed';
  return character === WORDS.added[1] || character === WORDS.removed[1] ? 'end' : undefined;
};

const TAGS: Readonly<Record<string, string>> = {
  [WORDS.added[0]]: '<ins>',
  [WORDS.added[1]]: '</ins>',
  [WORDS.removed[0]]: '<del>',
  [WORDS.removed[1]]: '</del>',
  [BANDS.added]: '<div class="diff-band diff-added" role="insertion">',
  [BANDS.removed]: '<div class="diff-band diff-removed" role="deletion">',
  [END_OF_BAND]: '</div>',
};

// A mark in an attribute, such as a label, is no element.
const TAG_OR_MARK = /<p[^>]*>([\uFDD4-\uFDD6])<\/p>|<[^>]*>|[\uFDD0-\uFDDB]/g;
const CODE_LINE = /<span class="(line[^"]*)">([\uFDD7\uFDD8])/g;

const COLUMN_MARK = /[\uFDDA\uFDDB]/;
const CELL_TAG = /<(\/?)(table|tr|th|td)\b([^>]*)>([\uFDDA\uFDDB]?)/g;

const withClass = (attributes: string, name: string): string =>
  attributes.includes(' class="')
    ? attributes.replace(' class="', ` class="${name} `)
    : `${attributes} class="${name}"`;

/** Marks the cells of columns whose titles are marked. */
const markCells = (html: string): string => {
  if (!COLUMN_MARK.test(html)) return html;
  // Cells can have tables in them.
  const tables: { readonly kinds: Map<number, ChangeKind>; column: number }[] = [];
  return html.replace(CELL_TAG, (found, end: string, name: string, attributes: string, mark: string) => {
    if (name === 'table') {
      if (end) tables.pop();
      else tables.push({ kinds: new Map(), column: -1 });
      return found;
    }
    const table = tables.at(-1);
    if (end || !table) return found;
    if (name === 'tr') {
      table.column = -1;
      return found;
    }
    table.column++;
    if (mark) table.kinds.set(table.column, mark === COLUMNS.added ? 'added' : 'removed');
    const kind = table.kinds.get(table.column);
    return kind ? `<${name}${withClass(attributes, `diff-${kind}`)}>` : found;
  });
};

/** Turns the marks in rendered HTML into elements and classes. */
export const marksToHtml = (html: string): string =>
  markCells(html)
    .replace(
      CODE_LINE,
      (_, names: string, mark: string) =>
        `<span class="${names} ${mark === LINES.added ? 'diff-added' : 'diff-removed'}">`,
    )
    .replace(TAG_OR_MARK, (found, bandMark: string | undefined) => {
      const mark = bandMark ?? found;
      return mark.length > 1 ? mark.replace(ANY_MARK, '') : (TAGS[mark] ?? '');
    })
    .replaceAll(/<\/(ins|del)><\1>/g, '');

/** Joins groups of blocks to one document, to be split again after it was rendered. */
export const joinGroups = (groups: readonly (readonly Block[])[]): Block[] =>
  groups.flatMap((group, at) => (at === 0 ? group : [markBlock(SEPARATOR), ...group]));

/** Splits the HTML of joined groups. */
export const splitGroups = (html: string): string[] => html.split(`<p>${SEPARATOR}</p>`);
