import type { Block, ContentRef, Data } from '../document.ts';
import { BLOCKS, type BlockType } from '../node-types.ts';
import { printCodeOptions } from './code-options.ts';
import { escapeInlineHtml, printAttributes } from './html.ts';
import { taskListClass } from './html-blocks.ts';
import { drawingClass } from './images.ts';
import { type LineNode, lineText } from './line.ts';
import { darkSource, type Printing, printLine } from './print-line.ts';
import { printHtmlTable } from './print-table.ts';
import { printLength, tagAttributes, tagOfType } from './tags.ts';

const lineOf = (block: Block): readonly LineNode[] => (block.nodes ?? []) as readonly LineNode[];
const blocksOf = (block: Block): readonly Block[] => (block.nodes ?? []) as readonly Block[];

const alignments: Readonly<Record<string, string>> = { start: 'left', center: 'center', end: 'right' };

const alignOf = (block: Block): string | undefined =>
  alignments[(block.data?.align as string | undefined) ?? ''];

/** Prints blocks as HTML on one line, for cells and captions. */
export const printHtmlBlocks = (blocks: readonly Block[], printing: Printing): string => {
  const html = { ...printing, isHtml: true };
  return blocks
    .map((block) => (Object.hasOwn(printers, block.type) ? printers[block.type](block, html) : ''))
    .join('');
};

/** Prints the blocks of a cell; a single paragraph without its element. */
export const printCellBlocks = (blocks: readonly Block[], printing: Printing): string => {
  const [only] = blocks;
  return blocks.length === 1 && only!.type === 'paragraph' && only!.data?.align === undefined
    ? printLine(lineOf(only!), { ...printing, isHtml: true })
    : printHtmlBlocks(blocks, printing);
};

type Printer = (block: Block, printing: Printing) => string;

/** Blocks not supported in the HTML of a cell or a caption. */
const omitted: Printer = () => '';

/** The printer of each type of block in HTML. */
const printers = {
  paragraph: (block, printing) =>
    `<p${printAttributes({ align: alignOf(block) })}>${printLine(lineOf(block), printing)}</p>`,
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-unordered': (block, printing) => `<ul>${items(block, printing)}</ul>`,
  'list-tasks': (block, printing) => `<ul class="${taskListClass}">${tasks(block, printing)}</ul>`,
  'list-ordered': (block, printing) => {
    const start = block.data?.start as number | undefined;
    return `<ol${printAttributes({ start: start === undefined ? undefined : String(start) })}>${items(block, printing)}</ol>`;
  },
  blockquote: (block, printing) => `<blockquote>${printHtmlBlocks(blocksOf(block), printing)}</blockquote>`,
  divider: () => '<hr>',
  math: omitted,
  hint: customBlock,
  code: (block, printing) =>
    printPreformatted(block, printing, printCodeOptions(block.data ?? {})).replace(/\n/g, '&#xA;'),
  'list-item': omitted,
  'code-line': omitted,
  prompt: omitted,
  images: (block, printing) => printFigures(block, printing),
  image: omitted,
  drawing: omitted,
  file: customBlock,
  embed: customBlock,
  'content-ref': omitted,
  table: (block, printing) => printHtmlTable(block, printing, printCellBlocks),
  'table-row': omitted,
  expandable: omitted,
  tabs: customBlock,
  'tabs-item': customBlock,
  stepper: customBlock,
  'stepper-step': customBlock,
  columns: omitted,
  column: omitted,
  updates: omitted,
  update: omitted,
  if: omitted,
  swagger: omitted,
  'openapi-operation': omitted,
  'openapi-schemas': omitted,
  'openapi-webhook': omitted,
  integration: omitted,
  'reusable-content': omitted,
  conflict: omitted,
  'conflict-primary': omitted,
  'conflict-changed': omitted,
  html: omitted,
  tag: omitted,
  definition: omitted,
} satisfies Record<BlockType, Printer>;

/** A block with a tag as a div, as the hosted service writes it in cells. */
function customBlock(block: Block, printing: Printing): string {
  const [name, shape] = tagOfType.get(block.type)!;
  const data: Data = block.data ?? {};
  const values = tagAttributes(shape, data, printing.refs).map(([each, value]) => [`data-${each}`, value]);
  const attributes = printAttributes({
    'data-gb-custom-block': true,
    'data-tag': name,
    ...Object.fromEntries(values),
    class: block.type === 'hint' ? `hint hint-${data.style}` : undefined,
  });
  const caption = block.fragments?.find(({ fragment }) => fragment === 'caption')?.nodes;
  const content = (caption ?? blocksOf(block)) as readonly Block[];
  return `<div${attributes}>${printHtmlBlocks(content, printing)}</div>`;
}

