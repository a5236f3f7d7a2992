/** A row of a table. */
export type Row = readonly (string | number)[];

const cell = (value: string | number): string => {
  // Spreadsheets run what begins like a formula, and readers choose the text of searches.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A table as CSV. */
export const toCsv = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Saves a table as a file. */
export const downloadCsv = (name: string, rows: readonly Row[]): void => {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
};
