import type { Block, Data, Fragment } from '../document.ts';
import { alertHint } from './alerts.ts';
import { withApiMethods } from './api-methods.ts';
import { append } from './append.ts';
import { atLeastOne, block, codeBlock, heading, paragraphOf, voidBlock } from './block-nodes.ts';
import { withCodeTabs } from './code-tabs.ts';
import type { Context } from './context.ts';
import { withCustomBlocks } from './custom-blocks.ts';
import { oneLine, readTag } from './html.ts';
import { htmlBlocks, parseHtmlBlock, withLayout } from './html-blocks.ts';
import { type DetailsPart, expandable, splitDetails, summariesFirst } from './html-details.ts';
import { impliedEnds } from './implied-ends.ts';
import { withIndentedEnds } from './indented-ends.ts';
import { withInlineTags } from './inline-tags.ts';
import { pairTags, parseLine } from './inlines.ts';
import { parseIntegration } from './integrations.ts';
import { withLayoutDivs } from './layout-divs.ts';
import { type LineNode, lineText, normalLine as normal, text } from './line.ts';
import { printMarkdown } from './print.ts';
import { rawHtml } from './raw-html.ts';
import type { Syntax } from './syntax.ts';
import { parsePipeTable } from './table-parse.ts';
import {
  isContainerTag,
  readTagData,
  readTagLine,
  type Tag,
  type TagShape,
  tagShapes,
  unquote,
} from './tags.ts';

/** A part of a list of blocks: an opening or closing tag, or a single block. */
type Item = { readonly kind: 'tag'; readonly tag: Tag } | DetailsPart;

/** The maximum depth of nested tags; deeper ones are kept as source. */
const maxDepth = 50;

/** The nodes with the tags of blocks as nodes of their own, however they are written. */
const blockNodes = (nodes: readonly Syntax[]): readonly Syntax[] =>
  withLayoutDivs(withApiMethods(withIndentedEnds(withInlineTags(withCodeTabs(withCustomBlocks(nodes))))));

/** Converts syntax nodes to blocks. */
export function parseBlocks(nodes: readonly Syntax[], context: Context): readonly Block[] {
  const items: Item[] = [];
  for (const node of blockNodes(nodes)) {
    if (node.type === 'tag') items.push({ kind: 'tag', tag: readTagLine(node.value!) });
    else if (node.type === 'html' && /<\/?(?:details|summary)\b/i.test(node.value!))
      append(items, splitDetails(node.value!));
    else items.push({ kind: 'node', node });
  }
  const ended = withImpliedEnds(summariesFirst(items));
  const partners = pair(ended, context.depth);
  return build(ended, partners, 0, ended.length, context);
}

/** The items with the closing tags that tabs, steps and the like lack. */
function withImpliedEnds(items: readonly Item[]): readonly Item[] {
  const ends = impliedEnds(items.map((item) => (item.kind === 'tag' ? item.tag.source : undefined)));
  if (ends.size === 0) return items;
  return items.flatMap((item, at): readonly Item[] => {
    const name = ends.get(at);
    return name === undefined ? [item] : [{ kind: 'tag', tag: readTagLine(`{% end${name} %}`) }, item];
  });
}

const opens = (item: Item): string | undefined => {
  if (item.kind === 'details') return '<details';
  if (item.kind !== 'tag') return undefined;
  return isContainerTag(item.tag.name) ? item.tag.name : undefined;
};

const closes = (item: Item): string | undefined => {
  if (item.kind === 'end-details') return '<details';
  return item.kind === 'tag' && item.tag.rest === '' && item.tag.name.startsWith('end')
    ? item.tag.name.slice(3)
    : undefined;
};

/** Matches opening with closing tags. An unclosed inner tag has no partner. */
function pair(items: readonly Item[], depth: number): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: { name: string; at: number }[] = [];
  const counts = new Map<string, number>();
  const pop = (): { name: string; at: number } => {
    const last = open.pop()!;
    counts.set(last.name, counts.get(last.name)! - 1);
    return last;
  };
  for (const [at, item] of items.entries()) {
    const closing = closes(item);
    if (closing !== undefined && counts.get(closing)) {
      let last = pop();
      while (last.name !== closing) last = pop();
      partners.set(last.at, at);
      continue;
    }
    const opening = opens(item);
    if (opening === undefined || open.length + depth >= maxDepth) continue;
    open.push({ name: opening, at });
    counts.set(opening, (counts.get(opening) ?? 0) + 1);
  }
  return partners;
}

