import type { Event } from 'micromark-util-types';
import { interruptingHtml } from './raw-html.ts';
import type { Syntax } from './syntax.ts';

/** Parses the text of a paragraph, heading or cell. `starts` are the offsets of its lines in the source, if nodes have ranges. */
export type ParseText = (
  text: string,
  within: 'paragraph' | 'heading' | 'tableCell',
  starts: readonly number[] | undefined,
) => readonly Syntax[];

/** The events of a part of a document. */
export interface DocumentPart {
  readonly events: Event[];
  /** Converts an offset of its lines to one of the source, if they differ. */
  readonly toSource?: ((offset: number) => number) | undefined;
  /** Whether its first list continues the last list of the part before. */
  readonly continuesList: boolean;
}

/** A block of simple syntax, or a part of the document that the full parser tokenized. */
export type DocumentPiece = SimpleBlock | DocumentPart;

/** Builds the nodes of blocks. */
export interface Builder {
  readonly text: ParseText;
  readonly pieces: (pieces: Iterable<DocumentPiece>) => readonly Syntax[];
}

/** A block of simple syntax; its text is parsed on request, when all definitions are known. */
export interface SimpleBlock {
  /** The line after the block. */
  readonly next: number;
  readonly build: (builder: Builder) => Syntax;
  /** Whether it goes on to the end of the lines, with the line ending after them. */
  readonly isOpen?: boolean;
}

/** A block whose syntax is known without parsing text. */
export const whole = (next: number, node: Syntax): SimpleBlock => ({ next, build: () => node });

/**
 * What follows lines: nothing, a line ending, or a line ending and another container. The line ending belongs to blocks that
 * are not closed, but to those in a quote only if another container follows.
 */
export type Ending = 'none' | 'line' | 'container';

/** The content of a container. */
export interface ContainerContent {
  readonly lines: readonly string[];
  /** The column where its lines begin. */
  readonly column: number;
  readonly ending: Ending;
}

/** What blocks need to be read. */
export interface Reading {
  /** Reads the content of a container that begins at a line, without the markers and the indent of its lines. */
  content(at: number, content: ContainerContent): readonly DocumentPiece[];
  /** What follows the last line. */
  readonly ending: Ending;
  /** The column where the lines begin, for the width of tabs. */
  readonly column: number;
  /** The offsets of the lines in the source, if nodes have ranges. */
  readonly offsets: readonly number[] | undefined;
  /** Makes the name of a link definition or a footnote known, so that text can refer to it. */
  define(kind: 'link' | 'footnote', name: string): void;
}

/** Reads a block at a line where no block is open; undefined if it needs the full parser. */
export type ReadBlock = (lines: readonly string[], at: number, reading: Reading) => SimpleBlock | undefined;

/** Whether a line has no text. */
export const isBlank = (line: string): boolean => /^[ \t\r]*$/.test(line);

/** The start of a line that is text wherever it stands: it starts no block, and changes no line before it. */
export const plainText =
  /^(?:[A-Za-z"'(),./;?@^}%\]\\&!\u00A1-\uFFFF]|\*{1,2}(?![\s*]|$)|_{1,2}(?![\s_]|$)|`{1,2}(?!`)|\d(?!\d{0,8}[.)](?:\s|$))|\[|\$(?!\$)|\{(?!%))/;

/** A line that consists of one tag with plain values. */
export const tagLine = /^\{%(?:[^{%"'\\]|=(?:"[^"{%\\]*"|'[^'{%\\]*')(?=[ %]))*%\}$/;

/** The first line of fenced code. */
export const openingFence = /^(`{3,}|~{3,}) *(?:([^\s`&\\]+)(?: +([^`&\\\t]*[^`&\\\s]))?)?$/;

/** The start of a line that ends the lists before it, if an empty line is between them. */
export const startsNoItem = /^[^\s>*+\-\d[]/;

/** A line without its indent. */
export const unindented = (line: string): string => line.replace(/^[ \t]+/, '');

/** A thematic break. */
export const rule = /^ {0,3}([*_-])[ \t]*(?:\1[ \t]*){2,}$/;

/** A line before and after a formula. */
export const mathFence = /^ {0,3}\$\$[ \t]*$/;

/** Whether a line starts an item of a list, possibly without text. */
export const startsItem = (line: string): boolean =>
  /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:\s|$)/.test(line) && !rule.test(line);

/** What follows the lines of a container before a line. */
export const endingBefore = (lines: readonly string[], next: number, { ending }: Reading): Ending => {
  if (next === lines.length) return ending;
  return startsContainer(lines[next]!) ? 'container' : 'none';
};

/** Whether a line starts a list, a quote or a footnote. */
export const startsContainer = (line: string): boolean =>
  startsItem(line) || /^ {0,3}(?:>|\[\^[^\s\]]+\]:)/.test(line);

/** What may be the first line of a footnote, whose text may begin on the next line. */
export const startsFootnote = /^\[\^.*\]:/;

/** The first line of a footnote: its name and its text. */
export const footnoteLine = /^\[\^([^\s[\]\\&]+)\]: *(\S.*)$/;

/** A quote or a footnote that begins with text; with an item, it may not end the blocks before it. */
const container = /^(?:>|\[\^[^\s[\]\\&]+\]:) *[^\s>*+\-\d[]/;

/** Whether a line ends the blocks before it, even without an empty line between them. */
export const interrupts = (line: string): boolean =>
  tagLine.test(line) ||
  /^#{1,6} +\S/.test(line) ||
  openingFence.test(line) ||
  container.test(line) ||
  mathFence.test(line) ||
  interruptingHtml.test(line);
