import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import styles from './dialog.module.css';
import type { Dialog as Parts } from './dialog-parts.tsx';

// No screen begins with a dialog.
const LazyDialog = lazy(async () => ({ default: (await import('./dialog-parts.tsx')).Dialog }));

/** A dialog in front of the screen. */
export const Dialog = (props: ComponentProps<typeof Parts>) => {
  const [isWanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setWanted(true);
  return isWanted ? (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  ) : null;
};

/** The buttons at the end of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
