import {
  BLOCKS,
  type Block,
  type BlockType,
  type Document,
  type Fragment,
  type Node,
} from '@lectern/document';
import { operationOf } from '../openapi/block-operation.ts';
import { isHidden } from '../openapi/description.ts';
import type { RenderContext } from './context.ts';
import { nodeText, textIn } from './data.ts';

/** An entry of a page's outline. */
export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2;
}

/** The role of a block in the outline: an entry with a level, its content only, or none. */
type OutlineRole = 1 | 2 | 'content' | 'none';

/** The role of each type of block; blocks with hidden content, such as tabs, are omitted. */
const roles = {
  paragraph: 'content',
  'heading-1': 1,
  'heading-2': 2,
  'heading-3': 'content',
  blockquote: 'content',
  divider: 'content',
  math: 'content',
  hint: 'content',
  'list-unordered': 'content',
  'list-ordered': 'content',
  'list-tasks': 'content',
  'list-item': 'content',
  code: 'content',
  'code-line': 'content',
  prompt: 'none',
  images: 'content',
  image: 'content',
  drawing: 'content',
  file: 'content',
  embed: 'content',
  'content-ref': 'content',
  table: 'none',
  'table-row': 'content',
  expandable: 'none',
  tabs: 'none',
  'tabs-item': 'content',
  stepper: 'content',
  'stepper-step': 'content',
  columns: 'content',
  column: 'content',
  updates: 'content',
  update: 'content',
  if: 'content',
  swagger: 2,
  'openapi-operation': 2,
  'openapi-schemas': 'content',
  'openapi-webhook': 2,
  integration: 'content',
  'reusable-content': 'content',
  conflict: 'content',
  'conflict-primary': 'content',
  'conflict-changed': 'content',
  html: 'content',
  tag: 'content',
  definition: 'content',
} satisfies Record<BlockType, OutlineRole>;

/** The title of an entry; empty for hidden operations. */
const titleOf = (block: Block, openapiOf: RenderContext['openapiOf']): string => {
  if (BLOCKS[block.type].headingLevel !== undefined) return nodeText(block).trim();
  const { found, title } = operationOf(block, openapiOf);
  return found && isHidden(found.value) ? '' : title.trim();
};

/** The outline of a document. */
export function outlineOf(
  document: Document,
  { openapiOf }: Pick<RenderContext, 'openapiOf'>,
): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const visit = (node: Node | Fragment): void => {
    if (node.object !== 'block') return;
    const role: OutlineRole = roles[node.type];
    if (role === 'none') return;
    const id = textIn(node.meta, 'id');
    const title = typeof role === 'number' && titleOf(node, openapiOf);
    if (typeof role === 'number' && id && title) entries.push({ id, title, level: role });
    for (const child of node.nodes ?? []) visit(child);
  };
  for (const block of document.nodes) visit(block);
  return entries;
}

/** The languages of the code in a document, for the highlighter to load. */
export function syntaxesOf(document: Document): readonly string[] {
  const found = new Set<string>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object === 'block' && node.type === 'code') {
      const syntax = textIn(node.data, 'syntax');
      if (syntax !== undefined) found.add(syntax);
      return;
    }
    if (node.object === 'block' && BLOCKS[node.type]?.isOpenApi)
      for (const syntax of SAMPLE_SYNTAXES) found.add(syntax);
    for (const child of node.nodes ?? []) visit(child);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return [...found];
}

/** The languages of request and response samples. */
const SAMPLE_SYNTAXES = ['bash', 'javascript', 'python', 'json'];
