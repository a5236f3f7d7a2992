import type { ContentRef } from '@lectern/document';
import { Mark } from '@tiptap/core';
import { markTypes } from '../../../../document/src/editor/names.ts';
import type { MarkType } from '../../../../document/src/node-types.ts';
import { colorClass } from '../../../../site/src/document/data.ts';
import { carried } from './attributes.ts';
import { classNames } from './dom.ts';

const ELEMENTS: Readonly<Record<Exclude<MarkType, 'color'>, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
};

const KEYS: Partial<Readonly<Record<MarkType, string>>> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  strikethrough: 'Mod-Shift-s',
  code: 'Mod-e',
};

const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => carried('key', 'isVoid', 'data', 'meta', 'fragments', 'number'),
  renderHTML: ({ mark }) => {
    const ref = mark.attrs.data?.ref as ContentRef | undefined;
    // A link in the editor is text; the toolbar follows it.
    return ['a', { 'data-ref': ref?.kind, title: ref?.kind === 'url' ? ref.url : undefined }, 0];
  },
});

const annotation = Mark.create({
  name: 'annotation',
  inclusive: false,
  addAttributes: () => carried('key', 'isVoid', 'data', 'meta', 'fragments', 'number'),
  renderHTML: () => ['span', { class: 'annotation' }, 0],
});

const marks = [...markTypes].map(([name, type]) =>
  Mark.create({
    name,
    ...(type === 'code' && { code: true }),
    addAttributes: () => carried('data'),
    renderHTML: ({ mark }) => {
      if (type !== 'color') return [ELEMENTS[type], 0];
      const { text, background } = mark.attrs.data ?? {};
      const fill = colorClass('fill', background);
      return [fill ? 'mark' : 'span', { class: classNames(colorClass('color', text), fill) }, 0];
    },
    addKeyboardShortcuts() {
      const key = KEYS[type];
      return key ? { [key]: () => this.editor.commands.toggleMark(name) } : {};
    },
  }),
);

/** Links, annotations and marks, from the outside in. */
export const markExtensions = [link, annotation, ...marks];
