import type { Block, Document, Fragment, Inline, Node } from '../document.ts';
import { BLOCKS } from '../node-types.ts';

/** Fields of a node's data that a translation may change. */
const words = new Set(['title', 'alt', 'label', 'description', 'caption', 'id', 'slug']);

const text = (value: unknown): string =>
  JSON.stringify(value, (name, item: unknown) => {
    if (words.has(name) && typeof item === 'string') return undefined;
    // Raw HTML is compared by its tags.
    if (name === 'source' && typeof item === 'string')
      return (item.match(/<[^>]*>/g) ?? [])
        .map((tag) => tag.replace(/\s(?:alt|title)=("[^"]*"|'[^']*')/gi, ''))
        .join('');
    return item;
  }) ?? '';

/** The structure of a document without its words, as text for comparison. */
export const structureOf = (document: Document): string => document.nodes.map(ofBlock).join('\n');

const ofBlock = (node: Block): string => {
  const children = node.nodes ?? [];
  const isLine = children.some((child) => child.object !== 'block');
  // Cell names depend on their content.
  const data = node.type === 'table' ? tableData(node) : text(node.data ?? {});
  const inner =
    node.type === 'code'
      ? text(children)
      : isLine
        ? ofLine(children)
        : children.map((child) => ofBlock(child as Block)).join(',');
  return `${node.type}${data}(${inner})${(node.fragments ?? []).map(ofFragment).join('')}`;
};

const tableData = ({ data = {} }: Block): string => {
  const definition = Object.values((data.definition ?? {}) as Record<string, object>);
  const records = Object.keys((data.records ?? {}) as object).length;
  return `${definition.map((column) => text({ ...column, options: undefined })).join()}/${records}`;
};

const ofFragment = (fragment: Fragment): string =>
  `{${fragment.nodes.map((node) => ofBlock(node as Block)).join(',')}}`;

/** The inlines and marks of a line, sorted: their order depends on the language. */
function ofLine(nodes: readonly Node[]): string {
  const found: string[] = [];
  const marks = new Set<string>();
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) {
        const kinds = leaf.marks.map((mark) => text(mark)).sort();
        if (leaf.marks.some((mark) => mark.type === 'code')) found.push(`code:${leaf.text}`);
        if (leaf.text.trim() !== '') for (const kind of kinds) marks.add(kind);
        for (const _ of leaf.text.matchAll(/\n/g)) found.push('break');
      }
    } else if (node.object === 'inline') found.push(ofInline(node));
  }
  return [...found.sort(), ...[...marks].sort()].join(';');
}

const ofInline = (node: Inline): string =>
  `${node.type}${text(node.data ?? {})}[${ofLine(node.nodes ?? [])}]${(node.fragments ?? []).map(ofFragment).join('')}`;

/** The anchors of headings, in their order. */
export const headingAnchors = (document: Document): readonly string[] => {
  const found: string[] = [];
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object === 'block' && BLOCKS[node.type].headingLevel !== undefined)
      found.push(String(node.meta?.id ?? ''));
    for (const child of (node.nodes ?? []) as readonly Node[]) visit(child);
    for (const part of 'fragments' in node ? (node.fragments ?? []) : []) visit(part);
  };
  for (const node of document.nodes) visit(node);
  return found;
};
