import type { Syntax } from './syntax.ts';
import { isContainerTag, readTagLine } from './tags.ts';

/** The name of a block that a tag closes. */
const closedBy = (node: Syntax): string | undefined => {
  const { name, rest } = node.type === 'tag' ? readTagLine(node.value!) : { name: '', rest: '' };
  return name.startsWith('end') && rest === '' ? name.slice(3) : undefined;
};

const openedBy = (node: Syntax): string | undefined => {
  const name = node.type === 'tag' ? readTagLine(node.value!).name : '';
  return isContainerTag(name) ? name : undefined;
};

/** Whether a tag closes a block that nodes before it open. */
const opensBefore = (nodes: readonly Syntax[], name: string): boolean =>
  nodes.reduce((count, node) => {
    if (openedBy(node) === name) return count + 1;
    return closedBy(node) === name ? count - 1 : count;
  }, 0) > 0;

/** A list without the closing tags at its end, and these tags; undefined if they do not close the open blocks. */
function withoutEnds(
  list: Syntax,
  open: readonly string[],
): { readonly list: Syntax; readonly ends: readonly Syntax[] } | undefined {
  const items = list.children!;
  const item = items.at(-1)!;
  const children = item.children!;
  const replaced = (rest: readonly Syntax[]): Syntax => ({
    ...list,
    children: [...items.slice(0, -1), { ...item, children: rest }],
  });
  const last = children.at(-1);
  if (last?.type === 'list') {
    const inner = withoutEnds(last, open);
    return inner && { list: replaced([...children.slice(0, -1), inner.list]), ends: inner.ends };
  }
  let from = children.length;
  while (from > 0 && closedBy(children[from - 1]!) !== undefined) from--;
  const [before, ends] = [children.slice(0, from), children.slice(from)];
  const isOurs = ends.every((end, at) => {
    const name = closedBy(end)!;
    return name === open.at(-1 - at) && !opensBefore(before, name);
  });
  return ends.length > 0 && isOurs ? { list: replaced(before), ends } : undefined;
}

/** Moves closing tags that are indented like the last item of a list out of the list, if their blocks are open around it. */
export function withIndentedEnds(nodes: readonly Syntax[]): readonly Syntax[] {
  if (!nodes.some(({ type }) => type === 'list') || !nodes.some((node) => openedBy(node) !== undefined))
    return nodes;
  const out: Syntax[] = [];
  const open: string[] = [];
  for (const node of nodes) {
    const opened = openedBy(node);
    const closed = closedBy(node);
    if (opened !== undefined) open.push(opened);
    else if (closed !== undefined && open.at(-1) === closed) open.pop();
    const found = node.type === 'list' && open.length > 0 ? withoutEnds(node, open) : undefined;
    if (found === undefined) out.push(node);
    else {
      out.push(found.list, ...found.ends);
      open.splice(open.length - found.ends.length);
    }
  }
  return out;
}
