import {
  type Block,
  type ContentRef,
  type Fragment,
  type Inline,
  parseMarkdown,
  printMarkdown,
} from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { inlineName } from '../schema/names.ts';

/** Replaces a range of a line by an inline without text. */
export const insertInline = (
  editor: Editor,
  range: { readonly from: number; readonly to: number },
  type: Inline['type'],
  data: Readonly<Record<string, unknown>>,
): void => {
  const node: Inline = { object: 'inline', type, isVoid: true, data };
  editor
    .chain()
    .focus()
    .insertContentAt(range, [{ type: inlineName(type), attrs: { node } }])
    .run();
};

/** The attributes of a new link. */
export const linkAttributes = (ref: ContentRef) => ({
  isVoid: false,
  data: { ref },
  number: crypto.randomUUID(),
});

const BODY = 'annotation-body';

/** The note of an annotation as Markdown. */
export const noteOf = (fragments: unknown): string => {
  const [body] = (fragments ?? []) as readonly Fragment[];
  return body
    ? printMarkdown({ object: 'document', data: {}, nodes: body.nodes as readonly Block[] }).trimEnd()
    : '';
};

/** The attributes of an annotation with this note. */
export const noteAttributes = (markdown: string) => ({
  isVoid: false,
  fragments: [{ object: 'fragment', type: BODY, fragment: BODY, nodes: parseMarkdown(markdown).nodes }],
  number: crypto.randomUUID(),
});
