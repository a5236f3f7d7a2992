const tabStop = 4;

const afterBlank = (column: number, isTab: boolean): number =>
  isTab ? column + tabStop - (column % tabStop) : column + 1;

/** The columns of the indent of a line that begins at a column: a tab goes on to the next multiple of four. */
export function indentOf(line: string, column: number): number {
  let end = column;
  for (let at = 0; line[at] === ' ' || line[at] === '\t'; at++) end = afterBlank(end, line[at] === '\t');
  return end - column;
}

/** A line without some columns of its indent; the rest of a tab are spaces. */
export function withoutIndent(line: string, count: number, column: number): string {
  const stop = column + count;
  let end = column;
  let at = 0;
  for (; end < stop && (line[at] === ' ' || line[at] === '\t'); at++)
    end = afterBlank(end, line[at] === '\t');
  return end > stop ? ' '.repeat(end - stop) + line.slice(at) : line.slice(at);
}
