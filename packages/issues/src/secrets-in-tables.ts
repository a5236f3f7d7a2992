import { isState, PASSWORD_NAME, TOKEN_NAME } from './passwords.ts';

const HEADING = new RegExp(
  String.raw`^[\s*_"'${'`'}]*(?:[\w-]{0,20}[ _-])?(?:${PASSWORD_NAME}|${TOKEN_NAME})[\s*_"'${'`'}]*$`,
  'iu',
);
const LINE = /^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$/;

/** From where to where something stands in a text. */
export type Place = readonly [from: number, to: number];

/** Where the cells of a line of a table stand, the first of which may begin with a bar. */
const cellsOf = (line: string, at: number): Place[] => {
  const begin = line.length - line.trimStart().length;
  const first = line[begin] === '|' ? begin + 1 : begin;
  let from = at + first;
  return line
    .slice(first)
    .split('|')
    .map((cell) => {
      const place: Place = [from, from + cell.length];
      from += cell.length + 1;
      return place;
    });
};

/** The places of secrets in tables: under a heading that is a word for them. */
export const secretCellsIn = (text: string): Place[] => {
  const found: Place[] = [];
  let secret: number[] = [];
  let before: Place[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const cells = line.includes('|') ? cellsOf(line, at) : [];
    if (cells.length === 0) secret = [];
    else if (LINE.test(line))
      secret = before.flatMap(([from, to], column) => (HEADING.test(text.slice(from, to)) ? [column] : []));
    else
      for (const column of secret) {
        const [from, to] = cells[column] ?? [0, 0];
        const cell = text.slice(from, to);
        const start = from + cell.length - cell.trimStart().length;
        const said = cell.trim();
        if (said !== '' && !isState(said)) found.push([start, start + said.length]);
      }
    before = cells;
    at += line.length + 1;
  }
  return found;
};
