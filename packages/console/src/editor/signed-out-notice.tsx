import { LogIn } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '../api/client.ts';
import { signInUrl } from '../shell/sign-in.ts';
import styles from './page-editor.module.css';

const ASK_MS = 5000;

/** Tells that the session has ended, offers to sign in beside the text, and reports when that was done. */
export const SignedOutNotice = ({
  author,
  onSignedIn,
}: {
  readonly author: string;
  readonly onSignedIn: () => void;
}) => {
  const report = useRef(onSignedIn);
  useEffect(() => {
    report.current = onSignedIn;
  });
  useEffect(() => {
    const ask = () =>
      void call('GET', '/user').then(
        ({ id }) => id === author && report.current(),
        () => undefined,
      );
    const timer = setInterval(ask, ASK_MS);
    // They come back from the tab where they have signed in.
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [author]);
  return (
    <div role="alert" className={styles.notice}>
      <p>Your session has ended. Your text is kept in this browser, and is saved once you have signed in.</p>
      <a
        className="button button-primary"
        href={signInUrl({ pathname: location.pathname, search: '', hash: '' })}
        target="_blank"
        rel="noreferrer"
      >
        <LogIn size={14} aria-hidden="true" /> Sign in
        <span className="sr-only"> in a new tab</span>
      </a>
    </div>
  );
};
