import type { Block, Data, Inline } from '@lectern/document';
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { PRESERVED, PRESERVED_INLINE } from '../../../../document/src/editor/editor-node.ts';
import { blockTypes, inlineTypes } from '../../../../document/src/editor/names.ts';
import { dataOf } from '../schema/attributes.ts';
import { BLOCK_FIELDS, INLINE_FIELDS, type SettingField } from './fields.ts';

const isCarried = (node: Node): boolean => node.attrs.node !== undefined && node.attrs.node !== null;

/** The data of a node, whether the editor edits it or carries it unchanged. */
export const nodeData = (node: Node): Data =>
  isCarried(node) ? ((node.attrs.node as Block | Inline).data ?? {}) : (dataOf(node) as Data);

/** Changes the data of the node at a position; one undo takes it back. */
export const setNodeData = (view: EditorView, position: number, data: Data): void => {
  const node = view.state.doc.nodeAt(position);
  if (!node) return;
  const { tr } = view.state;
  view.dispatch(
    isCarried(node)
      ? tr.setNodeAttribute(position, 'node', { ...(node.attrs.node as Block | Inline), data })
      : tr.setNodeAttribute(position, 'data', data),
  );
};

/** The fields of a node that can be set; a node that the editor cannot edit has none. */
export const fieldsOf = (node: Node): readonly SettingField[] => {
  const name = node.type.name;
  if (name === PRESERVED || name === PRESERVED_INLINE) return [];
  const block = blockTypes.get(name);
  if (block) return BLOCK_FIELDS[block];
  const inline = inlineTypes.get(name);
  return inline ? INLINE_FIELDS[inline] : [];
};

const NAMES: Readonly<Record<string, string>> = {
  paragraph: 'Text',
  heading1: 'Heading 1',
  heading2: 'Heading 2',
  heading3: 'Heading 3',
  blockquote: 'Quote',
  listUnordered: 'Bulleted list',
  listOrdered: 'Numbered list',
  listTasks: 'Task list',
  math: 'Formula',
  inlineMath: 'Formula',
  inlineImage: 'Image',
  contentRef: 'Link to a page',
  if: 'Condition',
  swagger: 'OpenAPI operation',
  openapiOperation: 'OpenAPI operation',
  openapiSchemas: 'OpenAPI schemas',
  openapiWebhook: 'OpenAPI webhook',
  reusableContent: 'Reusable content',
  integration: 'Integration',
  html: 'HTML',
  inlineHtml: 'HTML',
  tag: 'Tag',
  inlineTag: 'Tag',
  preserved: 'Block that cannot be edited here',
  preservedInline: 'Part that cannot be edited here',
};

/** The name of a node for people. */
export const nodeLabel = ({ type: { name } }: Pick<Node, 'type'>): string => {
  const known = NAMES[name];
  if (known) return known;
  const words = name
    .replace(/^inline/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
};
