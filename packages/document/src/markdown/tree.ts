import { decodeString } from 'micromark-util-decode-string';
import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import type { Event, Token, TokenizeContext } from 'micromark-util-types';
import type { Syntax } from './syntax.ts';

/** A node that is being made. */
type Draft = { -readonly [Field in keyof Syntax]: Field extends 'children' ? Draft[] : Syntax[Field] };

/** Where making a tree stands. */
interface Making {
  /** The nodes that are open, from the outside in. */
  readonly stack: Draft[];
  /** Who read the token at hand. */
  reader: TokenizeContext;
  isAfterBreak: boolean;
  isBeforeUnderline: boolean;
  isInCode: boolean;
  isInTable: boolean;
  isReference: boolean;
  /** The name in the last label that was read. */
  identifier: string;
}

type Handle = (making: Making, token: Token) => void;

const top = ({ stack }: Making): Draft => stack[stack.length - 1]!;
const source = (making: Making, token: Token): string => making.reader.sliceSerialize(token);

const open = (making: Making, node: Draft): void => {
  top(making).children!.push(node);
  making.stack.push(node);
};

const close = (making: Making): void => {
  making.stack.pop();
};

const opening =
  (node: () => Draft): Handle =>
  (making) =>
    open(making, node());

/** Gathers nodes whose text is wanted rather than themselves. */
const gather = (making: Making): void => {
  making.stack.push({ type: 'fragment', children: [] });
};

const textOf = (node: Draft): string => {
  if (node.value !== undefined) return node.value;
  if (node.alt) return node.alt;
  const { children } = node;
  if (children === undefined || children.length === 0) return '';
  return children.length === 1 ? textOf(children[0]!) : children.map(textOf).join('');
};

const gathered = (making: Making): string => textOf(making.stack.pop()!);

/** Puts the text that was gathered into a field of the node that is open. */
const into =
  (field: 'lang' | 'meta' | 'title' | 'url' | 'value'): Handle =>
  (making) => {
    const value = gathered(making);
    top(making)[field] = value;
  };

/** The same for the name that something is referred to by. */
const named: Handle = (making, token) => {
  const label = gathered(making);
  const node = top(making);
  node.label = label;
  node.identifier = normalizeIdentifier(source(making, token)).toLowerCase();
};

const addText = (making: Making, value: string): void => {
  const children = top(making).children!;
  const last = children[children.length - 1];
  if (last?.type === 'text') last.value += value;
  else children.push({ type: 'text', value });
};

const text: Handle = (making, token) => addText(making, source(making, token));

/** Makes a node without children out of the token's characters. */
const leaf =
  (type: string, value: (source: string) => string): Handle =>
  (making, token) => {
    top(making).children!.push({ type, value: value(source(making, token)) });
  };

/** An address in plain text. */
const literal =
  (prefix: string): Handle =>
  (making, token) => {
    const value = source(making, token);
    const link = top(making);
    link.url = prefix + value;
    link.children!.push({ type: 'text', value });
  };

const link = (): Draft => ({ type: 'link', title: null, url: '', children: [] });
const heading = (): Draft => ({ type: 'heading', depth: 0, children: [] });
const code = (): Draft => ({ type: 'code', lang: null, meta: null, value: '' });
const html = (): Draft => ({ type: 'html', value: '' });
const lineBreak = (): Draft => ({ type: 'break' });
const cell = (): Draft => ({ type: 'tableCell', children: [] });

const opensAndGathers =
  (node: () => Draft): Handle =>
  (making) => {
    open(making, node());
    gather(making);
  };

