import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { parseMarkdown } from './parse.ts';
import { printMarkdown } from './print.ts';

/** The duration of parsing and printing the same pages, in milliseconds. */
export interface MarkdownMeasure {
  readonly characters: number;
  /** The underlying Markdown parser with GitHub's extensions. */
  readonly bare: number;
  readonly parse: number;
  readonly print: number;
  /** The speed relative to the underlying parser: 1 is equal. */
  readonly ratio: number;
}

/** Compares parsing of pages with the underlying parser, in alternating rounds; the best round counts. */
export function measureMarkdown(
  pages: readonly string[],
  rounds = 3,
  now: () => number = () => performance.now(),
): MarkdownMeasure {
  const options = {
    extensions: [gfmAutolinkLiteral(), gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    mdastExtensions: [
      gfmFootnoteFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
    ],
  };
  const timed = (run: (page: string) => unknown): number => {
    const start = now();
    for (const page of pages) run(page);
    return now() - start;
  };
  const documents = pages.map((page) => parseMarkdown(page));
  let bare = Number.POSITIVE_INFINITY;
  let parse = Number.POSITIVE_INFINITY;
  let print = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    bare = Math.min(
      bare,
      timed((page) => fromMarkdown(page, options)),
    );
    parse = Math.min(
      parse,
      timed((page) => parseMarkdown(page)),
    );
    const start = now();
    for (const document of documents) printMarkdown(document);
    print = Math.min(print, now() - start);
  }
  return {
    characters: pages.reduce((sum, page) => sum + page.length, 0),
    bare,
    parse,
    print,
    ratio: bare / parse,
  };
}
