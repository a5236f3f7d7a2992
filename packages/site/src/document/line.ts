import type { Inline, Leaf, MarkType, Node } from '@lectern/document';
import { type Child, classes, type Html, h, join } from '../html/html.ts';
import { sanitizeTag } from '../html/sanitize.ts';
import type { Rendering } from './context.ts';
import { colorClass } from './data.ts';
import { resolveAddress } from './html-addresses.ts';
import { renderInline } from './inlines.ts';

/** The element of each type of mark; a color has classes instead. */
const elements = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
  color: undefined,
} satisfies Record<MarkType, string | undefined>;

/** A text with its line breaks. */
const withLineBreaks = (text: string): Child =>
  text.includes('\n') ? text.split('\n').map((part, at) => [at > 0 && h('br', null), part]) : text;

/** Renders a leaf in the elements of its marks, with code innermost. */
function renderLeaf(leaf: Leaf): Child {
  let content: Child = withLineBreaks(String(leaf.text ?? ''));
  const marks = [...(leaf.marks ?? [])].sort((a, b) => Number(b.type === 'code') - Number(a.type === 'code'));
  for (const mark of marks) {
    if (mark.type === 'color') {
      const color = colorClass('color', mark.data?.text);
      const fill = colorClass('fill', mark.data?.background);
      if (color || fill) content = h(fill ? 'mark' : 'span', { class: classes(color, fill) }, content);
    } else if (Object.hasOwn(elements, mark.type)) content = h(elements[mark.type], null, content);
  }
  return content;
}

/**
 * Renders texts and inlines. An HTML node is a single tag: a closing tag counts only if it closes the innermost open tag, and
 * tags that stay open are closed at the end of the line.
 */
export function renderLine(nodes: readonly Node[], rendering: Rendering): Html {
  const out: Child[] = [];
  const open: string[] = [];
  for (const node of nodes) {
    if (node?.object === 'text') out.push((node.leaves ?? []).map(renderLeaf));
    else if (node?.object === 'inline' && node.type === 'html') {
      const tag = sanitizeTag(String((node as Inline).data?.source ?? ''), resolveAddress(rendering));
      if (tag === undefined) continue;
      if (tag.kind === 'close') {
        if (open.at(-1) !== tag.name) continue;
        open.pop();
      } else if (tag.kind === 'open') open.push(tag.name);
      out.push(tag.html);
    } else if (node?.object === 'inline') out.push(renderInline(node, rendering));
  }
  for (const name of open.reverse()) out.push(sanitizeTag(`</${name}>`)!.html);
  return join(out);
}
