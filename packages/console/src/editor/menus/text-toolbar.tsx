import type { ContentRef } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { Bold, Code, Italic, Link, Strikethrough } from 'lucide-react';
import { useEffect, useState } from 'react';
import { markName } from '../schema/names.ts';
import styles from './menus.module.css';

const MARKS = [
  { type: 'bold', label: 'Bold', icon: Bold },
  { type: 'italic', label: 'Italic', icon: Italic },
  { type: 'strikethrough', label: 'Strikethrough', icon: Strikethrough },
  { type: 'code', label: 'Code', icon: Code },
] as const;

const isTextSelected = ({ state: { selection } }: Editor): boolean =>
  selection instanceof TextSelection && !selection.empty && !selection.$from.parent.type.spec.code;

const setLink = (editor: Editor): void => {
  const before = editor.getAttributes('link').data?.ref as ContentRef | undefined;
  const url = window.prompt('Address of the link', before?.kind === 'url' ? before.url : 'https://');
  if (url === null) return;
  const chain = editor.chain().focus();
  if (url.trim() === '') chain.unsetMark('link').run();
  else
    chain
      .setMark('link', {
        isVoid: false,
        data: { ref: { kind: 'url', url: url.trim() } },
        number: crypto.randomUUID(),
      })
      .run();
};

/** Formats the selected words. */
export const TextToolbar = ({ editor }: { readonly editor: Editor }) => {
  const [, setCount] = useState(0);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const update = () => {
      // Typing does not draw a toolbar that is not there.
      if (isTextSelected(editor)) setCount((count) => count + 1);
      setFocused(editor.isFocused && isTextSelected(editor));
    };
    editor.on('selectionUpdate', update).on('transaction', update).on('blur', update).on('focus', update);
    return () => {
      editor
        .off('selectionUpdate', update)
        .off('transaction', update)
        .off('blur', update)
        .off('focus', update);
    };
  }, [editor]);
  if (!isFocused || !isTextSelected(editor)) return null;
  const { from, to } = editor.state.selection;
  const start = editor.view.coordsAtPos(from);
  const end = editor.view.coordsAtPos(to);
  return (
    <div
      role="toolbar"
      aria-label="Format"
      className={styles.toolbar}
      style={{ left: Math.min(start.left, end.left), top: Math.max(8, start.top - 44) }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {MARKS.map(({ type, label, icon: Icon }) => (
        <button
          key={type}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={editor.isActive(markName(type))}
          className={styles.tool}
          onClick={() => editor.chain().focus().toggleMark(markName(type)).run()}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
      <button
        type="button"
        title="Link"
        aria-label="Link"
        aria-pressed={editor.isActive('link')}
        className={styles.tool}
        onClick={() => setLink(editor)}
      >
        <Link size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
};
