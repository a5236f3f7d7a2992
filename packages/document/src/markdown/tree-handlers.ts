import { decodeString } from 'micromark-util-decode-string';
import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import type { Token, TokenizeContext } from 'micromark-util-types';
import type { Syntax } from './syntax.ts';

/** A node under construction. */
export type Draft = {
  -readonly [Field in keyof Syntax]: Field extends 'children'
    ? Draft[]
    : Field extends 'range'
      ? [start: number, end: number]
      : Syntax[Field];
};

/** The state of building a tree. */
export interface Building {
  /** The nodes that are open, from the outside in. */
  readonly stack: Draft[];
  /** The tokenizer of the current token. */
  reader: TokenizeContext;
  isAfterBreak: boolean;
  isBeforeUnderline: boolean;
  isInCode: boolean;
  isInTable: boolean;
  isReference: boolean;
  /** The identifier of the last label. */
  identifier: string;
  /** Whether nodes have their source ranges. */
  readonly hasRanges: boolean;
}

type Handle = (building: Building, token: Token) => void;

/** The open node. */
export const top = ({ stack }: Building): Draft => stack[stack.length - 1]!;
const source = (building: Building, token: Token): string => building.reader.sliceSerialize(token);

/** Adds a node to the open one. */
const add = (building: Building, node: Draft, { start, end }: Token): void => {
  if (building.hasRanges) node.range = [start.offset, end.offset];
  top(building).children!.push(node);
};

const open = (building: Building, node: Draft, token: Token): void => {
  add(building, node, token);
  building.stack.push(node);
};

/** Extends the range of a node. */
const extend = ({ range }: Draft, end: number): void => {
  if (range !== undefined) range[1] = end;
};

const close = (building: Building): void => {
  building.stack.pop();
};

const opening =
  (node: () => Draft): Handle =>
  (building, token) =>
    open(building, node(), token);

/** The depth of nodes from which a mark in the same mark adds no node. */
const maxMarkDepth = 100;

/** Opens a mark; a deep one in the same mark changes nothing, and would overflow the stack. */
const openingMark =
  (type: string): Handle =>
  (building, token) => {
    const { stack } = building;
    const isSame = stack.length > maxMarkDepth && stack.some((node) => node.type === type);
    if (isSame) stack.push(top(building));
    else open(building, { type, children: [] }, token);
  };

/** Starts collecting nodes whose text is needed. */
const collect = (building: Building): void => {
  building.stack.push({ type: 'fragment', children: [] });
};

const textOf = (node: Draft): string => {
  if (node.value !== undefined) return node.value;
  if (node.alt) return node.alt;
  const { children } = node;
  if (children === undefined || children.length === 0) return '';
  return children.length === 1 ? textOf(children[0]!) : children.map(textOf).join('');
};

const collectedText = (building: Building): string => textOf(building.stack.pop()!);

/** Sets a field of the open node to the collected text. */
const into =
  (field: 'lang' | 'meta' | 'title' | 'url' | 'value'): Handle =>
  (building) => {
    const value = collectedText(building);
    top(building)[field] = value;
  };

/** Sets the label and the identifier of the open node. */
const named: Handle = (building, token) => {
  const label = collectedText(building);
  const node = top(building);
  node.label = label;
  node.identifier = normalizeIdentifier(source(building, token)).toLowerCase();
};

const addText = (building: Building, value: string, token: Token): void => {
  const children = top(building).children!;
  const last = children[children.length - 1];
  if (last?.type === 'text') {
    last.value += value;
    extend(last, token.end.offset);
  } else add(building, { type: 'text', value }, token);
};

const text: Handle = (building, token) => addText(building, source(building, token), token);

/** Adds a node without children from the token's characters. */
const leaf =
  (type: string, value: (source: string) => string): Handle =>
  (building, token) =>
    add(building, { type, value: value(source(building, token)) }, token);

const characterReference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[\da-z]{1,31});/gi;

/** An address in plain text or angle brackets. Its character references are decoded, but a backslash is a part of it. */
const literal =
  (prefix: string): Handle =>
  (building, token) => {
    const value = source(building, token).replace(characterReference, decodeString);
    const link = top(building);
    link.url = prefix + value;
    link.children!.push({ type: 'text', value });
  };

