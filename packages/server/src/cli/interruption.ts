import { CommandError } from './command-error.ts';
import { onStopSignals } from './stop-signals.ts';

// The exit code for a program that was ended by Ctrl-C.
const INTERRUPTED = 130;

/** Runs work that Ctrl-C cancels: aborts its signal and sets the exit code. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = () => controller.abort(new CommandError('Canceled: nothing was changed.', INTERRUPTED));
  const ignoreSignals = onStopSignals(stop, () => process.exit(INTERRUPTED));
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    ignoreSignals();
  }
};
