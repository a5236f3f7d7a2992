import { CommandError } from './command-error.ts';

// What shells say of a program that Ctrl-C ended.
const INTERRUPTED = 130;

/** Runs something that Ctrl-C ends cleanly: it is told by the signal, and the process says so by its exit code. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const ending = new AbortController();
  const stop = () => ending.abort(new CommandError('Cancelled: nothing was changed.', INTERRUPTED));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    return await work(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
  }
};
