import { useEffect, useRef } from 'react';
import styles from './palette.module.css';

/** The words for the field of the palette. */
export const PALETTE_HINT = 'Search pages, spaces, people and actions…';

/** The field of the palette while the rest of it is loaded, so that what is typed at once is not lost. */
export const PaletteOpening = ({
  text,
  onText,
  onClose,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}) => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <div className={styles.overlay} />
      <div className={styles.dialog} role="dialog" aria-label="Search" aria-busy="true">
        <input
          ref={field}
          className={styles.input}
          aria-label="Search"
          placeholder={PALETTE_HINT}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
      </div>
    </>
  );
};
