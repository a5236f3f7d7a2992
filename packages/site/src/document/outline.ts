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
import { textIn, wordsOf } from './data.ts';

/** An entry of a page's outline. */
export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2;
}

/** The part that a block has in the outline: an entry of a level, its content only, or none. */
type OutlineRole = 1 | 2 | 'content' | 'none';

/** The role of each type of block; blocks that hide a part of their content are left out, because nobody can jump into them. */
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

/** The title of a block's entry; empty where it is not shown. */
const titleOf = (block: Block, openapiOf: RenderContext['openapiOf']): string => {
  if (BLOCKS[block.type].headingLevel !== undefined) return wordsOf(block).trim();
  const { found, title } = operationOf(block, openapiOf);
  return found && isHidden(found.value) ? '' : title.trim();
};

/** The headings of a document that its reader can jump to. */
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

/** The languages of code that a document shows, for a highlighter to make ready. */
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

/** The languages that samples of requests and answers are written in. */
const SAMPLE_SYNTAXES = ['bash', 'javascript', 'python', 'json'];
