import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Button } from '../primitives/button.tsx';
import styles from './home-page.module.css';

/** Shown instead of an empty list. */
export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.empty}>{children}</p>
);

const Skeleton = () => (
  <div className={styles.skeleton} role="status">
    <span className="sr-only">Loading…</span>
    <span />
    <span />
  </div>
);

/** A part of the home that loads and fails on its own. */
export const Section = ({
  id,
  title,
  more,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** A link beside the title. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.sectionHeader}>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
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
        <Suspense fallback={<Skeleton />}>{children}</Suspense>
      </CatchBoundary>
    </section>
  );
};
