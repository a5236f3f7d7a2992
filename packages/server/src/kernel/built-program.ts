import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Beside the bundle, one folder above its chunks, or in the build when running from sources (tests).
const PLACES = ['./', '../', '../../dist/'];

/** The path of a built program that runs in a worker thread or child process. */
export const builtProgram = (name: string): string => {
  const found = PLACES.map((place) => fileURLToPath(new URL(place + name, import.meta.url))).find(existsSync);
  if (found === undefined) throw new Error(`${name} is missing: run the build`);
  return found;
};
