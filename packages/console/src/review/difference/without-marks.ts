import type { Block } from '@lectern/document';
import { hasMarks, withoutMarks } from './marks.ts';

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutMarks(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map(clean);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const fields = Object.entries(value).map(([name, field]) => [name, field, clean(field)] as const);
  return fields.every(([, field, now]) => field === now)
    ? value
    : Object.fromEntries(fields.map(([name, , now]) => [name, now]));
};

/** Blocks without the characters that serve as marks, in their text and in their data. */
export const blocksWithoutMarks = (blocks: readonly Block[]): readonly Block[] =>
  // Hardly any page has them, and one search is many times faster than looking at each text.
  hasMarks(JSON.stringify(blocks)) ? (clean(blocks) as readonly Block[]) : blocks;
