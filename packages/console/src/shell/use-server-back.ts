import { useEffect, useRef } from 'react';
import { call, isTemporary, NetworkError } from '../api/client.ts';

const ASK_MS = 3000;

/** Asks the server whether it can be reached. */
export const isReached = (): Promise<boolean> =>
  call('GET', '/user').then(
    () => true,
    (error: unknown) => !isTemporary(error),
  );

/** Runs the task when the server can be reached again after an error. A server that was there all the time is not asked in vain. */
export const useServerBack = (error: Error, task: () => void): void => {
  const run = useRef(task);
  useEffect(() => {
    run.current = task;
  });
  useEffect(() => {
    let wasAway = error instanceof NetworkError || !navigator.onLine;
    let isGone = false;
    const ask = async () => {
      const isBack = await isReached();
      if (isGone) return;
      if (!isBack) wasAway = true;
      else if (wasAway) run.current();
    };
    const askNow = () => void ask();
    const timer = setInterval(askNow, ASK_MS);
    window.addEventListener('online', askNow);
    return () => {
      isGone = true;
      clearInterval(timer);
      window.removeEventListener('online', askNow);
    };
  }, [error]);
};
