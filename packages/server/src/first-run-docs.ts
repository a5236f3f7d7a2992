import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from './app.ts';
import type { Caller } from './kernel/auth/principal.ts';
import type { SiteHost } from './kernel/published-url.ts';

const TITLE = 'Lectern docs';

// The server runs from its sources in tests and from a bundle in a clone; the docs folder lies above both.
const findDocs = (start: string): string | undefined => {
  const folder = path.join(start, 'docs');
  if (existsSync(path.join(folder, 'SUMMARY.md'))) return folder;
  const parent = path.dirname(start);
  return parent === start ? undefined : findDocs(parent);
};

const readFiles = async (folder: string): Promise<{ path: string; bytes: Buffer }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return { path: path.relative(folder, file).replaceAll(path.sep, '/'), bytes: await readFile(file) };
    }),
  );
};

/** The site of Lectern's own documentation. */
export interface DocsSite {
  readonly site: SiteHost;
  /** Imports the pages. It takes seconds on a slow machine, so it runs after the server listens. */
  importPages(signal: AbortSignal): Promise<void>;
}

/** Creates and publishes a site for the docs folder of the repository; undefined where there is no such folder. */
export const createDocsSite = async (
  { services }: Pick<App, 'services'>,
  caller: Caller,
  organizationId: string,
): Promise<DocsSite | undefined> => {
  const folder = findDocs(path.dirname(fileURLToPath(import.meta.url)));
  if (folder === undefined) return undefined;
  const space = await services.spaces.create(caller, organizationId, {
    title: TITLE,
    emoji: '📖',
    editMode: 'live',
    empty: true,
  });
  const organization = (await services.organizations.find(organizationId, caller.principal.userId))!;
  const site = await services.sites.create(caller, organization, { title: TITLE, spaces: [space.id] });
  await services.sites.publish(caller, site, true);
  return {
    site,
    importPages: async (signal) => {
      const course = { signal, progress: () => {} };
      await services.imports.write(caller, { space: space.id }, await readFiles(folder), 'replace', course);
    },
  };
};
