import type { Block, Data, Fragment, Inline } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import { append } from './append.ts';
import { atLeastOne, block, codeLine, heading, imageOf, paragraphOf, voidBlock } from './block-nodes.ts';
import { codeAttributes, readCodeOptions } from './code-options.ts';
import type { Context } from './context.ts';
import { customTagOf } from './custom-blocks.ts';
import { take } from './elements.ts';
import { isLineName, oneLine, parseHtml, readTag } from './html.ts';
import { drawingClass, drawingOf, imageData } from './images.ts';
import { parseLine } from './inlines.ts';
import { type LineNode, normalLine, text } from './line.ts';
import type { Syntax } from './syntax.ts';
import { parseHtmlTable } from './table-parse.ts';
import { isFlag, isSet } from './table-view.ts';
import { readTagData, readTagLine, tagShapes } from './tags.ts';

/** The source of HTML without a block of its own. Clients ignore it. */
export const rawHtml = (source: string): Block => voidBlock('html', { source: closed(bare(source)) });

// White space of Markdown only: other spaces may prevent a line from being a tag.
const bare = (source: string): string => source.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');

const endings: readonly (readonly [RegExp, string])[] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![A-Za-z]/, '>'],
  [/^<script(?=[\s>])/i, '</script>'],
  [/^<style(?=[\s>])/i, '</style>'],
  [/^<pre(?=[\s>])/i, '</pre>'],
  [/^<textarea(?=[\s>])/i, '</textarea>'],
];

/** Adds a missing end to HTML that does not end at an empty line, so that it does not include the following text. */
function closed(source: string): string {
  const ending = endings.find(([start]) => start.test(source))?.[1];
  if (ending === undefined) return source;
  const isClosed = ending.startsWith('</')
    ? /<\/(?:script|style|pre|textarea)>/i.test(source)
    : source.includes(ending, 2);
  return isClosed ? source : `${source}\n${ending}`;
}

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|' +
  'noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** The start of a line that is an HTML block even inside a paragraph. */
export const interruptingHtml = new RegExp(
  `^<(?:!--|\\?|![A-Za-z]|!\\[CDATA\\[|(?:script|pre|style|textarea)(?:[\\s>]|$)|/?(?:${blockNames})(?:[\\s>]|/>|$))`,
  'i',
);

