import { Node } from '@tiptap/core';
import { PRESERVED_INLINE } from '../../../../document/src/editor/editor-node.ts';
import { LINE_BREAK, SPANS } from '../../../../document/src/editor/line.ts';
import { inlineTypes } from '../../../../document/src/editor/names.ts';
import { inlineAtomView } from '../views/atom-view.ts';
import { carried } from './attributes.ts';

const lineBreak = Node.create({
  name: LINE_BREAK,
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
});

const isSpan = (type: string): boolean => (SPANS as readonly string[]).includes(type);

const atoms = [
  ...[...inlineTypes].filter(([, type]) => !isSpan(type)).map(([name]) => name),
  PRESERVED_INLINE,
].map((name) =>
  Node.create({
    name,
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => carried('node'),
    renderHTML: () => ['span', { 'data-inline': name }],
    addNodeView: () => inlineAtomView,
  }),
);

/** Line breaks, and inlines without text: emoji, mentions, formulas. */
export const inlineNodes = [lineBreak, ...atoms];
