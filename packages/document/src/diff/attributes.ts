import { sameContent } from './comparison.ts';

/** Named values, such as a block's data or a page's title and slug. */
export type Attributes = Readonly<Record<string, unknown>>;

/** An own property by name; a name such as `constructor` may be user input. */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The previous and current value of an attribute, each absent if there is none. */
export interface AttributeChange {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The attributes that differ, with both values. */
export const diffAttributes = (before: Attributes, after: Attributes): Record<string, AttributeChange> => {
  const changes: [string, AttributeChange][] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [own(before, name), own(after, name)];
    if (sameContent(was, is)) continue;
    changes.push([
      name,
      { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) },
    ]);
  }
  return Object.fromEntries(changes);
};
