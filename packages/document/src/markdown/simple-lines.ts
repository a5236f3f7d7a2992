import type { Syntax } from './syntax.ts';

/** Parses the text of a paragraph, heading or cell. */
export type ParseText = (text: string, within: 'paragraph' | 'heading' | 'tableCell') => readonly Syntax[];

/** A block of simple syntax; its text is parsed on request, when all definitions are known. */
export interface SimpleBlock {
  /** The line after the block. */
  readonly next: number;
  readonly build: (parseText: ParseText) => Syntax;
}

/** Reads a block at a line where no block is open; undefined if it needs the full parser. */
export type ReadBlock = (lines: readonly string[], at: number) => SimpleBlock | undefined;

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

/** Whether a line ends the blocks before it, even without an empty line between them. */
export const interrupts = (line: string): boolean =>
  tagLine.test(line) || /^#{1,6} +\S/.test(line) || openingFence.test(line);
