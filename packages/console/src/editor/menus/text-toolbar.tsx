import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../primitives/lazy-part.ts';
import type { TextPopup } from './text-tools.tsx';

// It is needed when words are selected, and brings popovers with it.
const TextTools = lazyPart(async () => (await import('./text-tools.tsx')).TextTools);

const isTextSelected = ({ state: { selection } }: Editor): boolean =>
  selection instanceof TextSelection &&
  !selection.empty &&
  !selection.$from.parent.type.spec.code &&
  // The headings of tables are plain text.
  selection.$from.parent.type.markSet?.length !== 0;

const hasMark = ({ state: { selection, schema } }: Editor, name: string): boolean =>
  selection.empty && schema.marks[name]!.isInSet(selection.$from.marks()) !== undefined;

/** Formats the selected words; at a link or an annotated word, it changes that. */
export const TextToolbar = ({ editor }: { readonly editor: Editor }) => {
  const [, setCount] = useState(0);
  const [isShown, setShown] = useState(false);
  const [open, setOpen] = useState<TextPopup>();
  useEffect(() => {
    const update = () => {
      const isUseful = isTextSelected(editor) || hasMark(editor, 'link') || hasMark(editor, 'annotation');
      // Typing does not draw a toolbar that is not there.
      if (isUseful) setCount((count) => count + 1);
      setShown(editor.isFocused && isUseful);
    };
    const openLink = () => {
      if (!isTextSelected(editor) && !hasMark(editor, 'link')) return;
      setShown(true);
      setOpen('link');
    };
    editor.on('selectionUpdate', update).on('transaction', update).on('blur', update).on('focus', update);
    editor.view.dom.addEventListener('edit-link', openLink);
    const { dom } = editor.view;
    return () => {
      dom.removeEventListener('edit-link', openLink);
      editor
        .off('selectionUpdate', update)
        .off('transaction', update)
        .off('blur', update)
        .off('focus', update);
    };
  }, [editor]);
  return isShown || open !== undefined ? (
    <Suspense>
      <TextTools editor={editor} open={open} onOpen={setOpen} />
    </Suspense>
  ) : null;
};
