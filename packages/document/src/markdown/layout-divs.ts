import type { Syntax } from './syntax.ts';

const opening = /^\s*<div\s[^<>]*>\s*$/i;
const closing = /^\s*<\/div>\s*$/i;

/** Whether a node may be a figure or a table; tags and other elements pair with nodes elsewhere. */
const mayHaveLayout = ({ type, value = '' }: Syntax): boolean =>
  type === 'table' ||
  type === 'paragraph' ||
  (type === 'html' && /^\s*<(?:a|figure|img|picture|table)\b/i.test(value));

/** The place of the end of a `div` around figures or tables; undefined if it has anything else. */
function endOf(nodes: readonly Syntax[], at: number): number | undefined {
  let end = at + 1;
  while (end < nodes.length && mayHaveLayout(nodes[end]!)) end++;
  const last = nodes[end];
  return end > at + 1 && last?.type === 'html' && closing.test(last.value!) ? end : undefined;
}

/** Joins a `div` with a layout to the figures or tables in it, which empty lines made blocks of their own. */
export function withLayoutDivs(nodes: readonly Syntax[]): readonly Syntax[] {
  const isOpening = ({ type, value }: Syntax): boolean => type === 'html' && opening.test(value!);
  if (!nodes.some(isOpening)) return nodes;
  const joined: Syntax[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const end = isOpening(node) ? endOf(nodes, at) : undefined;
    if (end === undefined) joined.push(node);
    else {
      joined.push({ type: 'layout', value: node.value!, children: nodes.slice(at + 1, end) });
      at = end;
    }
  }
  return joined;
}
