import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

const FIELDS = ['input:not([type="hidden"])', 'textarea', 'select', '[role="combobox"]']
  .map((field) => `${field}:not(:disabled)`)
  .join();

/** A dialog in front of the screen, with the focus in its first field. */
export const Dialog = ({
  title,
  description,
  isOpen,
  isWide = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly isOpen: boolean;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={styles.popup}
          data-wide={isWide || undefined}
          // On a phone the keyboard would cover the dialog.
          initialFocus={(opener) =>
            (opener !== 'touch' && popup.current?.querySelector<HTMLElement>(FIELDS)) || true
          }
        >
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label="Close" />} />
          </header>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};
