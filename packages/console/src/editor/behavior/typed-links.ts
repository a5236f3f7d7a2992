import { type Editor, Extension, InputRule } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { linkAttributes } from '../inline/inline-nodes.ts';
import { addressAtEnd } from '../inline/typed-address.ts';

const isFree = (doc: Node, from: number, to: number): boolean => {
  let isPlain = true;
  doc.nodesBetween(from, to, ({ marks }) => {
    if (marks.some(({ type }) => type.name === 'link' || type.spec.code)) isPlain = false;
  });
  return isPlain;
};

/** An address becomes a link by the space after it; Backspace takes the link back. */
const bySpace = () =>
  new InputRule({
    find: (text) => {
      const found = text.endsWith(' ') ? addressAtEnd(text.slice(0, -1)) : undefined;
      return found ? { index: found.from, text: text.slice(found.from), data: found } : null;
    },
    handler: ({ state, range, match }) => {
      const { from, to, url } = match.data as NonNullable<ReturnType<typeof addressAtEnd>>;
      const end = range.from + to - from;
      if (!isFree(state.doc, range.from, end)) return null;
      state.tr.addMark(
        range.from,
        end,
        state.schema.marks.link!.create(linkAttributes({ kind: 'url', url })),
      );
      return undefined;
    },
  });

/** Makes a link of the address before the cursor. */
const linkBefore = ({ state, view }: Editor): void => {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  if (!empty || !parent.inlineContent || parent.type.spec.code || parent.type.name === 'tableHeading') return;
  const text = parent.textBetween(0, parentOffset, undefined, (leaf) =>
    leaf.type.name === 'lineBreak' ? '\n' : '\ufffc',
  );
  const found = addressAtEnd(text);
  if (!found) return;
  const [from, to] = [$from.start() + found.from, $from.start() + found.to];
  if (!isFree(state.doc, from, to)) return;
  const mark = state.schema.marks.link!.create(linkAttributes({ kind: 'url', url: found.url }));
  view.dispatch(state.tr.addMark(from, to, mark));
};

/** Makes links of addresses as one types. */
export const typedLinks = Extension.create({
  name: 'typedLinks',
  addInputRules: () => [bySpace()],
  addKeyboardShortcuts() {
    // The line is split by others.
    const link = () => {
      linkBefore(this.editor);
      return false;
    };
    return { Enter: link, 'Shift-Enter': link };
  },
});
