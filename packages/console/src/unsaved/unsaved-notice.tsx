import { Link } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import styles from './unsaved.module.css';
import { unsavedInWords } from './unsaved-words.ts';
import { useUnsaved } from './use-unsaved.ts';

/** A link to the text that could not be sent, if there is some. */
export const UnsavedNotice = () => {
  const { length } = useUnsaved();
  if (length === 0) return null;
  return (
    <Link to="/unsaved" className={styles.notice}>
      <CloudOff size={18} strokeWidth={1.75} aria-hidden="true" />
      {unsavedInWords(length)}
    </Link>
  );
};
