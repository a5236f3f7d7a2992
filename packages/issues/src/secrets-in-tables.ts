import { isState, PASSWORD_NAME, TOKEN_NAME } from './passwords.ts';

const HEADING = new RegExp(
  String.raw`^[\s*_"'${'`'}]*(?:[\w-]{0,20}[ _-])?(?:${PASSWORD_NAME}|${TOKEN_NAME})[\s*_"'${'`'}]*$`,
  'iu',
);
const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$/;

/** A range of a text. */
export type TextRange = readonly [from: number, to: number];

/** The ranges of the cells of a table row. */
const cellsOf = (line: string, at: number): TextRange[] => {
  const begin = line.length - line.trimStart().length;
  const first = line[begin] === '|' ? begin + 1 : begin;
  let from = at + first;
  return line
    .slice(first)
    .split('|')
    .map((cell) => {
      const range: TextRange = [from, from + cell.length];
      from += cell.length + 1;
      return range;
    });
};

/** The ranges of secrets in tables, by the headings of their columns. */
export const findSecretCells = (text: string): TextRange[] => {
  const found: TextRange[] = [];
  let secret: number[] = [];
  let before: TextRange[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const cells = line.includes('|') ? cellsOf(line, at) : [];
    if (cells.length === 0) secret = [];
    else if (DELIMITER_ROW.test(line))
      secret = before.flatMap(([from, to], column) => (HEADING.test(text.slice(from, to)) ? [column] : []));
    else
      for (const column of secret) {
        const [from, to] = cells[column] ?? [0, 0];
        const cell = text.slice(from, to);
        const start = from + cell.length - cell.trimStart().length;
        const value = cell.trim();
        if (value !== '' && !isState(value)) found.push([start, start + value.length]);
      }
    before = cells;
    at += line.length + 1;
  }
  return found;
};
