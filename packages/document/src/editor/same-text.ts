import type { Document } from '../document.ts';
import { printMarkdown } from '../markdown/print.ts';
import { commonBlocks } from './common-blocks.ts';

/** Whether two documents are stored as the same Markdown. Blocks around an edit that both have are not printed. */
export const isSameText = (a: Document, b: Document): boolean => {
  if (a === b) return true;
  const { start, end } = commonBlocks(a.nodes, b.nodes);
  const print = (document: Document): string =>
    printMarkdown({ ...document, nodes: document.nodes.slice(start, document.nodes.length - end) });
  return print(a) === print(b);
};
