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
