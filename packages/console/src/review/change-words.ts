import type { Action, ChangedItem } from './changed-items.ts';

const nameBefore = ({ fields }: ChangedItem): unknown => (fields.title ?? fields.name)?.before;

const WORDS: Readonly<Record<Action, (item: ChangedItem) => string>> = {
  created: () => 'created',
  deleted: () => 'deleted',
  edited: () => 'edited',
  renamed: (item) => `renamed from “${String(nameBefore(item) ?? '')}”`,
  moved: ({ parent }) =>
    parent && parent.before !== parent.after ? `moved from ${parent.before} to ${parent.after}` : 'moved',
};

/** The actions on an item in words, such as “renamed from “Start”, edited”. */
export const changeInWords = (item: ChangedItem): string =>
  item.actions.map((action) => WORDS[action](item)).join(', ');
