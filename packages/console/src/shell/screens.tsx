import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { UnsavedNotice } from '../unsaved/unsaved-notice.tsx';
import styles from './screens.module.css';
import { signInUrl } from './sign-in.ts';
import { isReached, useServerBack } from './use-server-back.ts';

/** Whether the main part of the page is around a screen: there is only one. */
export const InsideMain = createContext(false);

const Screen = ({
  isBusy = false,
  children,
}: {
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}) => {
  const props = { className: styles.screen, children, ...(isBusy && { 'aria-busy': true }) };
  return useContext(InsideMain) ? <div {...props} /> : <main id="content" {...props} />;
};

/** Shown while the data of a screen is loading. */
export const LoadingScreen = () => (
  <Screen isBusy>
    <span className={styles.spinner} aria-hidden="true" />
    <span role="status" className="sr-only">
      Loading…
    </span>
  </Screen>
);

/** Shown for addresses without an object that the user can see. */
export const NotFoundScreen = () => (
  <Screen>
    <h1>Not found</h1>
    <p>This page does not exist, or you do not have access to it.</p>
    {/* It may be a page that was deleted while somebody wrote in it. */}
    <UnsavedNotice />
    <Link to="/" className="button button-primary">
      Go to your home
    </Link>
  </Screen>
);

// Browsers have different messages for it: the server is away, or has a newer version of the console.
const isMissingScript = (error: Error): boolean =>
  /dynamically imported module|importing a module|^Unable to preload CSS/i.test(error.message);

const MISSING_SCRIPT = {
  away: 'The server could not be reached',
  outdated: 'This part of the console could not be loaded.',
};

/** Shown if a screen needs a session. */
const SignedOutScreen = () => (
  <Screen>
    <h1>You are signed out</h1>
    <p role="alert">Your session has ended.</p>
    <a href={signInUrl(location)} className="button button-primary">
      Sign in
    </a>
  </Screen>
);

const FailedScreen = ({ error, reset }: { readonly error: Error; readonly reset: () => void }) => {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isOutdated = isMissingScript(error);
  const [isAway, setAway] = useState(!navigator.onLine);
  const loadAgain = async () => {
    queries.reset();
    await router.invalidate();
    queries.reset();
    reset();
  };
  // A browser does not ask again for a script that failed; without the server, a reload would end in an empty window.
  const reload = async () => {
    if (await isReached()) window.location.reload();
    else setAway(true);
  };
  const retry = () => void (isOutdated ? reload() : loadAgain());
  useServerBack(error, retry);
  return (
    <Screen>
      <h1>Something went wrong</h1>
      <p role="alert">{isOutdated ? MISSING_SCRIPT[isAway ? 'away' : 'outdated'] : error.message}</p>
      <button type="button" className="button button-primary" onClick={retry}>
        Try again
      </button>
    </Screen>
  );
};

/** Shown if the data of a screen could not be loaded; it is loaded when the server is back. */
export const ErrorScreen = ({ error, reset }: { readonly error: Error; readonly reset: () => void }) => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 404) return <NotFoundScreen />;
  return status === 401 ? <SignedOutScreen /> : <FailedScreen error={error} reset={reset} />;
};
