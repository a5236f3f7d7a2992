import type { Block } from '../document.ts';
import type { RefCodec } from '../refs.ts';
import type { Syntax } from './syntax.ts';

/** The context of parsing a page. */
export interface Context {
  readonly refs: RefCodec;
  /** Link definitions by identifier. */
  readonly definitions: ReadonlyMap<string, Syntax>;
  /** Whether references show a definition or a footnote: something refers to its label, and it is the first of that label. */
  isUsed(node: Syntax): boolean;
  /** The body of a footnote; undefined above the maximum length of all copies. */
  note(identifier: string): readonly Block[] | undefined;
  /** Whether the nodes are HTML, with white space already collapsed. */
  readonly isHtml: boolean;
  /** Whether the nodes are the text of a link. */
  readonly isInLink: boolean;
  /** Whether the nodes are in a table cell, which may be printed as HTML. */
  readonly isInCell: boolean;
  /** The number of surrounding containers. */
  readonly depth: number;
}
