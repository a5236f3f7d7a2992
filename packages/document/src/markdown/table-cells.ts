import type { Block, ContentRef, Data } from '../document.ts';
import { block } from './block-nodes.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import type { LineNode } from './line.ts';
import type { Syntax } from './syntax.ts';

/** Parses the HTML of a cell to blocks; undefined where an element has no block. A cell may hold another table. */
export type ParseHtmlBlocks = (nodes: readonly Syntax[], context: Context) => readonly Block[] | undefined;

/** A parsed column. */
export interface Column {
  readonly id: string;
  readonly definition: Data;
  readonly title: readonly LineNode[];
  readonly width?: number;
  readonly isHidden?: boolean;
}

/** A parsed cell: a value, or the blocks of a text cell. */
export interface Cell {
  readonly value: unknown;
  readonly blocks?: readonly Block[];
  readonly label?: string;
  /** Its own alignment, if it differs from that of the column and its content cannot represent it. */
  readonly alignment?: CellAlignment;
  /** Attributes without a meaning here, which are kept. */
  readonly attributes?: Attributes;
  /** The same of each of its links. */
  readonly linkAttributes?: readonly Attributes[];
}

type Attributes = Readonly<Record<string, string>>;

/** The alignment of a cell. */
export interface CellAlignment {
  readonly textAlignment?: string;
  readonly verticalAlignment?: string;
}

/** The alignments of columns and cells. */
export const textAlignments: readonly string[] = ['left', 'center', 'right'];
export const verticalAlignments: readonly string[] = ['top', 'middle', 'bottom'];

const isBlank = (node: Syntax): boolean => node.type === 'text' && node.value!.trim() === '';

/** The children of an element except white space. */
export const elements = (node: Syntax): readonly Syntax[] =>
  node.children!.filter((child) => !isBlank(child));

/** A link of a cell. */
interface CellLink {
  readonly href: string;
  readonly name: string;
  readonly attributes: Attributes;
}

/** The links of a cell; undefined if it has other content. */
function linksIn(cell: Syntax): readonly CellLink[] | undefined {
  const links: CellLink[] = [];
  for (const child of elements(cell)) {
    const { href, ...attributes } = child.name === 'a' ? child.attributes! : {};
    if (href === undefined || !child.children!.every((inner) => inner.type === 'text')) {
      // Links may be separated by commas.
      if (child.type === 'text' && child.value!.trim() === ',') continue;
      return undefined;
    }
    links.push({ href, name: child.children!.map((inner) => inner.value).join(''), attributes });
  }
  return links;
}

/** Parses a cell; undefined if its content does not fit the type of the column. */
export function readCell(
  cell: Syntax,
  column: Column,
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): Cell | undefined {
  const { align, valign } = cell.attributes!;
  if (align !== undefined && !textAlignments.includes(align)) return undefined;
  if (valign !== undefined && !verticalAlignments.includes(valign)) return undefined;
  const { type, textAlignment = 'left', verticalAlignment } = column.definition;
  const isText = type === 'text';
  const alignment = {
    ...(align !== undefined && align !== textAlignment && !isText && { textAlignment: align }),
    ...(valign !== undefined && valign !== verticalAlignment && { verticalAlignment: valign }),
  };
  const read = readContent(cell, column, context, parseHtmlBlocks);
  const { rest } = take(cell.attributes!, isImageCell(cell, column) ? imageCellAttributes : cellAttributes);
  return read && { ...read, ...(Object.keys(alignment).length > 0 && { alignment }), ...rest };
}

/** The content of a cell; text keeps an alignment of its own in its paragraphs. */
function readContent(
  cell: Syntax,
  column: Column,
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): Cell | undefined {
  const { type, textAlignment = 'left' } = column.definition;
  const { own } = take(cell.attributes!, imageCellAttributes);
  const isAligned = own.align === undefined || own.align === textAlignment;
  if (cell.name !== 'td' && cell.name !== 'th') return undefined;
  if (type === 'text') {
    const blocks = parseHtmlBlocks(cell.children!, { ...context, isInCell: true });
    const aligned = isAligned ? blocks : blocks?.map((one) => alignedLike(one, own.align!));
    return aligned && { value: undefined, blocks: aligned.length > 0 ? aligned : [block('paragraph', [])] };
  }
  if (elements(cell).length === 0) return { value: undefined };
  if (type === 'image') return readImage(readLinks(cell, type, context), own);
  if (type === 'content-ref' || type === 'files') return readLinks(cell, type, context);
  if (type === 'select') return readOptions(cell, column);
  if (!cell.children!.every((child) => child.type === 'text')) return undefined;
  return readScalar(
    cell
      .children!.map((child) => child.value)
      .join('')
      .trim(),
    type as string,
  );
}