/** The source of a tag without a block of its own. Clients ignore it. */
const rawTag = (source: string): Block => voidBlock('tag', { source });

function build(
  items: readonly Item[],
  partners: ReadonlyMap<number, number>,
  from: number,
  to: number,
  context: Context,
): Block[] {
  const out: Block[] = [];
  for (let at = from; at < to; at++) {
    const item = items[at]!;
    const end = partners.get(at);
    if (end !== undefined) {
      const inner = build(items, partners, at + 1, end, { ...context, depth: context.depth + 1 });
      const summary = items[at + 1]!;
      if (item.kind === 'details') {
        const hasSummary = end > at + 1 && summary.kind === 'summary';
        const made = expandable(item.source, hasSummary ? summary.source : undefined, inner, context);
        if (made) out.push(made);
        else append(out, [rawHtml(item.source), ...inner, rawHtml('</details>')]);
      } else if (item.kind === 'tag') {
        const made = container(item.tag, inner, context);
        if (made) out.push(made);
        else
          append(out, [rawTag(item.tag.source), ...inner, rawTag((items[end] as { tag: Tag }).tag.source)]);
      }
      at = end;
      continue;
    }
    if (item.kind === 'tag') {
      const made = singleTag(items, at, to, context);
      out.push(made.block);
      at = made.end;
    } else if (item.kind === 'node') append(out, parseBlock(item.node, context));
    // The summary of a details element is already parsed.
    else if (item.kind !== 'summary' || items[at - 1]?.kind !== 'details' || !partners.has(at - 1))
      out.push(rawHtml(item.source));
  }
  return out;
}

const sourceOf = (nodes: readonly Block[], { refs }: Context): string =>
  printMarkdown({ object: 'document', data: {}, nodes }, { refs }).trimEnd();

/** The block of a tag with a closing tag. */
function container(tag: Tag, inner: readonly Block[], context: Context): Block | undefined {
  if (tag.name === 'if') return block('if', inner, { expression: tag.rest });
  const shape = tagShapes[tag.name]!;
  const data = readTagData(tag, shape, context.refs);
  if (!data) return undefined;
  if (shape.content === 'blocks')
    return block(shape.type, shape.mayBeEmpty ? inner : atLeastOne(inner), data);
  if (shape.content === 'code') {
    const [code] = inner;
    if (inner.length !== 1 || code!.type !== 'code') {
      // A prompt is a text to copy: other blocks are its Markdown.
      const isPrompt = shape.type === 'prompt' && inner.length > 0;
      return isPrompt ? block('prompt', [codeBlock(sourceOf(inner, context), {})], data) : undefined;
    }
    if (shape.type !== 'code') return block(shape.type, inner, data);
    const taken = Object.keys(data).some((field) => code!.data![field] !== undefined);
    return taken ? undefined : { ...code!, data: { ...code!.data, ...data } };
  }
  if (typeof shape.content === 'object' && 'parts' in shape.content) {
    const { parts } = shape.content;
    const isWhole =
      inner.length === parts.length && inner.every((child, at) => child.type === tagShapes[parts[at]!]!.type);
    return isWhole ? block(shape.type, inner, data) : undefined;
  }
  const { items } = shape.content as { items: string };
  const type = tagShapes[items]!.type;
  return inner.length > 0 && inner.every((child) => child.type === type)
    ? block(shape.type, inner, data)
    : undefined;
}

/** The maximum number of nodes up to an optional closing tag. */
const maxOptionalNodes = 6;

