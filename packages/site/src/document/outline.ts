import type { Block, Document, Fragment, Node } from '@lectern/document';
import { isHidden } from '../openapi/description.ts';
import { meantBy } from '../openapi/meant.ts';
import type { RenderContext } from './context.ts';
import { textIn, wordsOf } from './data.ts';

/** An entry of a page's outline. */
export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2;
}

/** Blocks that hide a part of what is in them: no heading in them can be jumped to by everybody. */
const closed = new Set(['tabs', 'expandable', 'prompt', 'table']);

const levels: Readonly<Record<string, 1 | 2>> = {
  'heading-1': 1,
  'heading-2': 2,
  swagger: 2,
  'openapi-operation': 2,
  'openapi-webhook': 2,
};

/** What the heading of a block says; nothing where it is not shown. */
const titleOf = (block: Block, openapiOf: RenderContext['openapiOf']): string => {
  if (block.type.startsWith('heading-')) return wordsOf(block).trim();
  const { found, title } = meantBy(block, openapiOf);
  return found && isHidden(found.value) ? '' : title.trim();
};

/** The headings of a document that its reader can jump to. */
export function outlineOf(
  document: Document,
  { openapiOf }: Pick<RenderContext, 'openapiOf'>,
): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const visit = (node: Node | Fragment): void => {
    if (node.object !== 'block' || closed.has(node.type)) return;
    const level = Object.hasOwn(levels, node.type) ? levels[node.type] : undefined;
    const id = textIn(node.meta, 'id');
    const title = level && titleOf(node, openapiOf);
    if (level && id && title) entries.push({ id, title, level });
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
    const block = node as Block;
    if (block.type === 'code') {
      const syntax = textIn(block.data, 'syntax');
      if (syntax !== undefined) found.add(syntax);
      return;
    }
    if (/^(?:swagger|openapi-)/.test(block.type ?? ''))
      for (const syntax of SAMPLE_SYNTAXES) found.add(syntax);
    for (const child of block.nodes ?? []) visit(child);
    for (const part of block.fragments ?? []) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return [...found];
}

/** The languages that samples of requests and answers are written in. */
const SAMPLE_SYNTAXES = ['bash', 'javascript', 'python', 'json'];
