import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import styles from './dialog.module.css';
import type { Dialog as Parts } from './dialog-parts.tsx';

const load = () => import('./dialog-parts.tsx');

// No screen begins with a dialog.
const LazyDialog = lazy(async () => ({ default: (await load()).Dialog }));

/** Loads what dialogs need, for one that must open while the server cannot be reached. */
export const preloadDialog = (): Promise<unknown> => load().catch(() => undefined);

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