const enters: Readonly<Record<string, Handle>> = {
  atxHeading: opening(heading),
  autolink: opening(link),
  blockQuote: opening(() => ({ type: 'blockquote', children: [] })),
  codeFenced: opening(code),
  codeFencedFenceInfo: gather,
  codeFencedFenceMeta: gather,
  codeIndented: opensAndGathers(code),
  codeText: opensAndGathers(() => ({ type: 'inlineCode', value: '' })),
  definition: opening(() => ({ type: 'definition', identifier: '', label: null, title: null, url: '' })),
  definitionDestinationString: gather,
  definitionLabelString: gather,
  definitionTitleString: gather,
  emoji: leaf('emoji', (written) => written.slice(1, -1)),
  emphasis: opening(() => ({ type: 'emphasis', children: [] })),
  gfmFootnoteCall: opening(() => ({ type: 'footnoteReference', identifier: '', label: '' })),
  gfmFootnoteCallString: gather,
  gfmFootnoteDefinition: opening(() => ({
    type: 'footnoteDefinition',
    identifier: '',
    label: '',
    children: [],
  })),
  gfmFootnoteDefinitionLabelString: gather,
  hardBreakEscape: opening(lineBreak),
  hardBreakTrailing: opening(lineBreak),
  htmlFlow: opensAndGathers(html),
  htmlText: opensAndGathers(html),
  image: opening(() => ({ type: 'image', title: null, url: '', alt: null })),
  label: gather,
  link: opening(link),
  listItemPrefix(making) {
    if (top(making).type === 'listItem') close(making);
    open(making, { type: 'listItem', checked: null, children: [] });
  },
  listItemValue(making, token) {
    const list = making.stack[making.stack.length - 2]!;
    if (list.ordered) list.start ??= Number.parseInt(source(making, token), 10);
  },
  listOrdered: opening(() => ({ type: 'list', ordered: true, start: null, children: [] })),
  listUnordered: opening(() => ({ type: 'list', ordered: false, start: null, children: [] })),
  literalAutolink: opening(link),
  mathBlock: leaf('math', (written) =>
    written.replace(/^\$\$[ \t]*(?:\r\n?|\n)?/, '').replace(/(?:^|\r\n?|\n) {0,3}\$\$[ \t]*$/, ''),
  ),
  mathSpan: leaf('inlineMath', (written) => written.slice(2, -2)),
  paragraph: opening(() => ({ type: 'paragraph', children: [] })),
  referenceString: gather,
  resourceDestinationString: gather,
  resourceTitleString: gather,
  setextHeading: opening(heading),
  strikethrough: opening(() => ({ type: 'delete', children: [] })),
  strong: opening(() => ({ type: 'strong', children: [] })),
  table(making, token) {
    const align = token._align!.map((side) => (side === 'none' ? null : side));
    open(making, { type: 'table', align, children: [] });
    making.isInTable = true;
  },
  tableData: opening(cell),
  tableHeader: opening(cell),
  tableRow: opening(() => ({ type: 'tableRow', children: [] })),
  tag: leaf('tag', (written) => written),
  tagText: leaf('inlineTag', (written) => written),
  thematicBreak: opening(() => ({ type: 'thematicBreak' })),
};

const closeList: Handle = (making) => {
  close(making);
  close(making);
};

const closeBreak: Handle = (making) => {
  close(making);
  making.isAfterBreak = true;
};

const closeReference: Handle = (making) => {
  const node = making.stack.pop()!;
  if (!making.isReference) return;
  node.type += 'Reference';
  node.identifier ??= making.identifier;
};

const checked =
  (value: boolean): Handle =>
  ({ stack }) => {
    stack[stack.length - 2]!.checked = value;
  };

const closing =
  (first: Handle): Handle =>
  (making, token) => {
    first(making, token);
    close(making);
  };

/** What may hold the ending of a line. */
const holdsEndings = new Set(['emphasis', 'fragment', 'heading', 'paragraph', 'strong', 'delete']);

