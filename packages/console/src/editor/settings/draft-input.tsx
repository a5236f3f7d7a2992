import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './settings.module.css';

/** A text that is taken when its field is left, or by Enter. */
export const DraftInput = ({
  id,
  value,
  placeholder,
  isCode = false,
  isLong = false,
  isInvalid = false,
  type = 'text',
  list,
  onCommit,
}: {
  readonly id: string;
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly isCode?: boolean | undefined;
  readonly isLong?: boolean;
  readonly isInvalid?: boolean;
  readonly type?: 'text' | 'number' | 'date';
  /** The id of a list of values to choose from. */
  readonly list?: string;
  readonly onCommit: (value: string) => void;
}) => {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // Undo and other people may change the value meanwhile.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const state = useRef({ text, value, onCommit });
  useEffect(() => {
    state.current = { text, value, onCommit };
  });
  const commit = useRef(() => {
    const { text: now, value: before, onCommit: take } = state.current;
    if (now === before) return;
    // The field may be gone before it is shown with the new value.
    state.current = { ...state.current, value: now };
    take(now);
  }).current;
  // The panel may be closed while the field has the focus.
  useEffect(() => commit, [commit]);
  const shared = {
    id,
    value: text,
    placeholder,
    'data-setting': '',
    spellCheck: !isCode,
    'aria-invalid': isInvalid || undefined,
    className: `${styles.input} ${isCode || isLong ? styles.code : ''}`,
    onBlur: commit,
  };
  if (isLong) return <textarea {...shared} rows={4} onChange={(event) => setText(event.target.value)} />;
  return (
    <input
      {...shared}
      type={type}
      list={list}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}
    />
  );
};
