import type { Block } from '@lectern/document';
import { withoutMarks } from './marks.ts';

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

/** A block without the characters that serve as marks, in its text and in its data. */
export const blockWithoutMarks = (block: Block): Block => clean(block) as Block;
