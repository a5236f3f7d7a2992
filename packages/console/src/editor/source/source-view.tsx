import {
  normalizeLines,
  parseMarkdown,
  printMarkdown,
  type UnclosedTag,
  unclosedTag,
} from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { createDocumentReader } from '../create-editor.ts';
import { replaceDocument } from '../replace-document.ts';
import styles from './source-view.module.css';
import { movedCursor } from './text-change.ts';

/** Gives text that was typed to the editor now. */
export interface SourceHandle {
  readonly flush: () => void;
}

// A large page takes some milliseconds to parse.
const PARSE_MS = 200;

const inWords = ({ line, source, isEnd }: UnclosedTag): string =>
  `Line ${line}: ${source} ${isEnd ? 'closes nothing' : 'is not closed'}. Readers do not see the tag.`;

/**
 * The Markdown of the page. What is typed is parsed into the editor, which saves it; the text itself stays as it was typed while it
 * is shown.
 */
export const SourceView = ({
  editor,
  label,
  ref,
}: {
  readonly editor: Editor;
  readonly label: string;
  readonly ref: RefObject<SourceHandle | null>;
}) => {
  const [read] = useState(() => createDocumentReader(editor));
  const [text, setText] = useState(() => printMarkdown(normalizeLines(read())));
  const [unclosed, setUnclosed] = useState(() => unclosedTag(text));
  const area = useRef<HTMLTextAreaElement>(null);
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cursor = useRef<number>(undefined);

  const flush = () => {
    clearTimeout(timer.current);
    const source = typed.current;
    typed.current = undefined;
    if (source !== undefined) setUnclosed(unclosedTag(source));
    if (source !== undefined && !editor.isDestroyed)
      replaceDocument(editor, parseMarkdown(source), { isOwn: true });
  };
  useImperativeHandle(ref, () => ({ flush }));
  // Typed text is in the editor before the view is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs at the end only
  useEffect(() => flush, []);

  useEffect(() => {
    const show = ({ transaction }: { transaction: { getMeta: (key: string) => unknown } }) => {
      if (transaction.getMeta('isFromServer') !== true) return;
      const next = printMarkdown(normalizeLines(read()));
      setUnclosed(unclosedTag(next));
      setText((before) => {
        cursor.current = movedCursor(before, next, area.current?.selectionStart ?? 0);
        return next;
      });
    };
    editor.on('update', show);
    return () => void editor.off('update', show);
  }, [editor, read]);
  useEffect(() => {
    if (cursor.current === undefined || text === undefined) return;
    area.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  }, [text]);

  return (
    <>
      <div role="status" className={styles.problem}>
        {unclosed && inWords(unclosed)}
      </div>
      <textarea
        ref={area}
        className={styles.source}
        aria-label={label}
        value={text}
        spellCheck
        dir="auto"
        rows={Math.max(16, text.split('\n').length + 2)}
        // biome-ignore lint/a11y/noAutofocus: somebody has just switched to it
        autoFocus
        onChange={({ target }) => {
          setText(target.value);
          typed.current = target.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(flush, PARSE_MS);
        }}
        onBlur={flush}
      />
    </>
  );
};
