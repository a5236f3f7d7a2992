import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { copyToClipboard } from './clipboard.ts';
import styles from './copy-field.module.css';
import { notify } from './toasts.tsx';

/** A text to copy, such as a key or an address. */
export const CopyField = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    copyToClipboard(text).then(
      () => {
        setCopied(true);
        notify(`${label} copied`);
      },
      (error: Error) => notify(error.message, { isError: true }),
    );
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.box}>
        <code className={styles.text}>{text}</code>
        <IconButton
          icon={isCopied ? Check : Copy}
          label={`Copy ${label.toLowerCase()}`}
          onClick={() => void copy()}
        />
      </div>
    </div>
  );
};
