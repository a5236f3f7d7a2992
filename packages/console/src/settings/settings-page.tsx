import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId } from 'react';
import { Button } from '../primitives/button.tsx';
import styles from './settings-page.module.css';

/** A page of settings: its title, what it is about, and its main action. */
export const SettingsPage = ({
  title,
  description,
  action,
  isWide = false,
  children,
}: {
  /** Left out by pages that load it themselves. */
  readonly title?: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  /** Whether a list needs more room than a form. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) => (
  <main id="content" tabIndex={-1} className={styles.page} data-wide={isWide || undefined}>
    {title && (
      <header className={styles.header}>
        <h1>{title}</h1>
        {action}
      </header>
    )}
    {description && <p className={styles.description}>{description}</p>}
    <Loading id={title ?? ''}>{children}</Loading>
  </main>
);

/** A group of settings in a frame. */
export const SettingsSection = ({
  title,
  description,
  action,
  isDangerous = false,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {description && <p className={styles.description}>{description}</p>}
      <div className={styles.box} data-danger={isDangerous || undefined}>
        <Loading id={id}>{children}</Loading>
      </div>
    </section>
  );
};

/** A part of a page that loads and fails on its own. */
export const Loading = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  return (
    <CatchBoundary
      getResetKey={() => id}
      errorComponent={({ error, reset }) => (
        <div className={styles.empty} role="alert">
          <p>{(error as Error).message}</p>
          <Button
            onClick={() => {
              resetQueries();
              reset();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    >
      <Suspense
        fallback={
          <p className={styles.empty} role="status" aria-busy="true">
            Loading…
          </p>
        }
      >
        {children}
      </Suspense>
    </CatchBoundary>
  );
};

/** The buttons at the end of a form. */
export const FormActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);

/** Shown instead of an empty list. */
export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.empty}>{children}</p>
);
