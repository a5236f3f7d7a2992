import { CommandError } from './command-error.ts';

// The exit code for a program that was ended by Ctrl-C.
const INTERRUPTED = 130;

/** Runs work that Ctrl-C cancels: aborts its signal and sets the exit code. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = () => controller.abort(new CommandError('Canceled: nothing was changed.', INTERRUPTED));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
  }
};
