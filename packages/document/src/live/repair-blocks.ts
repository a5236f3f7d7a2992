import { type EditorNode, filler, PRESERVED, PRESERVED_INLINE } from '../editor/editor-node.ts';
import { LINE_BREAK, MARK_NAMES, SPANS } from '../editor/line.ts';
import { blockName, blockTypes, inlineName, inlineTypes } from '../editor/names.ts';
import { isFlowBlock, shapeOf } from '../editor/shapes.ts';
import { BLOCKS, type BlockType } from '../node-types.ts';

type Content = readonly EditorNode[];

/** A block that fits where it is, and the words for which there is no room in it, as paragraphs after it. */
interface Repaired {
  readonly node?: EditorNode;
  readonly rest: Content;
}

const NONE: Repaired = { rest: [] };
const isParagraph = ({ type }: EditorNode): boolean => type === 'paragraph';
const isFlow = ({ type }: EditorNode): boolean =>
  type === PRESERVED || (blockTypes.has(type) && isFlowBlock(blockTypes.get(type)!));
const isInline = ({ type }: EditorNode): boolean =>
  type === 'text' || type === LINE_BREAK || type === PRESERVED_INLINE || inlineTypes.has(type);

const marked = (node: EditorNode, names: readonly string[]): EditorNode => {
  if (!node.marks || node.marks.every(({ type }) => names.includes(type))) return node;
  const { marks, ...rest } = node;
  const kept = marks.filter(({ type }) => names.includes(type));
  return kept.length > 0 ? { ...rest, marks: kept } : rest;
};

/** Code is text: a line break becomes the end of a line, and what cannot be written in code is left out. */
const codeContent = (content: Content): Content =>
  content.flatMap((node) => {
    if (node.type === LINE_BREAK) return [marked({ ...node, type: 'text', text: '\n' }, SPANS)];
    return node.type === 'text' || node.type === inlineName('expression') ? [marked(node, SPANS)] : [];
  });

const lineContent = (content: Content): Content =>
  content.filter(isInline).flatMap((node) => {
    if (node.type !== 'text' || !node.text!.includes('\n')) return [marked(node, MARK_NAMES)];
    const { text, ...rest } = node;
    return text!
      .split('\n')
      .flatMap((part, at) => [
        ...(at > 0 ? [{ ...rest, type: LINE_BREAK }] : []),
        ...(part === '' ? [] : [{ ...rest, text: part }]),
      ]);
  });

const headingContent = (content: Content): Content =>
  content.filter(({ type }) => type === 'text').map((node) => marked(node, []));

/** The lines of a block as paragraphs. */
export const linesOf = ({ type, content = [] }: EditorNode): Content => {
  if (type === 'text') return [];
  const isLine = content.some(isInline);
  if (!isLine) return content.flatMap(linesOf);
  return [{ type: 'paragraph', content: lineContent(content) }];
};

const withContent = (node: EditorNode, content: Content): EditorNode =>
  content === node.content || (content.length === 0 && !node.content) ? node : { ...node, content };

const same = (old: Content, now: Content): Content =>
  old.length === now.length && old.every((node, at) => node === now[at]) ? old : now;

/** Repairs children; those that do not fit become paragraphs after the parent. */
const repairAll = (
  content: Content,
  fits: (node: EditorNode) => boolean,
): { readonly kept: Content; readonly rest: Content } => {
  const [kept, rest]: [EditorNode[], EditorNode[]] = [[], []];
  for (const child of content) {
    if (!fits(child)) {
      rest.push(...linesOf(child));
      continue;
    }
    const { node, rest: more } = repair(child);
    if (node) kept.push(node);
    rest.push(...more);
  }
  return { kept: same(content, kept), rest };
};

const flow = (node: EditorNode, isRequired: boolean): Repaired => {
  const { content = [] } = node;
  const kept = repairFlow(content);
  if (kept.length === 0 && !isRequired) return NONE;
  return { node: withContent(node, kept.length === 0 ? [filler] : kept), rest: [] };
};

const holding = (
  node: EditorNode,
  fits: (child: EditorNode) => boolean,
  isEmptyAllowed = false,
): Repaired => {
  const { kept, rest } = repairAll(node.content ?? [], fits);
  // A block without its items has nothing to show.
  if (kept.length === 0 && !isEmptyAllowed) return { rest };
  return { node: withContent(node, kept), rest };
};