const link = (): Draft => ({ type: 'link', title: null, url: '', children: [] });
const heading = (): Draft => ({ type: 'heading', depth: 0, children: [] });
const code = (): Draft => ({ type: 'code', lang: null, meta: null, value: '' });
const html = (): Draft => ({ type: 'html', value: '' });
const lineBreak = (): Draft => ({ type: 'break' });
const cell = (): Draft => ({ type: 'tableCell', children: [] });

const openAndCollect =
  (node: () => Draft): Handle =>
  (building, token) => {
    open(building, node(), token);
    collect(building);
  };

/** What is done at the start of each type of token. */
export const enters: Readonly<Record<string, Handle>> = {
  alert: leaf('alert', (written) => written),
  atxHeading: opening(heading),
  autolink: opening(link),
  blockQuote: opening(() => ({ type: 'blockquote', children: [] })),
  codeFenced: opening(code),
  codeFencedFenceInfo: collect,
  codeFencedFenceMeta: collect,
  codeIndented: openAndCollect(code),
  codeText: openAndCollect(() => ({ type: 'inlineCode', value: '' })),
  definition: opening(() => ({ type: 'definition', identifier: '', label: null, title: null, url: '' })),
  definitionDestinationString: collect,
  definitionLabelString: collect,
  definitionTitleString: collect,
  emoji: leaf('emoji', (written) => written.slice(1, -1)),
  emphasis: openingMark('emphasis'),
  gfmFootnoteCall: opening(() => ({ type: 'footnoteReference', identifier: '', label: '' })),
  gfmFootnoteCallString: collect,
  gfmFootnoteDefinition: opening(() => ({
    type: 'footnoteDefinition',
    identifier: '',
    label: '',
    children: [],
  })),
  gfmFootnoteDefinitionLabelString: collect,
  hardBreakEscape: opening(lineBreak),
  hardBreakTrailing: opening(lineBreak),
  htmlFlow: openAndCollect(html),
  htmlText: openAndCollect(html),
  image: opening(() => ({ type: 'image', title: null, url: '', alt: null })),
  label: collect,
  link: opening(link),
  listItemPrefix(building, token) {
    if (top(building).type === 'listItem') extend(building.stack.pop()!, token.start.offset);
    open(building, { type: 'listItem', checked: null, children: [] }, token);
  },
  listItemValue(building, token) {
    const list = building.stack[building.stack.length - 2]!;
    if (list.ordered) list.start ??= Number.parseInt(source(building, token), 10);
  },
  listOrdered: opening(() => ({ type: 'list', ordered: true, start: null, children: [] })),
  listUnordered: opening(() => ({ type: 'list', ordered: false, start: null, children: [] })),
  literalAutolink: opening(link),
  mathBlock: leaf('math', (written) =>
    written.replace(/^\$\$[ \t]*(?:\r\n?|\n)?/, '').replace(/(?:^|\r\n?|\n) {0,3}\$\$[ \t]*$/, ''),
  ),
  mathSpan: leaf('inlineMath', (written) => written.slice(2, -2)),
  paragraph: opening(() => ({ type: 'paragraph', children: [] })),
  referenceString: collect,
  resourceDestinationString: collect,
  resourceTitleString: collect,
  setextHeading: opening(heading),
  strikethrough: openingMark('delete'),
  strong: openingMark('strong'),
  table(building, token) {
    const align = token._align!.map((side) => (side === 'none' ? null : side));
    open(building, { type: 'table', align, children: [] }, token);
    building.isInTable = true;
  },
  tableData: opening(cell),
  tableHeader: opening(cell),
  tableRow: opening(() => ({ type: 'tableRow', children: [] })),
  tag: leaf('tag', (written) => written),
  tagText: leaf('inlineTag', (written) => written),
  thematicBreak: opening(() => ({ type: 'thematicBreak' })),
};

const closeList: Handle = (building, token) => {
  extend(building.stack.pop()!, token.end.offset);
  close(building);
};

const closeBreak: Handle = (building) => {
  close(building);
  building.isAfterBreak = true;
};

const closeReference: Handle = (building) => {
  const node = building.stack.pop()!;
  if (!building.isReference) return;
  node.type += 'Reference';
  node.identifier ??= building.identifier;
};

const checked =
  (value: boolean): Handle =>
  ({ stack }) => {
    stack[stack.length - 2]!.checked = value;
  };

const closing =
  (first: Handle): Handle =>
  (building, token) => {
    first(building, token);
    close(building);
  };