const exits: Readonly<Record<string, Handle>> = {
  atxHeading: close,
  atxHeadingSequence(making, token) {
    const node = top(making);
    if (!node.depth) node.depth = source(making, token).length;
  },
  autolink: close,
  autolinkEmail: literal('mailto:'),
  autolinkProtocol: literal(''),
  blockQuote: close,
  characterEscapeValue: text,
  characterReference: (making, token) => addText(making, decodeString(source(making, token))),
  codeFenced(making) {
    const value = gathered(making);
    top(making).value = value.replace(/^(\r?\n|\r)|(\r?\n|\r)$/g, '');
    making.isInCode = false;
    close(making);
  },
  codeFencedFence(making) {
    if (making.isInCode) return;
    gather(making);
    making.isInCode = true;
  },
  codeFencedFenceInfo: into('lang'),
  codeFencedFenceMeta: into('meta'),
  codeFlowValue: text,
  codeIndented(making) {
    const value = gathered(making);
    top(making).value = value.replace(/(\r?\n|\r)$/g, '');
    close(making);
  },
  codeText(making) {
    const value = gathered(making);
    // A pipe in the cell of a table is written with a backslash, which another before it does not undo.
    top(making).value = making.isInTable
      ? value.replace(/\\([\\|])/g, (pair, second) => (second === '|' ? second : pair))
      : value;
    close(making);
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
  label(making) {
    const fragment = making.stack.pop()!;
    const node = top(making);
    making.isReference = true;
    if (node.type === 'link') node.children = fragment.children!;
    else node.alt = textOf(fragment);
  },
  labelText(making, token) {
    making.identifier = normalizeIdentifier(source(making, token)).toLowerCase();
  },
  lineEnding(making, token) {
    if (making.isAfterBreak) making.isAfterBreak = false;
    else if (!making.isBeforeUnderline && holdsEndings.has(top(making).type)) text(making, token);
  },
  link: closeReference,
  listOrdered: closeList,
  listUnordered: closeList,
  literalAutolink: close,
  literalAutolinkEmail: literal('mailto:'),
  literalAutolinkHttp: literal(''),
  literalAutolinkWww: literal('http://'),
  paragraph(making) {
    const node = making.stack.pop()!;
    const item = top(making);
    if (item.type !== 'listItem' || typeof item.checked !== 'boolean') return;
    const [first] = node.children!;
    if (first?.type !== 'text' || item.children!.find(({ type }) => type === 'paragraph') !== node) return;
    // The blank after the box of a task.
    first.value = first.value!.slice(1);
    if (first.value === '') node.children!.shift();
  },
  referenceString: named,
  resource(making) {
    making.isReference = false;
  },
  resourceDestinationString: into('url'),
  resourceTitleString: into('title'),
  setextHeading(making) {
    making.isBeforeUnderline = false;
    close(making);
  },
  setextHeadingLineSequence(making, token) {
    top(making).depth = source(making, token).startsWith('=') ? 1 : 2;
  },
  setextHeadingText(making) {
    making.isBeforeUnderline = true;
  },
  strikethrough: close,
  strong: close,
  table(making) {
    close(making);
    making.isInTable = false;
  },
  tableData: close,
  tableHeader: close,
  tableRow: close,
  taskListCheckValueChecked: checked(true),
  taskListCheckValueUnchecked: checked(false),
  thematicBreak: close,
};

/** How the text of tokens is read that the parser left to be read later. */
export type ReadLater = (
  token: Token,
  reader: TokenizeContext,
) => { readonly nodes: readonly Syntax[] } | { readonly events: readonly Event[] };

/** The tree that the parser's events tell of. */
export function treeOf(events: readonly Event[], readLater: ReadLater): readonly Syntax[] {
  const root: Draft = { type: 'root', children: [] };
  const making: Making = {
    stack: [root],
    reader: undefined as never,
    isAfterBreak: false,
    isBeforeUnderline: false,
    isInCode: false,
    isInTable: false,
    isReference: false,
    identifier: '',
  };
  const make = (all: readonly Event[]): void => {
    for (let at = 0; at < all.length; at++) {
      const [kind, token, reader] = all[at]!;
      if (token.contentType !== undefined) {
        // The next event is its end, whatever that is called; lines that belong together are read with the first of them.
        at++;
        if (token.previous !== undefined) continue;
        const read = readLater(token, reader);
        if ('events' in read) make(read.events);
        else for (const node of read.nodes) top(making).children!.push(node as Draft);
        continue;
      }
      const handle = (kind === 'enter' ? enters : exits)[token.type];
      if (handle === undefined) continue;
      making.reader = reader;
      handle(making, token);
    }
  };
  make(events);
  return root.children!;
}