/** The block of a single tag, possibly with a short part up to its closing tag. */
function singleTag(
  items: readonly Item[],
  at: number,
  to: number,
  context: Context,
): { block: Block; end: number } {
  const { tag } = items[at] as { tag: Tag };
  const own = voidTag(tag, context);
  if (own) return { block: own, end: at };
  const name = Object.hasOwn(olderNames, tag.name) ? olderNames[tag.name]! : tag.name;
  const shape = Object.hasOwn(tagShapes, name) ? tagShapes[name] : undefined;
  const known = tag.name === 'page-ref' ? { ...tag, rest: tag.rest.replace(/^page\s*=/, 'url=') } : tag;
  const hasPart = shape && (shape.content === 'caption' || shape.content === 'body');
  const read = hasPart ? readTagData(known, shape, context.refs) : undefined;
  if (!hasPart || !read) return { block: rawTag(tag.source), end: at };
  const { caption, data } = takeCaption(read, shape);
  let end = at + 1;
  while (end < to && end - at <= maxOptionalNodes && items[end]!.kind === 'node') end++;
  const closing = items[end];
  const isClosed =
    end < to && closing?.kind === 'tag' && closing.tag.name === `end${tag.name}` && closing.tag.rest === '';
  const captioned = caption && [partOf(shape, [block('paragraph', normal([text(caption)]))])];
  if (!isClosed) return { block: voidBlock(shape.type, data, captioned || undefined), end: at };
  const nodes = items.slice(at + 1, end).map((item) => (item as { node: Syntax }).node);
  const part = nodes.length > 0 ? parseBlocks(nodes, context) : [];
  if (part.length === 0) return { block: voidBlock(shape.type, data, captioned || undefined), end };
  const fragments = isDefaultPart(part, data, shape, context) ? undefined : [partOf(shape, part)];
  return { block: voidBlock(shape.type, read, fragments), end };
}

/** Older names of tags. */
const olderNames: Readonly<Record<string, string>> = { 'page-ref': 'content-ref', swagger: 'openapi' };

/** The caption of a file or an embed, which older versions of the hosted service write as an attribute. */
function takeCaption(
  read: Data,
  { content }: TagShape,
): { readonly caption: string | undefined; readonly data: Data } {
  const { attributes, ...data } = read as Data & { attributes?: Readonly<Record<string, string>> };
  const { caption, ...others } = attributes ?? {};
  if (caption === undefined || content !== 'caption') return { caption: undefined, data: read };
  return {
    caption: caption.trim() === '' ? undefined : caption,
    data: Object.keys(others).length > 0 ? { ...data, attributes: others } : data,
  };
}

const partOf = (shape: TagShape, nodes: readonly Block[]): Fragment => ({
  object: 'fragment',
  fragment: shape.content as string,
  nodes,
});

/** Whether a part only repeats the target of its tag. */
function isDefaultPart(part: readonly Block[], data: Data, shape: TagShape, context: Context): boolean {
  const [paragraph] = part;
  const [link] = (paragraph?.nodes ?? []) as readonly LineNode[];
  if (part.length !== 1 || paragraph!.type !== 'paragraph' || paragraph!.nodes!.length !== 1) return false;
  if (shape.content !== 'body' || link?.object !== 'inline' || link.type !== 'link') return false;
  const { ref, ...more } = link.data as { ref: never };
  const url = context.refs.print(ref);
  return (
    Object.keys(more).length === 0 &&
    lineText(link.nodes!) === url &&
    context.refs.print(data.ref as never) === url
  );
}

/** The block of a tag without a closing tag. */
function voidTag(tag: Tag, context: Context): Block | undefined {
  if (tag.name === 'include') {
    const quoted = /^(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)')$/.exec(tag.rest);
    const path = quoted?.[1] ?? quoted?.[2];
    return path === undefined
      ? undefined
      : voidBlock('reusable-content', { ref: context.refs.parse(unquote(path), 'include') });
  }
  return parseIntegration(tag);
}

/** The conversion of each type of syntax node. */
const makers: Readonly<
  Record<string, (node: Syntax, context: Context) => Block | readonly Block[] | undefined>
