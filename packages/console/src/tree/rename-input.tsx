import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './tree.module.css';

/** Edits a title in place: Enter keeps it, Escape does not. */
export const RenameInput = ({
  label,
  title,
  maxLength,
  onDone,
}: {
  readonly label: string;
  readonly title: string;
  readonly maxLength: number;
  /** Without a title if nothing was changed. */
  readonly onDone: (title: string | undefined) => void;
}) => {
  const [text, setText] = useState(title);
  // Leaving the field after a key would finish twice.
  const isDone = useRef(false);
  const finish = (isKept: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const changed = text.trim();
    onDone(!isKept || changed === '' || changed === title ? undefined : changed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  };
  return (
    <input
      className={styles.input}
      aria-label={label}
      value={text}
      maxLength={maxLength}
      // biome-ignore lint/a11y/noAutofocus: the user asked to edit the title
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  );
};
