import { Link } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { UnsavedNotice } from '../unsaved/unsaved-notice.tsx';
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
    {/* It may be a page that was deleted while somebody wrote in it. */}
    <UnsavedNotice />
    <Link to="/" className="button button-primary">
      Go to your home
    </Link>
  </main>
);

// Browsers have different messages for it: the server is away, or has a newer version of the console.
const isMissingScript = (error: Error): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module/i.test(error.message);

/** Shown if the data of a screen could not be loaded. */
export const ErrorScreen = ({ error, reset }: { readonly error: Error; readonly reset: () => void }) => {
  if (error instanceof ApiError && error.status === 404) return <NotFoundScreen />;
  const isOutdated = isMissingScript(error);
  return (
    <main id="content" className={styles.screen}>
      <h1>Something went wrong</h1>
      <p role="alert">{isOutdated ? 'This part of the console could not be loaded.' : error.message}</p>
      {/* A browser does not ask again for a script that failed. */}
      <button
        type="button"
        className="button button-primary"
        onClick={isOutdated ? () => window.location.reload() : reset}
      >
        Try again
      </button>
    </main>
  );
};
