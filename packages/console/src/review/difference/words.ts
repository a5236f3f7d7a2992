import type { ContentRef } from '@lectern/document';
import type { RenderContext } from '../../../../site/src/document/context.ts';

/** Finds the titles of pages and reusable contents and the names of files. */
export type Targets = Pick<RenderContext, 'hrefOf' | 'fileOf'>;

const NAMES: Readonly<Record<string, string>> = {
  type: 'Block',
  syntax: 'Language',
  overflow: 'Overflow',
  expandable: 'Folded',
  collapsedLineCount: 'Visible lines',
  checked: 'Done',
  start: 'First number',
  align: 'Alignment',
  alt: 'Alternative text',
  ref: 'Target',
  refDark: 'Image in dark mode',
  url: 'Address',
  expression: 'Condition',
  iconColor: 'Color of the icon',
  definition: 'Columns',
};

const TYPES: Readonly<Record<string, string>> = {
  'heading-1': 'Heading 1',
  'heading-2': 'Heading 2',
  'heading-3': 'Heading 3',
  'list-unordered': 'Bulleted list',
  'list-ordered': 'Numbered list',
  'list-tasks': 'Task list',
  'content-ref': 'Page link',
  'inline-image': 'Image',
  'inline-math': 'Formula',
  html: 'HTML',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a type of block or inline. */
export const typeName = (type: string): string => TYPES[type] ?? capitalized(type.replaceAll('-', ' '));

/** The name of a property. */
export const propertyName = (name: string): string =>
  NAMES[name] ??
  capitalized(name.replaceAll(/([a-z])([A-Z])/g, (_, a, b: string) => `${a} ${b.toLowerCase()}`));

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is the target of a link, an image or a mention. */
export const isTarget = (value: unknown): value is ContentRef =>
  value !== null && typeof value === 'object' && 'kind' in value && typeof value.kind === 'string';

const targetInWords = (target: ContentRef, targets: Targets | undefined): string => {
  if (target.kind === 'url') return target.url;
  const title = target.kind === 'file' ? targets?.fileOf(target)?.name : targets?.hrefOf(target)?.title;
  const { kind, ...fields } = target as Fields & { readonly kind: string };
  return title === undefined || title === ''
    ? `${kind} ${String(Object.values(fields)[0] ?? '')}`
    : `${title}${target.kind === 'anchor' && target.page !== undefined ? `#${target.anchor}` : ''}`;
};

/** A value of a property in words. */
export const valueInWords = (value: unknown, targets?: Targets): string => {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => valueInWords(item, targets)).join(', ');
  if (isTarget(value)) return targetInWords(value, targets);
  const { unit, value: amount } = value as Fields;
  return unit === '%' ? `${String(amount)}%` : JSON.stringify(value);
};

const LONG = 120;
const AROUND = 30;

/** Two long texts without most of what they have in common at both ends. */
const shortened = (before: string, after: string): [string, string] => {
  const shortest = Math.min(before.length, after.length);
  if (shortest < LONG) return [before, after];
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const from = start > AROUND ? start - AROUND : 0;
  const left = end > AROUND ? end - AROUND : 0;
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - left)}${left > 0 ? '…' : ''}`;
  return [part(before), part(after)];
};

const exactly = (value: unknown): string => JSON.stringify(value) ?? 'none';

/** Two different values in words that differ too: two pages with one title are told apart by their ids. */
export const valuesInWords = (before: unknown, after: unknown, targets?: Targets): [string, string] => {
  const pairs = [
    () => [valueInWords(before, targets), valueInWords(after, targets)] as const,
    () => [valueInWords(before), valueInWords(after)] as const,
    () => [exactly(before), exactly(after)] as const,
  ];
  for (const pair of pairs) {
    const [was, is] = pair();
    if (was !== is) return shortened(was, is);
  }
  return [exactly(before), exactly(after)];
};