> = {
  paragraph,
  heading: (node, context) => heading(node.depth!, parseLine(node.children!, context)),
  thematicBreak: () => voidBlock('divider'),
  blockquote(node, context) {
    const parse = (nodes: readonly Syntax[]) => parseBlocks(nodes, { ...context, depth: context.depth + 1 });
    return alertHint(node, parse) ?? block('blockquote', atLeastOne(parse(node.children!)));
  },
  list,
  code: (node) =>
    codeBlock(node.value!, {
      ...(node.lang ? { syntax: node.lang } : {}),
      ...(node.meta ? { meta: node.meta } : {}),
    }),
  math: (node) => voidBlock('math', { formula: node.value! }),
  html: (node, context) => parseHtmlBlock(node.value!, context),
  layout(node, context) {
    const blocks = parseBlocks(node.children!, context);
    const { attributes = {} } = readTag(oneLine(node.value!.trim())) ?? {};
    return withLayout(attributes, blocks) ?? [rawHtml(node.value!), ...blocks, rawHtml('</div>')];
  },
  table: (node, context) => parsePipeTable(node, context, htmlBlocks),
  definition: (node, context) =>
    context.isUsed(node)
      ? undefined
      : voidBlock('definition', {
          label: node.label ?? node.identifier!,
          url: node.url!,
          ...(node.title ? { title: node.title } : {}),
        }),
  footnoteDefinition: (node, context) => (context.isUsed(node) ? undefined : unusedFootnote(node, context)),
};

function parseBlock(node: Syntax, context: Context): readonly Block[] {
  const made = makers[node.type]?.(node, context);
  return made === undefined ? [] : Array.isArray(made) ? made : [made as Block];
}

/** The figure that a paragraph consists of, if it is in a link: a link alone starts no HTML block. */
function linkedFigure(nodes: readonly Syntax[], context: Context): Block | undefined {
  const [first] = nodes;
  if (first?.type !== 'html' || !/^<a\s/i.test(first.value!)) return undefined;
  const elements = pairTags(nodes);
  const blocks = elements.length === 1 ? htmlBlocks(elements, context) : undefined;
  return blocks?.length === 1 && blocks[0]!.type === 'images' ? blocks[0] : undefined;
}

function paragraph(node: Syntax, context: Context): Block | undefined {
  const figure = linkedFigure(node.children!, context);
  if (figure) return figure;
  const [only] = node.children!;
  if (node.children!.length === 1) {
    if (only!.type === 'image' || only!.type === 'imageReference') {
      const target = only!.type === 'image' ? only! : context.definitions.get(only!.identifier!)!;
      const alt = only!.alt ? normal([text(oneLine(only!.alt))]) : [];
      const caption =
        alt.length > 0
          ? [{ object: 'fragment' as const, fragment: 'caption', nodes: [block('paragraph', alt)] }]
          : [];
      const title = target.title ? { attributes: { title: target.title } } : {};
      const image = voidBlock('image', { ref: context.refs.parse(target.url!, 'image'), ...title }, caption);
      return block('images', [image]);
    }
    if (only!.type === 'inlineMath') return voidBlock('math', { formula: only!.value! });
  }
  const nodes = parseLine(node.children!, context);
  return nodes.length === 0 ? undefined : paragraphOf(nodes);
}

function list(node: Syntax, context: Context): Block {
  const items = node.children!;
  const isTasks = !node.ordered && items.some((item) => typeof item.checked === 'boolean');
  const inner = { ...context, depth: context.depth + 1 };
  const nodes = items.map((item) =>
    block(
      'list-item',
      atLeastOne(parseBlocks(item.children!, inner)),
      typeof item.checked === 'boolean' ? { checked: item.checked } : {},
    ),
  );
  if (isTasks) return block('list-tasks', nodes);
  if (!node.ordered) return block('list-unordered', nodes);
  return block(
    'list-ordered',
    nodes,
    node.start === 1 || typeof node.start !== 'number' ? {} : { start: node.start },
  );
}

/** An unused footnote as text. */
function unusedFootnote(node: Syntax, context: Context): readonly Block[] {
  const blocks = parseBlocks(node.children!, context);
  const mark = text(`[^${node.label ?? node.identifier}]: `);
  const [first, ...rest] = blocks;
  return first?.type === 'paragraph'
    ? [block('paragraph', normal([mark, ...(first.nodes as readonly LineNode[])])), ...rest]
    : [block('paragraph', normal([mark])), ...blocks];
}
