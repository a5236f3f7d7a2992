import type { Block, Data, Fragment } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import { append } from './append.ts';
import { atLeastOne, block, heading, imageOf, paragraphOf, voidBlock } from './block-nodes.ts';
import type { Context } from './context.ts';
import { customTagOf } from './custom-blocks.ts';
import { take } from './elements.ts';
import { parseHtml } from './html.ts';
import { readPreformatted } from './html-code.ts';
import { inLine, isPlain } from './html-elements.ts';
import { drawingClass, drawingOf, imageData } from './images.ts';
import { parseLine } from './inlines.ts';
import type { LineNode } from './line.ts';
import { rawHtml, startsHtml } from './raw-html.ts';
import type { Syntax } from './syntax.ts';
import { parseHtmlTable } from './table-parse.ts';
import { isFlag, isSet } from './table-view.ts';
import { readTagData, readTagLine, tagShapes } from './tags.ts';

/** Converts HTML to native blocks if possible, else to a block of its source. */
export function parseHtmlBlock(source: string, context: Context): readonly Block[] {
  // Comments and processing instructions, and the end of an element that began in a block before.
  const first = source.trimStart().split('\n', 1)[0]!;
  const isEnd = /^<(?:[!?]|\/[A-Za-z])/.test(first);
  if (isEnd && startsHtml(first)) return [rawHtml(source)];
  // An end tag before words is text.
  const nodes = isEnd ? undefined : parseHtml(source.trim());
  const inner = { ...context, isHtml: true };
  const blocks = nodes && htmlBlocks(nodes, inner);
  if (blocks) return blocks;
  if (startsHtml(first)) return [rawHtml(source)];
  return [
    paragraphOf(parseLine(nodes ?? [{ type: 'text', value: source.trim().replace(/\s+/g, ' ') }], inner)),
  ];
}

/** Converts elements to blocks; undefined if one of them has no block. */
export function htmlBlocks(nodes: readonly Syntax[], context: Context): readonly Block[] | undefined {
  const out: Block[] = [];
  let line: Syntax[] = [];
  const flush = (): void => {
    const shown = line.filter((node) => node.type !== 'text' || node.value!.trim() !== '');
    const drawing = shown.length === 1 && !context.isInCell ? drawingOf(shown[0]!, context) : undefined;
    if (drawing) {
      out.push(drawing);
      line = [];
      return;
    }
    const parsed = parseLine(line, context);
    line = [];
    if (parsed.length > 0) out.push(lineBlock(parsed, {}, context));
  };
  for (const node of nodes) {
    if (inLine([node])) {
      line.push(node);
      continue;
    }
    flush();
    const make = Object.hasOwn(makers, node.name!) ? makers[node.name!] : undefined;
    const made = make?.(node, context);
    if (made === undefined) return undefined;
    append(out, made);
  }
  flush();
  return out;
}

/** A paragraph; in a cell an image alone is one too. */
const lineBlock = (line: readonly LineNode[], data: Data, context: Context): Block =>
  context.isInCell ? block('paragraph', line, data) : paragraphOf(line, data);

type Maker = (node: Syntax, context: Context) => readonly Block[] | undefined;

const alignments: Readonly<Record<string, string>> = { left: 'start', center: 'center', right: 'end' };

/** The alignment of an element as data; undefined if it has other attributes. */
function aligned(attributes: Readonly<Record<string, string>>): Data | undefined {
  const { own, rest } = take(attributes, ['align']);
  if (rest.attributes || (own.align !== undefined && !Object.hasOwn(alignments, own.align))) return undefined;
  return own.align === undefined ? {} : { align: alignments[own.align] };
}

const paragraph: Maker = (node, context) => {
  const data = aligned(node.attributes!);
  if (!data || !inLine(node.children!)) return undefined;
  const line = parseLine(node.children!, context);
  return line.length === 0 ? [] : [lineBlock(line, data, context)];
};

const headingMaker =
  (depth: number): Maker =>
  (node, context) => {
    const { id, ...attributes } = node.attributes!;
    const data = aligned(attributes);
    if (!data || !inLine(node.children!)) return undefined;
    return [heading(depth, parseLine(node.children!, context), { ...(id ? { id } : {}), ...data })];
  };

const listMaker =
  (type: BlockType): Maker =>
  (node, context) => {
    const { own, rest } = take(node.attributes!, ['start']);
    const items = node.children!.filter((child) => child.type !== 'text' || child.value!.trim() !== '');
    const isSound = items.length > 0 && items.every((item) => item.name === 'li' && isPlain(item));
    if (
      rest.attributes ||
      !isSound ||
      (own.start !== undefined && (type !== 'list-ordered' || !/^\d{1,9}$/.test(own.start)))
    )
      return undefined;
    const blocks: Block[] = [];
    for (const item of items) {
      const content = htmlBlocks(item.children!, context);
      if (!content) return undefined;
      blocks.push(block('list-item', atLeastOne(content)));
    }
    const start = own.start === undefined || Number(own.start) === 1 ? {} : { start: Number(own.start) };
    return [block(type, blocks, start)];
  };

