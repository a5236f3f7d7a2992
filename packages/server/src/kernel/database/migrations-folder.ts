import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The program runs from its sources in tests and from one bundled file in production; the migrations stay where they are.
const folderAbove = (start: string): string => {
  const folder = path.join(start, 'migrations');
  if (existsSync(folder)) return folder;
  const parent = path.dirname(start);
  if (parent === start) throw new Error('The folder of the migrations is missing');
  return folderAbove(parent);
};

/** Where the SQL of the migrations lies. */
export const MIGRATIONS: string = folderAbove(path.dirname(fileURLToPath(import.meta.url)));
