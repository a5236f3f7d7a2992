import path from 'node:path';

const STEPS = path.resolve(import.meta.dirname, '../../../../scripts/steps.mjs');

/** Builds the program if a source is newer than it; returns its file. */
export const ensureBuilt = async (): Promise<string> => {
  const steps = (await import(STEPS)) as { ensureBuilt(): Promise<string> };
  return steps.ensureBuilt();
};
