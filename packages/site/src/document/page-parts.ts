import { BLOCKS, type Document, type Fragment, type Node } from '@lectern/document';
import { isDiagram } from './code.ts';

/** The kinds of blocks that need files which only some pages load. */
export interface PageParts {
  readonly hasApi: boolean;
  readonly hasDiagrams: boolean;
}

/** Finds the blocks of a document that need files of their own. */
export function pagePartsOf(document: Document): PageParts {
  const parts = { hasApi: false, hasDiagrams: false };
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object === 'block') {
      parts.hasApi ||= BLOCKS[node.type]?.isOpenApi === true;
      parts.hasDiagrams ||= node.type === 'code' && isDiagram(node);
    }
    for (const child of node.nodes ?? []) visit(child);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return parts;
}
