import type { Block, ContentRef, Data, Document, Fragment } from '../document.ts';
import { BLOCKS, type BlockType } from '../node-types.ts';
import { stableRefs } from '../refs.ts';
import { guardLines, printDestination, printTitle } from './escape.ts';
import { printAttributes } from './html.ts';
import { printHtmlSource } from './html-addresses.ts';
import { printIntegration } from './integrations.ts';
import type { LineNode } from './line.ts';
import type { MarkdownOptions } from './options.ts';
import {
  printCellBlocks,
  printDrawing,
  printFigures,
  printHtmlBlocks,
  printPreformatted,
} from './print-html.ts';
import { type Printing, printLine } from './print-line.ts';
import { printTable } from './print-table.ts';
import { rule } from './simple-lines.ts';
import { printTag, quoteTagValue, type TaggedType, type TagShape, tagOfType } from './tags.ts';

/** Prints a document as canonical Markdown: equal documents have equal text. */
export function printMarkdown(document: Document, options: MarkdownOptions = {}): string {
  const notes: (readonly Block[])[] = [];
  const numbers = new Map<string, number>();
  const printing: Printing = {
    refs: options.refs ?? stableRefs,
    note(annotation) {
      const body = (annotation.fragments?.[0]?.nodes ?? []) as readonly Block[];
      const text = bodyText(body, printing);
      const number = (text === undefined ? undefined : numbers.get(text)) ?? notes.push(body);
      if (text !== undefined) numbers.set(text, number);
      return number;
    },
    isHtml: false,
    isOneLine: false,
    isInLink: false,
  };
  const parts = [printBlocks(document.nodes, printing)];
  // Bodies may contain annotations, which are printed after them.
  for (let at = 0; at < notes.length; at++)
    parts.push(indent(printBlocks(notes[at]!, printing), `[^${at + 1}]: `, '    '));
  const markdown = parts.filter((part) => part !== '').join('\n\n');
  return markdown === '' ? '' : `${markdown}\n`;
}

/** The text of an annotation's body, by which equal ones share a footnote; undefined if it has annotations itself. */
function bodyText(body: readonly Block[], printing: Printing): string | undefined {
  let isNested = false;
  const note = (): number => {
    isNested = true;
    return 0;
  };
  const text = printBlocks(body, { ...printing, note, isHtml: false, isOneLine: false, isInLink: false });
  return isNested ? undefined : text;
}

/** Prefixes the first and the other lines; empty lines stay empty. */
function indent(text: string, first: string, rest: string): string {
  const blank = rest.trimEnd();
  return text
    .split('\n')
    .map((line, at) =>
      at === 0 ? (line === '' ? first.trimEnd() : first + line) : line === '' ? blank : rest + line,
    )
    .join('\n');
}

/** Markers of each type of list; the second one separates adjacent lists. */
const markers: Readonly<Partial<Record<BlockType, readonly [string, string]>>> = {
  'list-unordered': ['*', '-'],
  'list-tasks': ['-', '*'],
  'list-ordered': ['.', ')'],
};

const isList = (block: Block): boolean => BLOCKS[block.type]?.isList === true;

/** Prints blocks with an empty line between them. */
export function printBlocks(blocks: readonly Block[], printing: Printing, isInItem = false): string {
  let out = '';
  let previous: { block: Block; bullet: string } | undefined;
  for (const block of blocks) {
    let bullet = '';
    if (isList(block)) {
      const [usual, other] = markers[block.type]!;
      bullet = previous?.bullet === usual ? other : usual;
    }
    const text = printBlock(block, printing, bullet, isInItem && out === '');
    if (text === '') continue;
    // HTML ends at an empty line.
    const isText = previous?.block.type === 'paragraph' && previous.block.data?.align === undefined;
    const isClose = isInItem && isText && bullet !== '' && interrupts(block);
    out += out === '' ? text : `${isClose ? '\n' : '\n\n'}${text}`;
    previous = { block, bullet };
  }
  return out;
}

/** Prints one block; an unknown type is omitted. */
const printBlock: Printer = (block, printing, bullet, isFirstInItem) =>
  Object.hasOwn(printers, block.type) ? printers[block.type](block, printing, bullet, isFirstInItem) : '';

/** Whether a list may follow a paragraph without an empty line. */
function interrupts(list: Block): boolean {
  const [first] = (list.nodes ?? []) as readonly Block[];
  const [inner] = (first?.nodes ?? []) as readonly Block[];
  if (list.type === 'list-ordered' && list.data?.start !== undefined) return false;
  if (inner !== undefined && isList(inner)) return interrupts(inner);
  return inner !== undefined && (inner.type !== 'paragraph' || inner.nodes!.length > 0);
}

const lineOf = (block: Block): readonly LineNode[] => (block.nodes ?? []) as readonly LineNode[];
const blocksOf = (block: Block | Fragment): readonly Block[] => (block.nodes ?? []) as readonly Block[];

