import type { Fragment, Inline, Leaf, Mark, Node, Text } from '../document.ts';
import { isInlineType, isMarkType } from '../node-types.ts';
import {
  type EditorMark,
  type EditorNode,
  FIELDS,
  hasOnly,
  isSame,
  PRESERVED_INLINE,
  pick,
  preserved,
} from './editor-node.ts';
import { inlineName, inlineTypes, markName, markTypes } from './names.ts';

type LineNode = Inline | Text;

/** The name of a line break inside of a paragraph. */
export const LINE_BREAK = 'lineBreak';

/** Inlines around text, which are marks in the editor, in the order of the schema. */
export const SPANS = ['link', 'annotation'] as const;

const isSpan = (type: string): boolean => (SPANS as readonly string[]).includes(type);

/** Numbers the links and annotations of a document, so that equal ones beside each other stay apart. */
export type Numbering = () => number;

/** The marks of the editor, from the outside in. */
export const MARK_NAMES: readonly string[] = [...SPANS, ...markTypes.keys()];

const rank = new Map(MARK_NAMES.map((name, at) => [name, at]));
const inOrder = (marks: readonly EditorMark[]): readonly EditorMark[] =>
  [...marks].sort((a, b) => rank.get(a.type)! - rank.get(b.type)!);

const markToEditor = ({ type, data }: Mark): EditorMark => ({
  type: markName(type),
  ...(data !== undefined && { attrs: { data } }),
});

const textToEditor = (text: string, marks: readonly EditorMark[]): readonly EditorNode[] => {
  const rest = marks.length > 0 ? { marks } : {};
  return text
    .split('\n')
    .flatMap((part, at) => [
      ...(at > 0 ? [{ type: LINE_BREAK, ...rest }] : []),
      ...(part === '' ? [] : [{ type: 'text', text: part, ...rest }]),
    ]);
};

const inlineToEditor = (node: Inline): EditorNode =>
  isInlineType(node.type) && !isSpan(node.type)
    ? { type: inlineName(node.type), attrs: { node } }
    : preserved(node);

const isMarkable = (node: Inline): boolean =>
  isSpan(node.type) &&
  (node.nodes?.length ?? 0) > 0 &&
  hasOnly(node, ['object', 'type', 'nodes', 'fragments', ...FIELDS]);

const convert = (
  nodes: readonly LineNode[],
  numbering: Numbering,
  around: readonly EditorMark[],
  asMarks: boolean,
): EditorNode[] =>
  nodes.flatMap((node): readonly EditorNode[] => {
    if (node.object === 'text')
      return node.leaves.flatMap((leaf) =>
        textToEditor(leaf.text, inOrder([...around, ...leaf.marks.map(markToEditor)])),
      );
    if (asMarks && isMarkable(node)) {
      const attrs = { ...pick(node, [...FIELDS, 'fragments']), number: numbering() };
      const mark: EditorMark = { type: node.type, attrs };
      return convert(node.nodes!, numbering, inOrder([...around, mark]), asMarks);
    }
    return [{ ...inlineToEditor(node), ...(around.length > 0 && { marks: around }) }];
  });

const isLine = (nodes: readonly Node[]): nodes is readonly LineNode[] =>
  nodes.every(
    (node) =>
      node.object === 'inline' ||
      (node.object === 'text' &&
        node.leaves.every(({ marks }) => marks.every(({ type }) => isMarkType(type)))),
  );

/**
 * Converts a line to content of the editor; undefined if it would not come back as it was. Links and annotations become marks
 * if they can, and inlines otherwise.
 */
export const lineToEditor = (
  nodes: readonly Node[],
  numbering: Numbering,
): readonly EditorNode[] | undefined => {
  if (!isLine(nodes)) return undefined;
  for (const asMarks of [true, false]) {
    const made = convert(nodes, numbering, [], asMarks);
    if (isSame(lineToDocument(made), nodes)) return made;
  }
  return undefined;
};

const marksOf = ({ marks = [] }: EditorNode): readonly Mark[] =>
  marks.flatMap(({ type, attrs }): readonly Mark[] => {
    const known = markTypes.get(type);
    return known
      ? [{ object: 'mark', type: known, ...(pick(attrs ?? {}, ['data']) as Pick<Mark, 'data'>) }]
      : [];
  });

const isEqualSpan = (a: EditorMark, b: EditorMark): boolean =>
  a.type === b.type && a.attrs?.number === b.attrs?.number;

/** The number of nodes from here on that are inside of a link or an annotation. */
const reach = (content: readonly EditorNode[], from: number, span: EditorMark): number => {
  let end = from;
  while (content[end]?.marks?.some((mark) => isEqualSpan(mark, span))) end++;
  return end;
};

const spanToDocument = ({ type, attrs }: EditorMark, nodes: readonly LineNode[]): Inline => ({
  object: 'inline',
  type: type as Inline['type'],
  ...(pick(attrs ?? {}, FIELDS) as object),
  nodes,
  ...(attrs?.fragments != null && { fragments: attrs.fragments as readonly Fragment[] }),
});

const isText = ({ type }: EditorNode): boolean => type === 'text' || type === LINE_BREAK;

/** Converts content of the editor to a line, with as few leaves as possible. */
export const lineToDocument = (
  content: readonly EditorNode[],
  inside: readonly EditorMark[] = [],
): readonly LineNode[] => {
  const line: LineNode[] = [];
  let leaves: Leaf[] = [];
  const finishText = () => {
    if (leaves.length > 0) line.push({ object: 'text', leaves });
    leaves = [];
  };
  for (let at = 0; at < content.length; ) {
    const node = content[at]!;
    const spans = (node.marks ?? []).filter(
      (mark) => isSpan(mark.type) && !inside.some((outer) => isEqualSpan(outer, mark)),
    );
    if (spans.length > 0) {
      // The longest of several is around the others.
      const [span, end] = spans
        .map((each) => [each, reach(content, at, each)] as const)
        .reduce((longest, each) => (each[1] > longest[1] ? each : longest));
      finishText();
      line.push(spanToDocument(span, lineToDocument(content.slice(at, end), [...inside, span])));
      at = end;
      continue;
    }
    at++;
    if (isText(node)) {
      const text = node.type === LINE_BREAK ? '\n' : (node.text ?? '');
      const marks = marksOf(node);
      const last = leaves.at(-1);
      if (last && isSame(last.marks, marks)) leaves[leaves.length - 1] = { ...last, text: last.text + text };
      else leaves.push({ object: 'leaf', text, marks });
    } else if (inlineTypes.has(node.type) || node.type === PRESERVED_INLINE) {
      finishText();
      line.push(node.attrs!.node as Inline);
    }
  }
  finishText();
  return line;
};
