import type { Attribute } from '@tiptap/core';

// Fields of documents are no attributes of HTML elements.
const hidden: Attribute = { default: null, rendered: false };

/** Attributes that carry fields of a document; null stands for an absent field. */
export const carried = (...names: readonly string[]): Record<string, Attribute> =>
  Object.fromEntries(names.map((name) => [name, hidden]));

/** The fields of every block. A key and an anchor belong to one block, so the second half of a split has none. */
export const blockFields = (...more: readonly string[]): Record<string, Attribute> => ({
  ...carried('isVoid', 'data', ...more),
  key: { ...hidden, keepOnSplit: false },
  meta: { ...hidden, keepOnSplit: false },
});

/** The data of a node of the editor. */
export const dataOf = (node: { readonly attrs: Readonly<Record<string, unknown>> }) =>
  (node.attrs.data ?? {}) as Readonly<Record<string, unknown>>;
