import { type KeyboardEvent, useState } from 'react';
import styles from './page-tree.module.css';

/** Edits a title in place: Enter keeps it, Escape does not. */
export const RenamePage = ({
  title,
  onDone,
}: {
  readonly title: string;
  /** Without a title if nothing was changed. */
  readonly onDone: (title: string | undefined) => void;
}) => {
  const [text, setText] = useState(title);
  const finish = () => {
    const changed = text.trim();
    onDone(changed === '' || changed === title ? undefined : changed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish();
    if (event.key === 'Escape') onDone(undefined);
  };
  return (
    <input
      className={styles.input}
      aria-label="Title of the page"
      value={text}
      maxLength={300}
      // biome-ignore lint/a11y/noAutofocus: the user asked to edit the title
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={finish}
    />
  );
};