/** The class of a list of tasks. */
export const taskListClass = 'contains-task-list';

const unorderedList = listMaker('list-unordered');

/** The items of a list of tasks begin with a checkbox. */
const taskList: Maker = (node, context) => {
  const { own, rest } = take(node.attributes!, ['class']);
  if (own.class !== taskListClass) return unorderedList(node, context);
  if (rest.attributes) return undefined;
  const items: Block[] = [];
  for (const item of node.children!) {
    if (item.type === 'text' && item.value!.trim() === '') continue;
    const [box, ...content] = (item.children ?? []).filter(
      (child, at) => at > 0 || child.type !== 'text' || child.value!.trim() !== '',
    );
    const isTask = item.name === 'li' && box?.name === 'input' && box.attributes!.type === 'checkbox';
    const blocks = isTask ? htmlBlocks(content, context) : undefined;
    if (!blocks) return undefined;
    items.push(block('list-item', atLeastOne(blocks), { checked: box!.attributes!.checked !== undefined }));
  }
  return items.length > 0 ? [block('list-tasks', items)] : undefined;
};

const quote: Maker = (node, context) => {
  const content = isPlain(node) ? htmlBlocks(node.children!, context) : undefined;
  return content && [block('blockquote', atLeastOne(content))];
};

const caption = (nodes: readonly Block[]): readonly Fragment[] =>
  nodes.length > 0 ? [{ object: 'fragment', fragment: 'caption', nodes }] : [];

/** The images of a figure; the last one has its caption. */
function figureOf(node: Syntax, context: Context): readonly Block[] | undefined {
  const parts = shownIn(node);
  const legend = parts.at(-1)?.name === 'figcaption' ? parts.at(-1) : undefined;
  const pictures = legend ? parts.slice(0, -1) : parts;
  const data = pictures.map((picture) => linkedImageData(picture, context));
  const text = legend && isPlain(legend) ? htmlBlocks(legend.children!, context) : legend ? undefined : [];
  const isText = text?.every((paragraph) => paragraph.type === 'paragraph');
  const figureAttributes = isPlain(node) ? undefined : node.attributes!;
  if (!isText || data.length === 0 || data.includes(undefined)) return undefined;
  return data.map((each, at) =>
    imageOf(
      { ...each, ...(at === 0 && figureAttributes && { figureAttributes }) },
      at === data.length - 1 ? caption(text!) : [],
    ),
  );
}

/** The data of an image, with its target if it is in a link. */
function linkedImageData(node: Syntax, context: Context): Data | undefined {
  const target = linkTarget(node);
  if (target === undefined) return imageData(node, context);
  const [picture] = shownIn(node);
  const data = picture && imageData(picture, context);
  return data && { ...data, link: context.refs.parse(target, 'link') };
}

const isDrawing = (image: Block): boolean =>
  (image.data!.attributes as Record<string, string> | undefined)?.class === drawingClass;

const shownIn = (node: Syntax): readonly Syntax[] =>
  node.children!.filter((child) => child.type !== 'text' || child.value!.trim() !== '');

/** The target of a plain link around one element. */
function linkTarget(node: Syntax): string | undefined {
  if (node.name !== 'a' || shownIn(node).length !== 1) return undefined;
  const { own, rest } = take(node.attributes!, ['href']);
  return rest.attributes ? undefined : own.href;
}

/** A figure in a link. */
const linkedFigure: Maker = (node, context) => {
  const target = linkTarget(node);
  const [only] = shownIn(node);
  const images = target !== undefined && only?.name === 'figure' ? figureOf(only, context) : undefined;
  if (!images || images.some((image) => image.data!.link !== undefined)) return undefined;
  const link = context.refs.parse(target!, 'link');
  return [
    block(
      'images',
      images.map((image) => ({ ...image, data: { ...image.data, link } })),
    ),
  ];
};

const figure: Maker = (node, context) => {
  const images = figureOf(node, context);
  return images && [block('images', images)];
};

