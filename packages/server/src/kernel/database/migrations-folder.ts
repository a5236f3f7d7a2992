import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Found from the sources (in tests) and from the bundle (in production).
const folderAbove = (start: string): string => {
  const folder = path.join(start, 'migrations');
  if (existsSync(folder)) return folder;
  const parent = path.dirname(start);
  if (parent === start) throw new Error('The migrations folder is missing');
  return folderAbove(parent);
};

/** The folder of the migrations. */
export const MIGRATIONS: string = folderAbove(path.dirname(fileURLToPath(import.meta.url)));
