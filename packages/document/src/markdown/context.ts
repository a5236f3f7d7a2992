import type { Block } from '../document.ts';
import type { RefCodec } from '../refs.ts';
import type { Syntax } from './syntax.ts';

/** What parsing a page needs besides the nodes at hand. */
export interface Context {
  readonly refs: RefCodec;
  /** Link definitions by identifier. */
  readonly definitions: ReadonlyMap<string, Syntax>;
  /** Whether something refers to a definition, or to a footnote (with `^` before its name). */
  isUsed(identifier: string): boolean;
  /** The body of a footnote, while it may be used. */
  note(identifier: string): readonly Block[] | undefined;
  /** Whether the nodes come from HTML, where white space was collapsed already. */
  readonly isHtml: boolean;
  /** Whether the nodes are the text of a link. */
  readonly isInLink: boolean;
  /** Whether the nodes stand in the cell of a table, which may have to be written in HTML. */
  readonly isInCell: boolean;
  /** How deep in containers the nodes stand. */
  readonly depth: number;
}
