import type { Data } from '../document.ts';

const asText = (value: string): string => value;
const asFlag = (value: string): boolean => value !== 'false';
const asCount = (value: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;

/** The attributes of preformatted text in HTML that are options of a code block, where no tag can stand around it. */
const options: Readonly<Record<string, readonly [string, (value: string) => unknown]>> = {
  'data-title': ['title', asText],
  'data-overflow': ['overflow', asText],
  'data-line-numbers': ['lineNumbers', asFlag],
  'data-expandable': ['expandable', asFlag],
  'data-full-width': ['fullWidth', asFlag],
  'data-collapsed-line-count': ['collapsedLineCount', asCount],
  'data-meta': ['meta', asText],
};

/** The names of those attributes. */
export const codeAttributes: readonly string[] = Object.keys(options);

/** The options that attributes say; nothing where one of them is no option. */
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

/** The attributes that say a code block's options. */
export const printCodeOptions = (data: Data): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(options).map(([attribute, [field]]) => [
      attribute,
      data[field] === undefined ? undefined : String(data[field]),
    ]),
  );