type Printer = (block: Block, printing: Printing, bullet: string, isFirstInItem: boolean) => string;

/** Blocks printed by their parent. */
const printedByParent: Printer = () => '';

/** The printer of each type of block. */
const printers = {
  paragraph: (block, printing) =>
    block.data?.align === undefined
      ? guardLines(printLine(lineOf(block), printing))
      : printHtmlBlocks([block], printing),
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  // Three asterisks after the asterisk of an item would be one divider.
  divider: (_block, _printing, _bullet, isFirstInItem) => (isFirstInItem ? '___' : '***'),
  blockquote: (block, printing) => indent(printBlocks(blocksOf(block), printing), '> ', '> '),
  hint: tagged('hint'),
  'list-unordered': list,
  'list-ordered': list,
  'list-tasks': list,
  'list-item': printedByParent,
  code,
  'code-line': printedByParent,
  prompt: tagged('prompt'),
  math: (block) => `$$\n${block.data!.formula}\n$$`,
  images: printFigures,
  image: printedByParent,
  drawing: printDrawing,
  file: tagged('file'),
  embed: tagged('embed'),
  'content-ref': tagged('content-ref'),
  table: (block, printing) => printTable(block, printing, printCellBlocks),
  'table-row': printedByParent,
  tabs: tagged('tabs'),
  'tabs-item': tagged('tabs-item'),
  stepper: tagged('stepper'),
  'stepper-step': tagged('stepper-step'),
  columns: tagged('columns'),
  column: tagged('column'),
  updates: tagged('updates'),
  update: tagged('update'),
  swagger: tagged('swagger'),
  'openapi-operation': tagged('openapi-operation'),
  'openapi-schemas': tagged('openapi-schemas'),
  'openapi-webhook': tagged('openapi-webhook'),
  conflict: tagged('conflict'),
  'conflict-primary': tagged('conflict-primary'),
  'conflict-changed': tagged('conflict-changed'),
  html: (block, printing) => printHtmlSource(block.data!.source as string, printing.refs),
  tag: (block) => block.data!.source as string,
  definition: (block) => {
    const { label, url, title } = block.data as { label: string; url: string; title?: string };
    return `[${label.replace(/[\\[\]]/g, '\\$&')}]: ${printDestination(url)}${title === undefined ? '' : ` ${printTitle(title)}`}`;
  },
  expandable,
  if: (block, printing) =>
    around(`{% ${`if ${block.data!.expression}`.trimEnd()} %}`, blocksOf(block), '{% endif %}', printing),
  'reusable-content': (block, printing) =>
    `{% include ${quoteTagValue(printing.refs.print(block.data!.ref as ContentRef))} %}`,
  integration: printIntegration,
} satisfies Record<BlockType, Printer>;

/** Prints blocks between an opening and a closing tag, each on separate lines. */
function around(opening: string, blocks: readonly Block[], ending: string, printing: Printing): string {
  return [opening, printBlocks(blocks, printing), ending].filter((part) => part !== '').join('\n');
}

/** The printer of a type with tag syntax. */
function tagged(type: TaggedType): Printer {
  const [name, shape] = tagOfType.get(type)!;
  return (block, printing) => printTagged(name, shape, block, printing);
}

/** Prints an item of a tagged block; empty for a type without a tag. */
function printItem(item: Block, printing: Printing): string {
  const found = tagOfType.get(item.type);
  return found ? printTagged(...found, item, printing) : '';
}

function printTagged(name: string, shape: TagShape, block: Block, printing: Printing): string {
  const opening = printTag(name, shape, block.data ?? {}, printing.refs);
  const ending = `{% end${name} %}`;
  if (shape.content === 'blocks' || shape.content === 'code')
    return around(opening, blocksOf(block), ending, printing);
  if (typeof shape.content === 'object')
    return [
      opening,
      blocksOf(block)
        .map((item) => printItem(item, printing))
        .join('\n\n'),
      ending,
    ].join('\n');
  const part = block.fragments?.find((fragment) => fragment.fragment === shape.content);
  if (part && part.nodes.length > 0) return around(opening, blocksOf(part), ending, printing);
  if (shape.isAlone) return opening;
  const ref = block.data?.ref as ContentRef | undefined;
  const isPointer = ref !== undefined && ref.kind !== 'openapi';
  const url = isPointer ? printing.refs.print(ref) : '';
  const link = isPointer
    ? printLine([{ object: 'inline', type: 'link', data: { ref }, nodes: [plain(url)] }], printing)
    : '';
  return [opening, link, ending].filter((line) => line !== '').join('\n');
}

const plain = (text: string): LineNode => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });

