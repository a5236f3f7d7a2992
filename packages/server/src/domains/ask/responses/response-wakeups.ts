import type { Kernel } from '../../../kernel/kernel.ts';

/** The topic of responses that have new events. */
export const RESPONSE_TOPIC = 'ai-response';

/** Tells followers of responses about new events, from all processes. */
export const createResponseWakeups = ({
  notifications,
  shutdown,
}: Pick<Kernel, 'notifications' | 'shutdown'>) => {
  const followers = new Map<string, Set<() => void>>();
  let isListening = false;

  const wake = (id: string): void => {
    for (const wakeOne of followers.get(id) ?? []) wakeOne();
  };
  const listen = (): void => {
    if (isListening) return;
    isListening = true;
    notifications.on(RESPONSE_TOPIC, wake);
    const wakeAll = () => {
      for (const id of followers.keys()) wake(id);
    };
    // Some may have been missed: followers read again.
    notifications.onConnectionLost(wakeAll);
    shutdown.addEventListener('abort', wakeAll);
  };

  return {
    /** Begins to wait for events of a response; also wakes when the signal is aborted. */
    follow: (id: string, signal: AbortSignal) => {
      listen();
      let hasChanged = false;
      let next = () => {};
      const wakeOne = () => {
        hasChanged = true;
        next();
      };
      const all = followers.get(id) ?? new Set();
      followers.set(id, all.add(wakeOne));
      signal.addEventListener('abort', wakeOne);
      return {
        /** Resolves when something has happened since the last time, or after a time. */
        changed: async (afterMs: number): Promise<void> => {
          if (!hasChanged && !signal.aborted)
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, afterMs);
              next = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          hasChanged = false;
        },
        end: (): void => {
          signal.removeEventListener('abort', wakeOne);
          all.delete(wakeOne);
          if (all.size === 0) followers.delete(id);
        },
      };
    },
  };
};