/** The layout that the attributes of a `div` say, and its other attributes; undefined if a value is unknown. */
function readLayout(
  attributes: Readonly<Record<string, string>>,
): { readonly layout: Data; readonly rest: Data } | undefined {
  const { own, rest } = take(attributes, ['align', 'data-full-width', 'data-with-frame']);
  if (![own['data-full-width'], own['data-with-frame']].every(isFlag)) return undefined;
  if (own.align !== undefined && !Object.hasOwn(alignments, own.align)) return undefined;
  const layout = {
    ...(own.align === undefined ? {} : { align: own.align }),
    ...(isSet(own['data-full-width']) ? { fullWidth: true } : {}),
    ...(isSet(own['data-with-frame']) ? { withFrame: true } : {}),
  };
  return { layout, rest };
}

const gallery: Maker = (node, context) => {
  const { layout, rest } = readLayout(node.attributes!) ?? {};
  const parts = shownIn(node);
  // Without a figure, an element with other attributes may be anything.
  if (!layout || (rest?.attributes && !parts.every(({ name }) => name === 'figure'))) return undefined;
  const images = parts.flatMap((part) =>
    part.name === 'figure' ? figureOf(part, context) : imageOrNothing(part, context),
  );
  if (images.length === 0 || images.some((image) => image === undefined || isDrawing(image)))
    return undefined;
  return [block('images', images as Block[], { ...layout, ...rest })];
};

/** Figures or tables with the layout of the `div` around them; undefined if they cannot have it. */
export function withLayout(
  attributes: Readonly<Record<string, string>>,
  blocks: readonly Block[],
): readonly Block[] | undefined {
  const { layout, rest } = readLayout(attributes) ?? {};
  if (!layout || rest?.attributes || blocks.length === 0 || Object.keys(attributes).length === 0)
    return undefined;
  if (blocks.every(({ type, data = {} }) => type === 'images' && Object.keys(data).length === 0))
    return [
      block(
        'images',
        blocks.flatMap(({ nodes = [] }) => nodes as readonly Block[]),
        layout,
      ),
    ];
  const isWidth = Object.keys(layout).every((name) => name === 'fullWidth');
  return isWidth && blocks.every(({ type }) => type === 'table')
    ? blocks.map((table) => ({ ...table, data: { ...table.data, ...layout } }))
    : undefined;
}

/** The tags of blocks that may be inside of HTML, such as in a cell of a table. */
const customTags = new Set(['hint', 'tabs', 'stepper', 'file', 'embed']);

/** A block with a tag, written as a div; undefined if it is not one of the given tags, or has other content. */
function customBlock(node: Syntax, names: ReadonlySet<string>, context: Context): Block | undefined {
  const found = customTagOf(node.attributes ?? {});
  if (!found || !names.has(found.name)) return undefined;
  const shape = tagShapes[found.name]!;
  const data = readTagData(readTagLine(found.tag), shape, context.refs);
  if (!data) return undefined;
  if (typeof shape.content === 'object' && 'items' in shape.content) {
    const item = new Set([shape.content.items]);
    const parts = node.children!.filter((child) => child.type !== 'text' || child.value!.trim() !== '');
    const items = parts.map((part) => customBlock(part, item, context));
    return items.length > 0 && items.every((one) => one !== undefined)
      ? block(shape.type, items, data)
      : undefined;
  }
  const content = htmlBlocks(node.children!, context);
  if (!content) return undefined;
  if (shape.content === 'blocks') return block(shape.type, atLeastOne(content), data);
  const isCaption = content.every(({ type }) => type === 'paragraph');
  const captioned = content.length > 0 ? caption(content) : undefined;
  return isCaption ? voidBlock(shape.type, data, captioned) : undefined;
}

const division: Maker = (node, context) => {
  if (node.attributes!['data-gb-custom-block'] === undefined) {
    const images = gallery(node, context);
    if (images || !shownIn(node).every(({ name }) => name === 'table')) return images;
    const tables = htmlBlocks(node.children!, context);
    return tables && withLayout(node.attributes!, tables);
  }
  const made = customBlock(node, customTags, context);
  return made && [made];
};

function imageOrNothing(node: Syntax, context: Context): Block | undefined {
  const data =
    node.type === 'element' && node.attributes!['data-size'] === undefined
      ? imageData(node, context)
      : undefined;
  return data && imageOf(data);
}

const makers: Readonly<Record<string, Maker>> = {
  p: paragraph,
  h1: headingMaker(1),
  h2: headingMaker(2),
  h3: headingMaker(3),
  h4: headingMaker(4),
  h5: headingMaker(5),
  h6: headingMaker(6),
  ul: taskList,
  ol: listMaker('list-ordered'),
  blockquote: quote,
  hr: (node) => (isPlain(node) ? [voidBlock('divider')] : undefined),
  pre: readPreformatted,
  a: linkedFigure,
  figure,
  div: division,
  table: (node, context) => parseHtmlTable(node, context, htmlBlocks),
};