const items = (block: Block, printing: Printing): string =>
  blocksOf(block)
    .map((item) => `<li>${printCellBlocks(blocksOf(item), printing)}</li>`)
    .join('');

const tasks = (block: Block, printing: Printing): string =>
  blocksOf(block)
    .map((item) => {
      const box = printAttributes({
        type: 'checkbox',
        checked: item.data?.checked === true ? true : undefined,
      });
      return `<li><input${box}>${printCellBlocks(blocksOf(item), printing)}</li>`;
    })
    .join('');

function heading(block: Block, printing: Printing): string {
  const { level, id } = (block.data ?? {}) as { level?: number; id?: string };
  const name = `h${level ?? BLOCKS[block.type].headingLevel! + 1}`;
  return `<${name}${printAttributes({ id, align: alignOf(block) })}>${printLine(lineOf(block), { ...printing, isHtml: true })}</${name}>`;
}

/** Prints code with highlighted lines, annotations or expressions. */
export function printPreformatted(
  block: Block,
  printing: Printing,
  options: Readonly<Record<string, string | undefined>> = {},
): string {
  const data: Data = block.data ?? {};
  const html = { ...printing, isHtml: true };
  const lines = blocksOf(block).map((line) => {
    const content = lineOf(line)
      .map((node) => (node.object === 'text' ? escapeCode(lineText([node])) : printLine([node], html)))
      .join('');
    return line.data?.highlighted === true ? `<strong>${content}</strong>` : content;
  });
  const syntax = data.syntax as string | undefined;
  const outer = printAttributes({ class: syntax && `language-${syntax}`, ...options });
  const inner = printAttributes({ class: syntax && `lang-${syntax}` });
  return `<pre${outer}><code${inner}>${lines.join('\n')}\n</code></pre>`;
}

const escapeCode = (text: string): string =>
  escapeInlineHtml(text)
    .replace(/&#x20;/g, ' ')
    .replace(/&#x9;/g, '\t');

/** Prints a drawing. */
export function printDrawing(block: Block, printing: Printing): string {
  const { ref, alt, attributes } = (block.data ?? {}) as Data & {
    alt?: string;
    attributes?: Record<string, string>;
  };
  const src = ref === undefined ? undefined : printing.refs.print(ref as ContentRef);
  return `<img${printAttributes({ src, alt: alt ?? '', class: drawingClass, ...attributes })}>`;
}

/** Prints images as figures, inside of an element if there are several or they have a layout. */
export function printFigures(block: Block, printing: Printing): string {
  const { align, fullWidth, withFrame, attributes } = (block.data ?? {}) as {
    align?: string;
    fullWidth?: boolean;
    withFrame?: boolean;
    attributes?: Readonly<Record<string, string>>;
  };
  const figures = blocksOf(block).map((image) => figure(image, printing));
  const layout = printAttributes({
    align,
    'data-full-width': fullWidth ? 'true' : undefined,
    'data-with-frame': withFrame ? 'true' : undefined,
    ...attributes,
  });
  return figures.length === 1 && layout === '' ? figures[0]! : `<div${layout}>${figures.join(' ')}</div>`;
}

function figure(image: Block, printing: Printing): string {
  const data: Data = image.data ?? {};
  const tag = `<img${printAttributes({
    // An image without a source stays, so that its caption does.
    src: data.ref === undefined ? '' : printing.refs.print(data.ref as ContentRef),
    alt: (data.alt as string | undefined) ?? '',
    width: printLength(data.width),
    height: printLength(data.height),
    ...((data.attributes ?? {}) as Record<string, string>),
  })}>`;
  const picture = data.refDark === undefined ? tag : `<picture>${darkSource(data, printing)}${tag}</picture>`;
  const link = data.link === undefined ? undefined : printing.refs.print(data.link as ContentRef);
  const linked = link === undefined ? picture : `<a${printAttributes({ href: link })}>${picture}</a>`;
  const caption = (image.fragments?.find((fragment) => fragment.fragment === 'caption')?.nodes ??
    []) as readonly Block[];
  const attributes = printAttributes((data.figureAttributes ?? {}) as Record<string, string>);
  return `<figure${attributes}>${linked}<figcaption>${printHtmlBlocks(caption, printing)}</figcaption></figure>`;
}
