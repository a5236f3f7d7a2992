import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../shell/shortcuts.ts';
import { COMMENT_SELECTION, type CommentedText, selectedPlace, type TextPlace } from './commented-text.ts';
import styles from './page-comments.module.css';

/** A button beside the selected words, which begins a comment on them; a text with a toolbar has it there. */
export const SelectionButton = ({
  text,
  onComment,
}: {
  readonly text: CommentedText;
  readonly onComment: (place: TextPlace) => void;
}) => {
  const [at, setAt] = useState<{ readonly left: number; readonly top: number }>();
  useEffect(() => {
    if (text.hasToolbar) return;
    const update = () => {
      const place = selectedPlace(text);
      const rect = place?.range.getBoundingClientRect();
      // Below the words: what a phone offers for a selection is above it.
      setAt(
        rect && {
          left: Math.max(8, Math.min(rect.right, window.innerWidth - 130)),
          top: Math.min(rect.bottom + 8, window.innerHeight - 110),
        },
      );
    };
    // Words may be selected before this listens.
    update();
    document.addEventListener('selectionchange', update);
    window.addEventListener('scroll', update, { passive: true });
    return () => {
      document.removeEventListener('selectionchange', update);
      window.removeEventListener('scroll', update);
    };
  }, [text]);
  const comment = () => {
    const place = selectedPlace(text);
    if (!place) return;
    setAt(undefined);
    onComment({ element: place.element, ...(place.quote && { quote: place.quote }) });
    document.getSelection()?.removeAllRanges();
  };
  const begin = useRef(comment);
  useEffect(() => {
    begin.current = comment;
  });
  useEffect(() => {
    const { root } = text;
    const listen = () => begin.current();
    root.addEventListener(COMMENT_SELECTION, listen);
    return () => root.removeEventListener(COMMENT_SELECTION, listen);
  }, [text]);
  useShortcuts([{ keys: 'mod+alt+m', run: comment }]);
  return (
    at && (
      <button
        type="button"
        className={styles.selection}
        style={at}
        // The selection stays.
        onPointerDown={(event) => event.preventDefault()}
        onClick={comment}
      >
        <MessageSquarePlus size={15} aria-hidden="true" /> Comment
      </button>
    )
  );
};
