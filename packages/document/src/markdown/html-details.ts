import type { Block, Fragment } from '../document.ts';
import { atLeastOne, block, voidBlock } from './block-nodes.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import { oneLine, parseHtml, readTag } from './html.ts';
import { inLine, isPlain } from './html-elements.ts';
import { parseLine } from './inlines.ts';
import { normalLine } from './line.ts';
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