/** Nodes that may contain line endings. */
const withLineEndings = new Set(['emphasis', 'fragment', 'heading', 'paragraph', 'strong', 'delete']);

/** What is done at the end of each type of token. */
export const exits: Readonly<Record<string, Handle>> = {
  atxHeading: close,
  atxHeadingSequence(building, token) {
    const node = top(building);
    if (!node.depth) node.depth = source(building, token).length;
  },
  autolink: close,
  autolinkEmail: literal('mailto:'),
  autolinkProtocol: literal(''),
  blockQuote: close,
  characterEscape: (building, token) => addText(building, source(building, token).slice(1), token),
  characterReference: (building, token) => addText(building, decodeString(source(building, token)), token),
  codeFenced(building) {
    const value = collectedText(building);
    top(building).value = value.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g, '');
    building.isInCode = false;
    close(building);
  },
  codeFencedFence(building) {
    if (building.isInCode) return;
    collect(building);
    building.isInCode = true;
  },
  codeFencedFenceInfo: into('lang'),
  codeFencedFenceMeta: into('meta'),
  codeFlowValue: text,
  codeIndented(building) {
    const value = collectedText(building);
    top(building).value = value.replace(/(\r?\n|\r)$/g, '');
    close(building);
  },
  codeText(building) {
    const value = collectedText(building);
    // In a table cell a pipe is escaped by a backslash, even after another backslash.
    top(building).value = building.isInTable
      ? value.replace(/\\([\\|])/g, (pair, second) => (second === '|' ? second : pair))
      : value;
    close(building);
  },
  codeTextData: text,
  data: text,
  definition: close,
  definitionDestinationString: into('url'),
  definitionLabelString: named,
  definitionTitleString: into('title'),
  emphasis: close,
  gfmFootnoteCall: close,
  gfmFootnoteCallString: named,
  gfmFootnoteDefinition: close,
  gfmFootnoteDefinitionLabelString: named,
  hardBreakEscape: closeBreak,
  hardBreakTrailing: closeBreak,
  htmlFlow: closing(into('value')),
  htmlFlowData: text,
  htmlText: closing(into('value')),
  htmlTextData: text,
  image: closeReference,
  label(building) {
    const fragment = building.stack.pop()!;
    const node = top(building);
    building.isReference = true;
    if (node.type === 'link') node.children = fragment.children!;
    else node.alt = textOf(fragment);
  },
  labelText(building, token) {
    building.identifier = normalizeIdentifier(source(building, token)).toLowerCase();
  },
  lineEnding(building, token) {
    if (building.isAfterBreak) {
      building.isAfterBreak = false;
      extend(top(building).children!.at(-1)!, token.end.offset);
    } else if (!building.isBeforeUnderline && withLineEndings.has(top(building).type)) text(building, token);
  },
  link: closeReference,
  listOrdered: closeList,
  listUnordered: closeList,
  literalAutolink: close,
  literalAutolinkEmail: literal('mailto:'),
  literalAutolinkHttp: literal(''),
  literalAutolinkWww: literal('http://'),
  paragraph(building) {
    const node = building.stack.pop()!;
    const item = top(building);
    if (item.type !== 'listItem' || typeof item.checked !== 'boolean') return;
    const [first] = node.children!;
    if (first?.type !== 'text' || item.children!.find(({ type }) => type === 'paragraph') !== node) return;
    // Removes the blank after the checkbox of a task.
    first.value = first.value!.slice(1);
    if (first.value === '') node.children!.shift();
    else if (first.range !== undefined) node.range![0] = ++first.range[0];
  },
  referenceString: named,
  resource(building) {
    building.isReference = false;
  },
  resourceDestinationString: into('url'),
  resourceTitleString: into('title'),
  setextHeading(building) {
    building.isBeforeUnderline = false;
    close(building);
  },
  setextHeadingLineSequence(building, token) {
    top(building).depth = source(building, token).startsWith('=') ? 1 : 2;
  },
  setextHeadingText(building) {
    building.isBeforeUnderline = true;
  },
  strikethrough: close,
  strong: close,
  table(building) {
    close(building);
    building.isInTable = false;
  },
  tableData: close,
  tableHeader: close,
  tableRow: close,
  taskListCheckValueChecked: checked(true),
  taskListCheckValueUnchecked: checked(false),
  thematicBreak: close,
};