const loneTag =
  /^<(?:\/[A-Za-z][A-Za-z0-9-]*\s*|[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'=<>`]+))?)*\s*\/?)>[ \t]*$/;

/** Whether a line starts an HTML block. */
export const startsHtml = (line: string): boolean => interruptingHtml.test(line) || loneTag.test(line);

/** Converts HTML to native blocks if possible, else to a block of its source. */
export function parseHtmlBlock(source: string, context: Context): readonly Block[] {
  // Comments and processing instructions, and the end of an element that began in a block before.
  if (/^\s*<(?:[!?]|\/[A-Za-z])/.test(source)) return [rawHtml(source)];
  const nodes = parseHtml(source.trim());
  const inner = { ...context, isHtml: true };
  const blocks = nodes && htmlBlocks(nodes, inner);
  if (blocks) return blocks;
  const first = source.trimStart().split('\n', 1)[0]!;
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

const isPlain = (node: Syntax): boolean => Object.keys(node.attributes!).length === 0;

const inLine = (nodes: readonly Syntax[]): boolean =>
  nodes.every(
    (node) =>
      node.type !== 'element' ||
      node.name === 'picture' ||
      (isLineName(node.name!) && inLine(node.children!)),
  );

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

/** The image of a figure with its caption. */
function figureOf(node: Syntax, context: Context): Block | undefined {
  const parts = node.children!.filter((child) => child.type !== 'text' || child.value!.trim() !== '');
  const [picture, legend] = parts;
  if (!isPlain(node) || picture === undefined || parts.length > 2 || (legend && legend.name !== 'figcaption'))
    return undefined;
  const data = linkedImageData(picture, context);
  const text = legend && isPlain(legend) ? htmlBlocks(legend.children!, context) : legend ? undefined : [];
  const isText = text?.every((paragraph) => paragraph.type === 'paragraph');
  return data && isText ? imageOf(data, caption(text!)) : undefined;
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
  const image = target !== undefined && only?.name === 'figure' ? figureOf(only, context) : undefined;
  if (!image || image.data!.link !== undefined) return undefined;
  return [
    block('images', [{ ...image, data: { ...image.data, link: context.refs.parse(target!, 'link') } }]),
  ];
};

const figure: Maker = (node, context) => {
  const image = figureOf(node, context);
  return image && [block('images', [image])];
};

const gallery: Maker = (node, context) => {
  const { own, rest } = take(node.attributes!, ['align', 'data-full-width', 'data-with-frame']);
  const flags = [own['data-full-width'], own['data-with-frame']];
  if (rest.attributes || !flags.every(isFlag)) return undefined;
  if (own.align !== undefined && !Object.hasOwn(alignments, own.align)) return undefined;
  const parts = node.children!.filter((child) => child.type !== 'text' || child.value!.trim() !== '');
  const images = parts.map((part) =>
    part.name === 'figure' ? figureOf(part, context) : imageOrNothing(part, context),
  );
  if (images.length === 0 || images.some((image) => image === undefined || isDrawing(image)))
    return undefined;
  return [
    block('images', images as Block[], {
      ...(own.align === undefined ? {} : { align: own.align }),
      ...(isSet(own['data-full-width']) ? { fullWidth: true } : {}),
      ...(isSet(own['data-with-frame']) ? { withFrame: true } : {}),
    }),
  ];
};

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
  if (node.attributes!['data-gb-custom-block'] === undefined) return gallery(node, context);
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

const codeClass = /^(?:language|lang)-(\S+)$/;

const preformatted: Maker = (node, context) => {
  const [code, ...others] = node.children!.filter(
    (child) => child.type !== 'text' || child.value!.trim() !== '',
  );
  if (code?.name !== 'code' || others.length > 0) return undefined;
  const outer = take(node.attributes!, ['class', ...codeAttributes]);
  const inner = take(code.attributes!, ['class']);
  if (outer.rest.attributes || inner.rest.attributes) return undefined;
  const syntax = codeClass.exec(inner.own.class ?? outer.own.class ?? '')?.[1];
  if ((inner.own.class ?? outer.own.class) !== undefined && syntax === undefined) return undefined;
  const options = readCodeOptions(outer.own);
  const lines = options && codeLines(code.children!, context);
  return lines && [block('code', lines, { ...(syntax === undefined ? {} : { syntax }), ...options })];
};

/** Lines of code from HTML: `strong` is a highlighted line, and annotations and expressions are allowed. */
function codeLines(nodes: readonly Syntax[], context: Context): readonly Block[] | undefined {
  const lines: { nodes: LineNode[]; highlighted: boolean }[] = [{ nodes: [], highlighted: false }];
  const write = (value: string, highlighted: boolean): void => {
    for (const [at, part] of value.replace(/\r\n?/g, '\n').split('\n').entries()) {
      if (at > 0) lines.push({ nodes: [], highlighted: false });
      if (part === '') continue;
      lines.at(-1)!.nodes.push(text(part));
      lines.at(-1)!.highlighted ||= highlighted;
    }
  };
  const visit = (list: readonly Syntax[], highlighted: boolean): boolean =>
    list.every((node) => {
      if (node.type === 'text') write(node.value!, highlighted);
      else if (node.name === 'strong' && isPlain(node) && !highlighted) return visit(node.children!, true);
      else if (node.name === 'a' || node.name === 'code') {
        const parsed = parseLine([node], context) as readonly Inline[];
        if (parsed.length !== 1 || (parsed[0]!.type !== 'annotation' && parsed[0]!.type !== 'expression'))
          return false;
        lines.at(-1)!.nodes.push(parsed[0]!);
        lines.at(-1)!.highlighted ||= highlighted;
      } else return false;
      return true;
    });
  if (!visit(nodes, false)) return undefined;
  // The line ending before the closing tag does not start a new line.
  if (lines.length > 1 && lines.at(-1)!.nodes.length === 0) lines.pop();
  return lines.map((line) => codeLine(joined(line.nodes), line.highlighted ? { highlighted: true } : {}));
}

/** Joins adjacent texts, preserving white space. */
function joined(nodes: readonly LineNode[]): readonly LineNode[] {
  const out: LineNode[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.object === 'text' && last?.object === 'text')
      out[out.length - 1] = text(last.leaves[0]!.text + node.leaves[0]!.text);
    else out.push(node);
  }
  return out;
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
  pre: preformatted,
  a: linkedFigure,
  figure,
  div: division,
  table: (node, context) => parseHtmlTable(node, context, htmlBlocks),
};

// A match never continues over the start of another tag, so that matching takes linear time.
const detailsTag = /<\/?details\b[^<>]*>|<summary\b[^<>]*>(?:(?!<summary\b)[\s\S])*?<\/summary[ \t]{0,9}>/gi;

/** A tag of a details element, its summary, or the HTML between two of them. */
export type DetailsPart =
  | { readonly kind: 'details' | 'end-details' | 'summary'; readonly source: string }
  | { readonly kind: 'node'; readonly node: Syntax };

/** Splits HTML at its details elements, whose content is Markdown again. */
export function splitDetails(source: string): readonly DetailsPart[] {
  const items: DetailsPart[] = [];
  // On one line, since a part with an empty line would end earlier.
  const rest = (piece: string): void => {
    if (piece.trim() !== '')
      items.push({ kind: 'node', node: { type: 'html', value: oneLine(bare(piece)) } });
  };
  let at = 0;
  for (const found of source.matchAll(detailsTag)) {
    rest(source.slice(at, found.index));
    at = found.index + found[0].length;
    const kind = /^<s/i.test(found[0]) ? 'summary' : found[0][1] === '/' ? 'end-details' : 'details';
    items.push({ kind, source: found[0] });
  }
  rest(source.slice(at));
  return items;
}

/** An expandable block; undefined if its tags have unknown attributes or content. */
export function expandable(
  opening: string,
  summary: string | undefined,
  body: readonly Block[],
  context: Context,
): Block | undefined {
  const tag = readTag(oneLine(opening));
  if (tag === undefined) return undefined;
  const { own, rest } = take(tag.attributes, ['open']);
  const parsed = summary === undefined ? [] : parseHtml(summary);
  const element = parsed?.[0];
  if (!parsed || (element && (!isPlain(element) || !inLine(element.children!)))) return undefined;
  const title = element ? parseLine(element.children!, { ...context, isHtml: true }) : [];
  const fragment = (type: string, nodes: readonly Block[]): Fragment => ({
    object: 'fragment',
    type,
    fragment: type,
    nodes,
  });
  return voidBlock('expandable', { ...(own.open === undefined ? {} : { defaultExpanded: true }), ...rest }, [
    fragment('expandable-title', [block('paragraph', normalLine(title))]),
    fragment('expandable-body', atLeastOne(body)),
  ]);
}