function heading(block: Block, printing: Printing): string {
  const { align, level, id } = (block.data ?? {}) as { align?: string; level?: number; id?: string };
  if (align !== undefined) return printHtmlBlocks([block], printing);
  const hashes = '#'.repeat(level ?? BLOCKS[block.type].headingLevel! + 1);
  // Hashes at the end of a heading are escaped, since they would be ignored.
  const line = printLine(lineOf(block), { ...printing, isOneLine: true }).replace(/(^|[ \t])(#+)$/, '$1\\$2');
  const anchor = id === undefined ? '' : `<a${printAttributes({ href: `#${id}`, id })}></a>`;
  return [hashes, line, anchor].filter((part) => part !== '').join(' ');
}

function list(block: Block, printing: Printing, bullet: string): string {
  const items = blocksOf(block);
  const start = (block.data?.start as number | undefined) ?? 1;
  const isCounted = start + items.length <= 999_999_999;
  const isTight = items.every((item) =>
    blocksOf(item).every((child, at) => (at === 0 ? child.type === 'paragraph' : isList(child))),
  );
  return items
    .map((item, at) => {
      const marker = block.type === 'list-ordered' ? `${isCounted ? start + at : start}${bullet}` : bullet;
      const { checked } = (item.data ?? {}) as { checked?: boolean };
      const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] ';
      const blocks = blocksOf(item);
      const [first] = blocks;
      // A checkbox requires a paragraph; a space as a character reference is one, and is ignored in parsing.
      const isBare =
        first?.type !== 'paragraph' || first.nodes!.length === 0 || first.data?.align !== undefined;
      const inner = printBlocks(blocks, printing, true);
      const content =
        box === ''
          ? inner
          : isBare
            ? [`${box}&#x20;`, inner].filter((part) => part).join('\n\n')
            : box + inner;
      const text = indent(content, `${marker} `, ' '.repeat(marker.length + 1));
      // Empty bullets in each other would be a divider.
      return rule.test(text) ? `${text} &#x20;` : text;
    })
    .join(isTight ? '\n' : '\n\n');
}

const codeOptions = [
  'title',
  'overflow',
  'lineNumbers',
  'fullWidth',
  'expandable',
  'collapsedLineCount',
  'attributes',
];

function code(block: Block, printing: Printing): string {
  const data: Data = block.data ?? {};
  const lines = blocksOf(block);
  const isRich = lines.some(
    (line) => line.data?.highlighted === true || lineOf(line).some((node) => node.object === 'inline'),
  );
  const source = isRich ? printPreformatted(block, printing) : fenced(data, lines);
  if (!codeOptions.some((option) => data[option] !== undefined)) return source;
  const [name, shape] = tagOfType.get('code')!;
  return `${printTag(name, shape, data, printing.refs)}\n${source}\n{% endcode %}`;
}

const reference = (space: string): string => `&#x${space.charCodeAt(0).toString(16).toUpperCase()};`;

const escapeInfo = (info: unknown): string | undefined =>
  typeof info === 'string' ? info.replace(/\\(?=[!-/:-@[-`{-~]|\s|$)|&(?=#|[A-Za-z])/g, '\\$&') : undefined;

function fenced(data: Data, lines: readonly Block[]): string {
  const text = lines
    .map((line) =>
      lineOf(line)
        .map((node) => (node.object === 'text' ? node.leaves.map((leaf) => leaf.text).join('') : ''))
        .join(''),
    )
    .join('\n');
  const syntax = escapeInfo(data.syntax)?.replace(/[ \t\r\n]/g, reference);
  const meta = escapeInfo(data.meta)?.replace(/^[ \t]|[ \t]$|[\r\n]/g, reference);
  const info = [syntax, meta].filter((part) => part !== undefined).join(' ');
  const sign = info.includes('`') ? '~' : '`';
  const longest = Math.max(2, ...(text.match(sign === '`' ? /`+/g : /~+/g) ?? []).map((run) => run.length));
  const fence = sign.repeat(longest + 1);
  return `${fence}${info}\n${text === '' && lines.length < 2 ? '' : `${text}\n`}${fence}`;
}

function expandable(block: Block, printing: Printing): string {
  const part = (type: string): readonly Block[] =>
    blocksOf(
      block.fragments?.find((fragment) => (fragment.type ?? fragment.fragment) === type) ??
        ({ nodes: [] } as never),
    );
  const { defaultExpanded, attributes, summaryAttributes } = (block.data ?? {}) as {
    defaultExpanded?: boolean;
    attributes?: Record<string, string>;
    summaryAttributes?: Record<string, string>;
  };
  const [title] = part('expandable-title');
  const summary = title ? printLine(lineOf(title), { ...printing, isHtml: true }) : '';
  const opening = `<details${printAttributes({ open: defaultExpanded ? true : undefined, ...attributes })}>`;
  return [
    opening,
    `<summary${printAttributes(summaryAttributes ?? {})}>${summary}</summary>`,
    printBlocks(part('expandable-body'), printing),
    '</details>',
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
