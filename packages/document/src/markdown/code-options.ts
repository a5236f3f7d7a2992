import type { Data } from '../document.ts';

const asText = (value: string): string => value;
const asFlag = (value: string): boolean => value !== 'false';
const asCount = (value: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;

/** Attributes of `pre` for the options of a code block, used where no tag is possible. */
const options: Readonly<Record<string, readonly [string, (value: string) => unknown]>> = {
  'data-title': ['title', asText],
  'data-overflow': ['overflow', asText],
  'data-line-numbers': ['lineNumbers', asFlag],
  'data-expandable': ['expandable', asFlag],
  'data-full-width': ['fullWidth', asFlag],
  'data-collapsed-line-count': ['collapsedLineCount', asCount],
  'data-meta': ['meta', asText],
};

/** The names of these attributes. */
export const codeAttributes: readonly string[] = Object.keys(options);

/** Parses options from attributes; undefined if one is invalid. */
export function readCodeOptions(own: Readonly<Record<string, string | undefined>>): Data | undefined {
  const data: Record<string, unknown> = {};
  for (const [attribute, [field, read]] of Object.entries(options)) {
    const value = own[attribute];
    if (value === undefined) continue;
    data[field] = read(value);
    if (data[field] === undefined) return undefined;
  }
  return data;
}

/** The attributes for the options of a code block. */
export const printCodeOptions = (data: Data): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(options).map(([attribute, [field]]) => [
      attribute,
      data[field] === undefined ? undefined : String(data[field]),
    ]),
  );
