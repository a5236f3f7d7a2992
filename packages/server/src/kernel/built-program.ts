import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Beside the bundle, one folder above its chunks, or, where this runs from its sources as in tests, in the build.
const PLACES = ['./', '../', '../../dist/'];

/** The file of a program of the build that runs in a thread or a process of its own. */
export const builtProgram = (name: string): string => {
  const found = PLACES.map((place) => fileURLToPath(new URL(place + name, import.meta.url))).find(existsSync);
  if (found === undefined) throw new Error(`${name} is missing: it is part of the build`);
  return found;
};
