import { Node } from '@tiptap/core';
import { SPANS } from '../../../../document/src/editor/line.ts';
import { inlineName } from '../../../../document/src/editor/names.ts';
import { codeView } from '../views/code-view.ts';
import { blockFields } from './attributes.ts';

/** Code: text with line endings. Expressions and annotations are allowed inside of it, as Markdown allows them. */
export const codeBlocks = [
  Node.create({
    name: 'code',
    group: 'block',
    content: `(text | ${inlineName('expression')})*`,
    marks: SPANS.join(' '),
    code: true,
    defining: true,
    addAttributes: () => blockFields('lines'),
    renderHTML: () => ['pre', ['code', 0]],
    addNodeView: () => codeView,
  }),
];