const paragraphAlignments: Readonly<Record<string, string>> = {
  left: 'start',
  center: 'center',
  right: 'end',
};

/** A paragraph with the alignment of its cell, where it differs from that of the column. */
const alignedLike = (paragraph: Block, align: string): Block =>
  paragraph.type === 'paragraph' && paragraph.data?.align === undefined
    ? { ...paragraph, data: { ...paragraph.data, align: paragraphAlignments[align] } }
    : paragraph;

const imageAttributes = ['data-object-fit', 'data-alt'] as const;
const cellAttributes = ['rowspan', 'colspan', 'hidden', 'align', 'valign'] as const;
const imageCellAttributes = [...cellAttributes, ...imageAttributes] as const;
const objectFits = ['contain', 'fill', 'cover'];

/** Whether a cell has an image, whose fit and text are its value. The attributes of other cells are kept as they are. */
const isImageCell = (cell: Syntax, { definition }: Column): boolean =>
  definition.type === 'image' && elements(cell).length > 0;

/** The image of a cell with its object fit and alternative text. */
function readImage(
  image: Cell | undefined,
  own: Partial<Record<(typeof imageAttributes)[number], string>>,
): Cell | undefined {
  const { 'data-object-fit': objectFit, 'data-alt': alt } = own;
  if (!image || (objectFit !== undefined && !objectFits.includes(objectFit))) return undefined;
  if (objectFit === undefined && alt === undefined) return image;
  const more = { ...(objectFit === undefined ? {} : { objectFit }), ...(alt === undefined ? {} : { alt }) };
  return { ...image, value: { ref: image.value, ...more } };
}

function readScalar(value: string, type: string): Cell | undefined {
  if (type === 'checkbox')
    return value === 'true' || value === 'false' ? { value: value === 'true' } : undefined;
  if (type === 'users') return { value: value.split(',').map((user) => user.trim()) };
  return String(Number(value)) === value && Number.isFinite(Number(value))
    ? { value: Number(value) }
    : { value };
}

function readOptions(cell: Syntax, column: Column): Cell | undefined {
  const known = new Map(
    (column.definition.options as { value: string; label: string }[]).map((option) => [option.value, option]),
  );
  const chosen: string[] = [];
  for (const child of elements(cell)) {
    if (child.type === 'text' && /^[\s,]*$/.test(child.value!)) continue;
    const { own, rest } =
      child.name === 'span' ? take(child.attributes!, ['data-option']) : { own: undefined, rest: {} };
    const option = own?.['data-option'] === undefined ? undefined : known.get(own['data-option']);
    const name = child.children
      ?.map((inner) => inner.value ?? '<')
      .join('')
      .trim()
      .replace(/,$/, '')
      .trim();
    if (!option || 'attributes' in rest || (name !== '' && name !== option.label)) return undefined;
    chosen.push(option.value);
  }
  return { value: chosen };
}

const isFileId = /^[A-Za-z0-9_-]+$/;

function readLinks(cell: Syntax, type: string, context: Context): Cell | undefined {
  const links = linksIn(cell);
  const [first] = links ?? [];
  if (!links || !first) return undefined;
  const linkAttributes = links.map(({ attributes }) => attributes);
  const kept = linkAttributes.some((each) => Object.keys(each).length > 0) ? { linkAttributes } : {};
  if (type === 'files') {
    const values = links.map(({ href }) => {
      const ref: ContentRef = context.refs.parse(href, 'file');
      if (ref.kind === 'file' && ref.space === undefined) return ref.file;
      return ref.kind === 'url' && !isFileId.test(ref.url) && !ref.url.startsWith('/files/')
        ? ref.url
        : undefined;
    });
    const names = links.map((link) => (link.name === link.href ? '' : link.name));
    if (values.includes(undefined) || names.some((name) => name.includes('\n'))) return undefined;
    const label = names.some((name) => name !== '') ? { label: names.join('\n') } : {};
    return { value: values, ...label, ...kept };
  }
  if (links.length > 1) return undefined;
  const ref = context.refs.parse(first.href, type === 'image' ? 'image' : 'content-ref');
  const label = first.name === first.href || first.name === '' ? {} : { label: first.name };
  return { value: ref, ...label, ...kept };
}
