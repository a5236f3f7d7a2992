import type { Block, Data, Document, Fragment, Node } from '../document.ts';
import { BLOCKS, isBlockType } from '../node-types.ts';
import { codeToDocument, codeToEditor } from './code.ts';
import {
  type Attributes,
  type EditorNode,
  FIELDS,
  FRAGMENT_FIELDS,
  filler,
  hasOnly,
  isFiller,
  isPlainBlock,
  isPlainFragment,
  PRESERVED,
  pick,
  preserved,
} from './editor-node.ts';
import { lineToDocument, lineToEditor, type Numbering } from './line.ts';
import { blockName, blockTypes } from './names.ts';
import { isFlowBlock, type Shape, shapeOf } from './shapes.ts';
import { type CellContent, tableToDocument, tableToEditor } from './table.ts';

type Children = readonly EditorNode[] | undefined;
type ToEditor = (block: Block, numbering: Numbering) => EditorNode | undefined;

/** A block with its fields and its converted children. */
const made = (block: Block, content: Children, more: Attributes = {}): EditorNode | undefined =>
  content && { type: blockName(block.type), attrs: { ...pick(block, FIELDS), ...more }, content };

const flowToEditor = (nodes: readonly Node[], numbering: Numbering): Children => {
  if (nodes.some(({ object }) => object !== 'block')) return undefined;
  if (nodes.length === 0) return [filler];
  return (nodes as readonly Block[]).map((block) => blockToEditor(block, numbering));
};

const itemsToEditor = ({ type, nodes }: Block, numbering: Numbering): Children => {
  const allowed = BLOCKS[type].holds as readonly string[];
  const items: EditorNode[] = [];
  for (const node of nodes!) {
    const item = node.object === 'block' && allowed.includes(node.type) && convert(node, numbering);
    if (!item) return undefined;
    items.push(item);
  }
  return items.length > 0 ? items : undefined;
};

const partToEditor = (
  name: string,
  fragment: Fragment,
  numbering: Numbering,
  isAllowed: (node: EditorNode) => boolean,
): EditorNode | undefined => {
  const content = isPlainFragment(fragment) ? flowToEditor(fragment.nodes, numbering) : undefined;
  return content?.every(isAllowed)
    ? { type: name, attrs: { fields: pick(fragment, FRAGMENT_FIELDS) }, content }
    : undefined;
};

const isParagraph = ({ type }: EditorNode): boolean => type === 'paragraph';
const isNamed = ({ type, fragment }: Fragment, name: string): boolean => type === name || fragment === name;
const hasFragmentsOnly = (block: Block): boolean =>
  hasOnly(block, ['object', 'type', 'fragments', ...FIELDS]);

const captionedToEditor: ToEditor = (block, numbering) => {
  const [caption, ...more] = block.fragments ?? [];
  if (!hasFragmentsOnly(block) || more.length > 0) return undefined;
  if (!caption) return made(block, [], { hasFragments: block.fragments !== undefined });
  const part = isNamed(caption, 'caption')
    ? partToEditor('caption', caption, numbering, isParagraph)
    : undefined;
  return part && made(block, [part], { hasFragments: true });
};

const expandableToEditor: ToEditor = (block, numbering) => {
  const [title, body, ...more] = block.fragments ?? [];
  if (!hasFragmentsOnly(block) || !title || !body || more.length > 0) return undefined;
  if (!isNamed(title, 'expandable-title') || !isNamed(body, 'expandable-body')) return undefined;
  const parts = [
    partToEditor('expandableTitle', title, numbering, isParagraph),
    partToEditor('expandableBody', body, numbering, () => true),
  ];
  // A title is one line.
  return parts[0]?.content?.length === 1 && parts[1] ? made(block, parts as EditorNode[]) : undefined;
};

const cellContent = (numbering: Numbering): CellContent => ({
  toEditor: (nodes) => flowToEditor(nodes, numbering),
  toDocument: (content) => flowToDocument(content),
});

