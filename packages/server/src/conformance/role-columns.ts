/** Roles in the order of the columns below. */
export const COLUMNS = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const;

/** A role, or a guest. */
export type Column = (typeof COLUMNS)[number];

/** Parses a table with an operation in each line and the status of each column. */
export const rolesIn = (text: string, columns: readonly Column[]) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name, ...statuses] = line.trim().split(/ {2,}/);
      const numbers = statuses.join(' ').split(' ').map(Number);
      if (numbers.length !== columns.length || numbers.some(Number.isNaN))
        throw new Error(`not a row: ${line}`);
      return {
        name: name!,
        expected: Object.fromEntries(columns.map((column, index) => [column, numbers[index]!])) as Record<
          Column,
          number
        >,
      };
    });

/** The columns of a row on both sides of each change of status, and the first and last one. */
export const boundariesOf = <T extends Partial<Record<Column, number>>>(expected: T): Partial<T> => {
  const columns = COLUMNS.filter((column) => column in expected);
  const isBoundary = (column: Column, at: number) =>
    [at - 1, at + 1].some((next) => expected[columns[next]!] !== expected[column]);
  return Object.fromEntries(
    columns.filter(isBoundary).map((column) => [column, expected[column]]),
  ) as Partial<T>;
};
