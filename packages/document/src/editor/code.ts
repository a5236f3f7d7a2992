import type { Block } from '../document.ts';
import { type Attributes, type EditorNode, FIELDS, isPlainBlock, isSame, pick } from './editor-node.ts';
import { LINE_BREAK, lineToDocument, lineToEditor, type Numbering } from './line.ts';

/** The fields of a line of code, and its text, by which it is found again after edits. */
interface CodeLine {
  readonly text: string;
  readonly fields: Attributes;
}

// Code has real line endings, because copying and parsing it must not change white space.
const withLineEndings = (nodes: readonly EditorNode[]): readonly EditorNode[] =>
  nodes.map((node) => (node.type === LINE_BREAK ? { ...node, type: 'text', text: '\n' } : node));

const joined = (nodes: readonly EditorNode[]): readonly EditorNode[] => {
  const result: EditorNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text' && isSame(last.marks ?? [], node.marks ?? []))
      result[result.length - 1] = { ...last, text: last.text! + node.text! };
    else result.push(node);
  }
  return result;
};

const textOf = (nodes: readonly EditorNode[]): string =>
  nodes.map(({ type, text, attrs }) => (type === 'text' ? text : JSON.stringify(attrs))).join('');

/** Splits content at its line endings. */
const splitLines = (content: readonly EditorNode[]): readonly (readonly EditorNode[])[] => {
  const lines: EditorNode[][] = [[]];
  for (const node of content) {
    if (node.type !== 'text') {
      lines.at(-1)!.push(node);
      continue;
    }
    for (const [at, text] of node.text!.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)!.push({ ...node, text });
    }
  }
  return lines;
};

const newLine: Attributes = { isVoid: false, data: {} };

/** The fields of each line: those of the unchanged lines at the start and at the end stay with them. */
const fieldsOfLines = (
  texts: readonly string[],
  before: readonly CodeLine[],
  usual: Attributes,
): readonly Attributes[] => {
  const most = Math.min(texts.length, before.length);
  let start = 0;
  while (start < most && texts[start] === before[start]!.text) start++;
  let end = 0;
  while (end < most - start && texts.at(-1 - end) === before.at(-1 - end)!.text) end++;
  const isSameCount = texts.length === before.length;
  return texts.map((_, at) => {
    if (at < start || isSameCount) return before[at]!.fields;
    return at >= texts.length - end ? before[at + before.length - texts.length]!.fields : usual;
  });
};

/** Converts a code block to one with a single text; undefined if it would not come back as it was. */
export const codeToEditor = (block: Block, name: string, numbering: Numbering): EditorNode | undefined => {
  const lines = block.nodes as readonly Block[];
  if (lines.length === 0) return undefined;
  const made: EditorNode[] = [];
  const each: CodeLine[] = [];
  for (const line of lines) {
    const content = line.type === 'code-line' && isPlainBlock(line) && lineToEditor(line.nodes!, numbering);
    if (!content) return undefined;
    const nodes = withLineEndings(content);
    if (each.length > 0) made.push({ type: 'text', text: '\n' });
    made.push(...nodes);
    each.push({ text: textOf(nodes), fields: pick(line, FIELDS) });
  }
  const first = each[0]!.fields;
  const isUniform = each.every(({ fields }) => isSame(fields, first));
  const result: EditorNode = {
    type: name,
    attrs: { ...pick(block, FIELDS), lines: isUniform ? { all: first } : { each } },
    content: joined(made),
  };
  return isSame(codeToDocument(result, {}).nodes, block.nodes) ? result : undefined;
};

/** Converts a code block of the editor to one with lines. */
export const codeToDocument = (
  { content = [], attrs = {} }: EditorNode,
  fields: object,
): Block & { readonly nodes: readonly Block[] } => {
  const { all, each } = (attrs.lines ?? {}) as { all?: Attributes; each?: readonly CodeLine[] };
  const lines = splitLines(content);
  const usual = all ?? { ...newLine, ...pick(each?.[0]?.fields ?? {}, ['isVoid']) };
  const found = each && fieldsOfLines(lines.map(textOf), each, usual);
  return {
    object: 'block',
    type: 'code',
    ...fields,
    nodes: lines.map(
      (line, at): Block => ({
        object: 'block',
        type: 'code-line',
        ...(found?.[at] ?? usual),
        nodes: lineToDocument(line),
      }),
    ),
  };
};
