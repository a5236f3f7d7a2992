/** The sign-in page that leads back to an address of the console. */
export const signInUrl = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/login?to=${encodeURIComponent(`${pathname}${search}${hash}`)}`;

const SIGNED_OUT = 'lectern-signed-out';

/** Tells the screen that the session has ended; returns whether it may be left at once. */
export const announceSignedOut = (): boolean =>
  window.dispatchEvent(new Event(SIGNED_OUT, { cancelable: true }));

/** Stays on the screen when the session ends, and calls the listener; returns how to stop it. */
export const onSignedOut = (listener: () => void): (() => void) => {
  const listen = (event: Event) => {
    event.preventDefault();
    listener();
  };
  window.addEventListener(SIGNED_OUT, listen);
  return () => window.removeEventListener(SIGNED_OUT, listen);
};
