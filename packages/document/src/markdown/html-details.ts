import type { Block, Data, Fragment } from '../document.ts';
import { append } from './append.ts';
import { atLeastOne, block, voidBlock } from './block-nodes.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import { oneLine, parseHtml, readTag } from './html.ts';
import { isPlain } from './html-elements.ts';
import { parseLine } from './inlines.ts';
import { type LineNode, normalLine } from './line.ts';
import { bare } from './raw-html.ts';
import type { Syntax } from './syntax.ts';

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

const isComment = (item: { kind: string; node?: Syntax }): boolean =>
  item.kind === 'node' &&
  item.node?.type === 'html' &&
  /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/.test(item.node.value!);

/** The items with each summary directly after the start of its details element, before comments between them. */
export function summariesFirst<Item extends { readonly kind: string; readonly node?: Syntax }>(
  items: readonly Item[],
): readonly Item[] {
  const sorted: Item[] = [];
  let start: number | undefined;
  for (const item of items) {
    if (item.kind === 'summary' && start !== undefined) sorted.splice(start, 0, item);
    else sorted.push(item);
    if (item.kind === 'details') start = sorted.length;
    else if (!isComment(item)) start = undefined;
  }
  return sorted;
}

/** Blocks in a title that are written without their tags, on lines of their own. */
const titleBlocks = new Set(['p', 'div', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The content of a title as one line. */
function titleLine(nodes: readonly Syntax[]): readonly Syntax[] {
  const line: Syntax[] = [];
  let endsBlock = false;
  for (const node of nodes) {
    const isBlock = node.type === 'element' && titleBlocks.has(node.name!) && isPlain(node);
    const content = isBlock ? titleLine(node.children!) : [node];
    if (content.every(({ type, value }) => type === 'text' && value!.trim() === '')) {
      if (!isBlock && !endsBlock) append(line, content);
      continue;
    }
    if (line.length > 0 && (isBlock || endsBlock)) line.push({ type: 'break' });
    append(line, content);
    endsBlock = isBlock;
  }
  return line;
}

/** The title of an expandable block, and the attributes of its summary. */
function readSummary(source: string, context: Context): { line: readonly LineNode[]; data: Data } {
  const element = parseHtml(source, { unknownElements: 'text' })?.[0];
  // With tags that do not match, its source is text.
  const [, opening, content] = /^(<[^>]*>)([\s\S]*)<\/[^<]*$/.exec(source)!;
  const attributes = element?.attributes ?? readTag(oneLine(opening!))?.attributes ?? {};
  const nodes = element?.children ?? [{ type: 'text', value: content!.replace(/\s+/g, ' ') }];
  return {
    line: parseLine(titleLine(nodes), { ...context, isHtml: true }),
    data: Object.keys(attributes).length > 0 ? { summaryAttributes: attributes } : {},
  };
}

/** An expandable block; undefined if its opening tag is invalid. */
export function expandable(
  opening: string,
  summary: string | undefined,
  body: readonly Block[],
  context: Context,
): Block | undefined {
  const tag = readTag(oneLine(opening));
  if (tag === undefined) return undefined;
  const { own, rest } = take(tag.attributes, ['open']);
  const title = summary === undefined ? undefined : readSummary(summary, context);
  const fragment = (type: string, nodes: readonly Block[]): Fragment => ({
    object: 'fragment',
    type,
    fragment: type,
    nodes,
  });
  const data = { ...(own.open === undefined ? {} : { defaultExpanded: true }), ...rest, ...title?.data };
  return voidBlock('expandable', data, [
    fragment('expandable-title', [block('paragraph', normalLine(title?.line ?? []))]),
    fragment('expandable-body', atLeastOne(body)),
  ]);
}
