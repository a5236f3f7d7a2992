import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { copyToClipboard } from './clipboard.ts';
import styles from './copy-field.module.css';
import { notify } from './toasts.tsx';

/** A value to copy, such as an address or a secret. */
export const CopyField = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await copyToClipboard(value);
      setCopied(true);
    } catch (error) {
      notify((error as Error).message, { isError: true });
    }
  };
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        <code>{value}</code>
        <IconButton
          icon={isCopied ? Check : Copy}
          label={isCopied ? `${label}: copied` : `Copy: ${label}`}
          onClick={() => void copy()}
        />
      </span>
    </div>
  );
};
