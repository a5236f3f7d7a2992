import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';

/** The kinds of blocks that words can be turned into. */
const TARGETS = [
  { name: 'paragraph', label: 'Text' },
  { name: 'heading1', label: 'Heading 1' },
  { name: 'heading2', label: 'Heading 2' },
  { name: 'heading3', label: 'Heading 3' },
  { name: 'listUnordered', label: 'Bulleted list' },
  { name: 'listOrdered', label: 'Numbered list' },
  { name: 'listTasks', label: 'Task list' },
  { name: 'blockquote', label: 'Quote' },
  { name: 'hint', label: 'Hint' },
] as const;

/** A kind of block that words can be turned into. */
export type Target = (typeof TARGETS)[number]['name'];

const isLine = ({ type }: EditorNode): boolean => type === 'paragraph' || type.startsWith('heading');
const isList = (type: string): boolean => type.startsWith('list') && type !== 'listItem';
const isTarget = (type: string): boolean => TARGETS.some(({ name }) => name === type);

/** The targets of a block; none if it holds something else than words. */
export const targetsOf = (type: string): readonly (typeof TARGETS)[number][] =>
  isTarget(type) ? TARGETS.filter(({ name }) => name !== type) : [];

const partsOf = (node: EditorNode): readonly EditorNode[] => {
  if (isLine(node)) return [node];
  const content = node.content ?? [];
  return isList(node.type) ? content.flatMap((item) => item.content ?? []) : content;
};

const lineAs = (type: string, line: EditorNode): EditorNode => {
  const align = (line.attrs?.data as { align?: unknown } | null | undefined)?.align;
  return {
    type,
    attrs: { isVoid: false, data: align === undefined ? {} : { align } },
    ...(line.content && { content: line.content }),
  };
};

const listOf = (type: string, parts: readonly EditorNode[]): EditorNode => {
  const items: EditorNode[][] = [];
  for (const part of parts) {
    // A list inside of a list belongs to the item above it.
    if (isLine(part) || items.length === 0) items.push([isLine(part) ? lineAs('paragraph', part) : part]);
    else items.at(-1)!.push(part);
  }
  const data = type === 'listTasks' ? { checked: false } : {};
  return {
    type,
    attrs: { isVoid: false, data: {} },
    content: items.map((content) => ({ type: 'listItem', attrs: { isVoid: false, data }, content })),
  };
};

/** A block of words as blocks of another kind. No word is lost. */
export const turnInto = (node: EditorNode, target: Target): readonly EditorNode[] => {
  const parts = partsOf(node);
  if (isList(target)) return [listOf(target, parts)];
  if (target === 'blockquote' || target === 'hint')
    return [
      {
        type: target,
        attrs: { isVoid: false, data: target === 'hint' ? { style: 'info' } : {} },
        content: parts,
      },
    ];
  return parts.map((part) => (isLine(part) ? lineAs(target, part) : part));
};
