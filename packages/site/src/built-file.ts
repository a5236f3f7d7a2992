import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Beside the bundle, one folder above its chunks, or in the build when running from sources (tests).
const PLACES = ['./', '../', '../../server/dist/'];

/** Reads a data file that the build made of a package (`scripts/site-files.mjs`); undefined if there is none. */
export function readBuiltFile(name: string): Buffer | undefined {
  const path = PLACES.map((place) => fileURLToPath(new URL(place + name, import.meta.url))).find(existsSync);
  return path === undefined ? undefined : readFileSync(path);
}
