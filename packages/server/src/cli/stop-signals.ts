const NAMES = ['SIGINT', 'SIGTERM'] as const;
// On Ctrl-C, the terminal signals this process, and npm passes its own signal on.
const ONE_SIGNAL_MS = 1000;

/** Calls `first` on the first SIGINT or SIGTERM and `again` on a later one; returns a function that removes the listeners. */
export const onStopSignals = (first: () => void, again: () => void): (() => void) => {
  let signaledAt: number | undefined;
  const receive = () => {
    if (signaledAt === undefined) {
      signaledAt = performance.now();
      first();
    } else if (performance.now() - signaledAt > ONE_SIGNAL_MS) again();
  };
  for (const name of NAMES) process.on(name, receive);
  return () => {
    for (const name of NAMES) process.removeListener(name, receive);
  };
};
