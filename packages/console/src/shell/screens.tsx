import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { UnsavedNotice } from '../unsaved/unsaved-notice.tsx';
import styles from './screens.module.css';
import { signInUrl } from './sign-in.ts';
import { useServerBack } from './use-server-back.ts';

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

/** Shown if a screen needs a session. */
const SignedOutScreen = () => (
  <main id="content" className={styles.screen}>
    <h1>You are signed out</h1>
    <p role="alert">Your session has ended.</p>
    <a href={signInUrl(location)} className="button button-primary">
      Sign in
    </a>
  </main>
);

const FailedScreen = ({ error, reset }: { readonly error: Error; readonly reset: () => void }) => {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isOutdated = isMissingScript(error);
  const loadAgain = async () => {
    queries.reset();
    await router.invalidate();
    queries.reset();
    reset();
  };
  // A browser does not ask again for a script that failed.
  const retry = () => (isOutdated ? window.location.reload() : void loadAgain());
  useServerBack(error, retry);
  return (
    <main id="content" className={styles.screen}>
      <h1>Something went wrong</h1>
      <p role="alert">{isOutdated ? 'This part of the console could not be loaded.' : error.message}</p>
      <button type="button" className="button button-primary" onClick={retry}>
        Try again
      </button>
    </main>
  );
};

/** Shown if the data of a screen could not be loaded; it is loaded when the server is back. */
export const ErrorScreen = ({ error, reset }: { readonly error: Error; readonly reset: () => void }) => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 404) return <NotFoundScreen />;
  return status === 401 ? <SignedOutScreen /> : <FailedScreen error={error} reset={reset} />;
};
