import path from 'node:path';

const STEPS = path.resolve(import.meta.dirname, '../../../../scripts/steps.mjs');

const steps = () =>
  import(STEPS) as Promise<{ ensureBuilt(): Promise<string>; ensureThreadsBuilt(): Promise<void> }>;

/** Builds what runs in threads and processes beside the server, if a source of it is newer. */
export const ensureThreadsBuilt = async (): Promise<void> => (await steps()).ensureThreadsBuilt();

/** Builds the program if a source is newer than it; returns its file. */
export const ensureBuilt = async (): Promise<string> => (await steps()).ensureBuilt();