const toEditorByShape: Readonly<Record<Shape, ToEditor>> = {
  line: (block, numbering) =>
    isPlainBlock(block) ? made(block, lineToEditor(block.nodes!, numbering)) : undefined,
  flow: (block, numbering) =>
    isPlainBlock(block) ? made(block, flowToEditor(block.nodes!, numbering)) : undefined,
  items: (block, numbering) =>
    isPlainBlock(block) ? made(block, itemsToEditor(block, numbering)) : undefined,
  code: (block, numbering) =>
    isPlainBlock(block) ? codeToEditor(block, blockName(block.type), numbering) : undefined,
  captioned: captionedToEditor,
  expandable: expandableToEditor,
  table: (block, numbering) => tableToEditor(block, cellContent(numbering)),
  atom: (block) => ({ type: blockName(block.type), attrs: { node: block } }),
  part: () => undefined,
};

/** A block as the editor edits it; undefined if it would not come back as it was. */
const convert = (block: Block, numbering: Numbering): EditorNode | undefined =>
  isBlockType(block.type) ? toEditorByShape[shapeOf(block.type)](block, numbering) : undefined;

const blockToEditor = (block: Block, numbering: Numbering): EditorNode => {
  const converted =
    isBlockType(block.type) && isFlowBlock(block.type) ? convert(block, numbering) : undefined;
  return converted ?? preserved(block);
};

/** Converts a document to the JSON of the editor. `toDocument` converts it back to an equal document. */
export const toEditor = (document: Document): EditorNode => {
  let count = 0;
  const numbering = () => ++count;
  return {
    type: 'doc',
    attrs: { document: { ...document, nodes: undefined } },
    content: flowToEditor(document.nodes, numbering)!,
  };
};

type ToDocument = (node: EditorNode, fields: Omit<Block, 'nodes' | 'fragments'>) => Block;

const partToDocument = ({ attrs, content = [] }: EditorNode, name: string): Fragment => ({
  object: 'fragment',
  ...((attrs?.fields as Attributes | undefined) ?? { type: name, fragment: name }),
  nodes: flowToDocument(content),
});

const toDocumentByShape: Readonly<Record<Exclude<Shape, 'part'>, ToDocument>> = {
  line: ({ content = [] }, fields) => ({ ...fields, nodes: lineToDocument(content) }),
  flow: ({ content = [] }, fields) => ({ ...fields, nodes: flowToDocument(content) }),
  items: ({ content = [] }, fields) => ({ ...fields, nodes: flowToDocument(content) }),
  code: codeToDocument,
  captioned: ({ attrs, content = [] }, fields) => {
    // A caption without words is not stored.
    const parts = content.filter((part) => part.attrs?.fields != null || !part.content?.every(isFiller));
    return parts.length === 0 && attrs?.hasFragments !== true
      ? fields
      : { ...fields, fragments: parts.map((part) => partToDocument(part, 'caption')) };
  },
  expandable: ({ content = [] }, fields) => ({
    ...fields,
    fragments: ['expandable-title', 'expandable-body'].map((name, at) => partToDocument(content[at]!, name)),
  }),
  table: (node) =>
    tableToDocument(
      node,
      cellContent(() => 0),
    ),
  atom: ({ attrs }) => attrs!.node as Block,
};

const blockToDocument = (node: EditorNode): Block => {
  if (node.type === PRESERVED) return node.attrs!.node as Block;
  const type = blockTypes.get(node.type);
  const shape = type && shapeOf(type);
  if (!shape || shape === 'part') throw new Error(`The editor has no block of type ${node.type}`);
  return toDocumentByShape[shape](node, { object: 'block', type, ...pick(node.attrs ?? {}, FIELDS) });
};

const flowToDocument = (content: readonly EditorNode[]): readonly Block[] =>
  content.filter((node) => !isFiller(node)).map(blockToDocument);

/** Converts the JSON of the editor to a document. */
export const toDocument = ({ attrs, content = [] }: EditorNode): Document => ({
  ...((attrs?.document as { readonly object: 'document'; readonly data: Data } | undefined | null) ?? {
    object: 'document',
    data: {},
  }),
  nodes: flowToDocument(content),
});
