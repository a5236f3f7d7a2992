import { Link } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import styles from './screens.module.css';

/** Shown while the data of a screen is loading. */
export const LoadingScreen = () => (
  <main id="content" className={styles.screen} aria-busy="true">
    <span className={styles.spinner} aria-hidden="true" />
    <span role="status" className="sr-only">
      Loading…
    </span>
  </main>
);

/** Shown for addresses without an object that the user can see. */
export const NotFoundScreen = () => (
  <main id="content" className={styles.screen}>
    <h1>Not found</h1>
    <p>This page does not exist, or you do not have access to it.</p>
    <Link to="/" className="button button-primary">
      Go to your home
    </Link>
  </main>
);

/** Shown if the data of a screen could not be loaded. */
export const ErrorScreen = ({ error, reset }: { readonly error: Error; readonly reset: () => void }) =>
  error instanceof ApiError && error.status === 404 ? (
    <NotFoundScreen />
  ) : (
    <main id="content" className={styles.screen}>
      <h1>Something went wrong</h1>
      <p role="alert">{error.message}</p>
      <button type="button" className="button button-primary" onClick={reset}>
        Try again
      </button>
    </main>
  );
