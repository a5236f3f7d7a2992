import path from 'node:path';

const STEPS = path.resolve(import.meta.dirname, '../../../../scripts/steps.mjs');

const steps = () =>
  import(STEPS) as Promise<{
    ensureBuilt(): Promise<string>;
    ensureThreadsBuilt(): Promise<void>;
    ensureConsoleBuilt(): Promise<void>;
  }>;

/** Builds the programs of threads and child processes, if a source is newer. */
export const ensureThreadsBuilt = async (): Promise<void> => (await steps()).ensureThreadsBuilt();

/** Builds the server if a source is newer; returns its file. */
export const ensureBuilt = async (): Promise<string> => (await steps()).ensureBuilt();

/** Builds the console, if a source is newer. */
export const ensureConsoleBuilt = async (): Promise<void> => (await steps()).ensureConsoleBuilt();
