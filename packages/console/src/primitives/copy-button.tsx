import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyToClipboard } from './clipboard.ts';
import { notify } from './toasts.tsx';

const SHOWN_MS = 2000;

/** Copies a text, and says so. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      variant="quiet"
      icon={isCopied ? Check : Copy}
      aria-label={label}
      onClick={() =>
        void copyToClipboard(text).then(
          () => setCopied(true),
          (error: Error) => notify(error.message, { isError: true }),
        )
      }
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
};