const named =
  (...names: readonly string[]) =>
  ({ type }: EditorNode): boolean =>
    names.includes(type);

const table = (node: EditorNode): Repaired => {
  const { kept, rest } = repairAll(node.content ?? [], named('tableHead', 'tableRow'));
  const heads = kept.filter(named('tableHead'));
  const rows = kept.filter(named('tableRow'));
  if (heads.length === 0) return { rest: [...rest, ...rows.flatMap(linesOf)] };
  return {
    node: withContent(node, same(kept, [heads[0]!, ...rows])),
    rest: [...rest, ...heads.slice(1).flatMap(linesOf)],
  };
};

const expandable = (node: EditorNode): Repaired => {
  const { content = [] } = node;
  const titles = content.filter(named('expandableTitle'));
  const bodies = content.filter(named('expandableBody'));
  const lines = titles.flatMap(({ content: all = [] }) => all).filter(isParagraph);
  const [first = filler, ...others] = lines.map((line) =>
    withContent(line, same(line.content ?? [], lineContent(line.content ?? []))),
  );
  const title: EditorNode = withContent(
    titles[0] ?? { type: 'expandableTitle' },
    same(titles[0]?.content ?? [], [first]),
  );
  const inside = [...others, ...bodies.flatMap(({ content: all = [] }) => all)];
  const kept = repairFlow(same(bodies[0]?.content ?? [], inside));
  const body: EditorNode = withContent(
    bodies[0] ?? { type: 'expandableBody' },
    kept.length === 0 ? [filler] : kept,
  );
  if (titles.length === 0 && bodies.length === 0) return NONE;
  return { node: withContent(node, same(content, [title, body])), rest: [] };
};

const captioned = (node: EditorNode): Repaired => {
  const { kept, rest } = repairAll(node.content ?? [], named('caption'));
  return { node: withContent(node, kept.slice(0, 1)), rest: [...rest, ...kept.slice(1).flatMap(linesOf)] };
};

const PARTS: Readonly<Record<string, (node: EditorNode) => Repaired>> = {
  caption: (node) => holding(node, isParagraph),
  tableHead: (node) => holding(node, named('tableHeading')),
  tableRow: (node) => holding(node, named('tableCell', 'tableValue')),
  tableCell: (node) => flow(node, true),
  tableValue: (node) => ({ node, rest: [] }),
  tableHeading: (node) => ({ node: line(node, headingContent), rest: [] }),
};

const line = (node: EditorNode, contentOf: (content: Content) => Content): EditorNode => {
  const { content = [] } = node;
  return withContent(node, same(content, contentOf(content)));
};

const byShape = (node: EditorNode, type: BlockType): Repaired => {
  switch (shapeOf(type)) {
    case 'line':
      return { node: line(node, lineContent), rest: [] };
    case 'code':
      return { node: line(node, codeContent), rest: [] };
    case 'flow':
      return flow(node, isFlowBlock(type));
    case 'items': {
      const { holds } = BLOCKS[type];
      return holding(node, named(...(holds as readonly BlockType[]).map(blockName)));
    }
    case 'captioned':
      return captioned(node);
    case 'expandable':
      return expandable(node);
    case 'table':
      return table(node);
    default:
      return node.attrs?.node ? { node, rest: [] } : NONE;
  }
};

const repair = (node: EditorNode): Repaired => {
  if (node.type === PRESERVED) return node.attrs?.node ? { node, rest: [] } : NONE;
  const part = PARTS[node.type];
  if (part) return part(node);
  const type = blockTypes.get(node.type);
  return type ? byShape(node, type) : NONE;
};

const repairFlow = (content: Content): Content =>
  same(
    content,
    content.flatMap((child) => {
      if (!isFlow(child)) return linesOf(child);
      const { node, rest } = repair(child);
      return node ? [node, ...rest] : rest;
    }),
  );

/**
 * The blocks of a page in a form that every editor can show. Edits of several people at the same moment can leave a list without
 * items, or two titles: whoever reads the page, it is repaired in the same way, and no words are left out.
 */
export const repairBlocks = (content: Content): Content => {
  const kept = repairFlow(content);
  return kept.length > 0 ? kept : [filler];
};
