import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

/** A dialog in front of the screen. */
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
}) => (
  <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Base.Portal>
      <Base.Backdrop className={styles.backdrop} />
      <Base.Popup className={styles.popup} data-wide={isWide || undefined}>
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
