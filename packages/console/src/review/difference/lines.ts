import { matchSequences } from '@lectern/document';

/** A line of the difference between two texts, with its numbers on both sides. */
export interface LineRow {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** The difference between two texts, line by line. */
export const differenceLines = (before: string, after: string): LineRow[] => {
  const [was, is] = [linesOf(before), linesOf(after)];
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  const matches = matchSequences(was.map(numberOf), is.map(numberOf));
  const rows: LineRow[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...matches, [was.length, is.length] as const]) {
    for (; i < a; i++) rows.push({ kind: 'removed', text: was[i]!, before: i + 1 });
    for (; j < b; j++) rows.push({ kind: 'added', text: is[j]!, after: j + 1 });
    if (i < was.length && j < is.length) rows.push({ kind: 'same', text: is[j]!, before: ++i, after: ++j });
  }
  return rows;
};

/** Two lines beside each other; a missing one is empty. */
export interface LinePair {
  readonly before?: LineRow;
  readonly after?: LineRow;
}

/** Puts removed lines beside the added ones that replace them. */
export const pairLines = (rows: readonly LineRow[]): LinePair[] => {
  const pairs: LinePair[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at]!;
    if (row.kind === 'same') {
      pairs.push({ before: row, after: row });
      at++;
      continue;
    }
    const [removed, added]: [LineRow[], LineRow[]] = [[], []];
    for (; at < rows.length && rows[at]!.kind !== 'same'; at++)
      (rows[at]!.kind === 'removed' ? removed : added).push(rows[at]!);
    for (let i = 0; i < Math.max(removed.length, added.length); i++)
      pairs.push({
        ...(removed[i] && { before: removed[i]! }),
        ...(added[i] && { after: added[i]! }),
      });
  }
  return pairs;
};
