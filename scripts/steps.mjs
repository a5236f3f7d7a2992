// Steps of `npm start`, `npm test` and `npx lectern` before the program can run. Plain JavaScript, because nothing is installed yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSiteFiles } from './site-files.mjs';

/** The folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const require = createRequire(import.meta.url);

const OLDEST_NODE = [20, 19];
const SERVER = path.join(ROOT, 'packages/server');
const DOCUMENT = path.join(ROOT, 'packages/document');
const ISSUES = path.join(ROOT, 'packages/issues');
const SITE = path.join(ROOT, 'packages/site');
const CONSOLE = path.join(ROOT, 'packages/console');
const DISPATCHER = path.join(SERVER, 'src/adapters/workerd/dispatcher.worker.js');
const PROGRAM = path.join(SERVER, 'dist/lectern.js');

/** Exits with a message if the version of Node is too old. */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Lectern needs Node.js ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}.`);
  process.exit(1);
};

const PARENT_CHECK_MS = 250;

/** Sends this process SIGTERM when its parent ends: the shell of npx dies of a signal without passing it on. */
export const stopWithParent = () => {
  const parent = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
};

const manifests = () =>
  [
    'package.json',
    'package-lock.json',
    ...readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`),
  ]
    .map((name) => path.join(ROOT, name))
    .filter((name) => existsSync(name));

/** Installs dependencies if they are missing or differ from the lock file. */
export const ensureInstalled = async () => {
  const stamp = path.join(ROOT, 'node_modules/.lectern-installed');
  const wanted = createHash('sha256')
    .update(
      manifests()
        .map((name) => readFileSync(name, 'utf8'))
        .join('\0'),
    )
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing dependencies; the first time this takes a minute or two …');
  const started = Date.now();
  const ticking = setInterval(
    () => console.error(`  … ${Math.round((Date.now() - started) / 1000)} s`),
    10_000,
  );
  const status = await runNpmInstall();
  clearInterval(ticking);
  if (status !== 0) {
    console.error('Installing dependencies failed; see the output of npm above.');
    process.exit(1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
};

// Not `npm ci`, which would delete all packages first.
// Hides warnings: some packages require a newer Node than they need.
const runNpmInstall = () =>
  new Promise((resolve) => {
    const npm = process.env.npm_execpath;
    const [command, ...before] = npm ? [process.execPath, npm] : ['npm'];
    const child = spawn(
      command,
      [...before, 'install', '--no-audit', '--no-fund', '--no-save', '--include=dev', '--loglevel=error'],
      // The build tools are needed with NODE_ENV=production, too.
      { cwd: ROOT, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: '' } },
    );
    child.once('error', () => resolve(1));
    child.once('exit', resolve);
  });

// Packages with binaries, fonts or data are installed beside the bundle. All others are bundled and are development dependencies.
const installedPackages = () =>
  [SERVER, SITE].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies ?? {})];
  });

// Optional parts of libraries that are not used.
const ABSENT = ['pg-native', 'canvas'];

// CommonJS packages call `require`, which ES modules do not have.
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; globalThis.require ??= requireOf(import.meta.url);";

const newestIn = (name) => {
  const found = statSync(name);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(name).map((inner) => newestIn(path.join(name, inner))));
};

// Replaces the build atomically, because other processes may be using it.
const replaceFolder = (old, built) => {
  const before = `${built}-before`;
  try {
    if (existsSync(old)) renameSync(old, before);
    renameSync(built, old);
  } catch {
    // Another process has built the same meanwhile.
    rmSync(built, { recursive: true, force: true });
  }
  rmSync(before, { recursive: true, force: true });
};

const SOURCES = [SERVER, DOCUMENT, ISSUES, SITE].map((folder) => path.join(folder, 'src'));
const SETTINGS = [
  'package-lock.json',
  'packages/server/package.json',
  'packages/site/package.json',
  'scripts',
].map((name) => path.join(ROOT, name));

const isBuiltAfter = (sources) =>
  existsSync(PROGRAM) &&
  [...sources, ...SETTINGS].every((name) => existsSync(name) && newestIn(name) < statSync(PROGRAM).mtimeMs);

// The sources of worker threads and child processes.
const THREAD_SOURCES = path.join(path.dirname(PROGRAM), 'thread-sources.json');

const threadSourcesOf = ({ outputs }) => {
  const entries = Object.keys(outputs).filter((name) => /\.(worker|child)\.js$/.test(name));
  const found = new Set(entries);
  for (const name of found) for (const { path: next } of outputs[name]?.imports ?? []) found.add(next);
  const inputs = [...found].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
  return [
    DISPATCHER,
    ...inputs.filter((name) => !name.includes('node_modules')).map((name) => path.resolve(name)),
  ];
};

/** Builds if the programs of worker threads and child processes are older than their sources. */
export const ensureThreadsBuilt = async () => {
  if (existsSync(THREAD_SOURCES) && isBuiltAfter(JSON.parse(readFileSync(THREAD_SOURCES, 'utf8')))) return;
  await ensureBuilt();
};

const buildOptions = (folder) => ({
  entryPoints: {
    lectern: path.join(SERVER, 'src/cli/lectern.ts'),
    'markdown.worker': path.join(SERVER, 'src/kernel/markdown/markdown.worker.ts'),
    'specifications.worker': path.join(SERVER, 'src/kernel/openapi/specifications.worker.ts'),
    'saml.worker': path.join(SERVER, 'src/adapters/saml/saml.worker.ts'),
    'pdf-renderer.child': path.join(SERVER, 'src/adapters/typst/pdf-renderer.child.ts'),
    'issues.worker': path.join(SERVER, 'src/kernel/issues/issues.worker.ts'),
    'conversion.worker': path.join(SERVER, 'src/kernel/conversion/conversion.worker.ts'),
  },
  outdir: folder,
  bundle: true,
  // Code splitting: commands load only the modules they need.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: [...installedPackages().filter((name) => !name.startsWith('@lectern/')), ...ABSENT],
  banner: { js: REQUIRE },
  // The workspace packages are sources, too.
  alias: {
    '@lectern/document': path.join(DOCUMENT, 'src/index.ts'),
    '@lectern/document/live': path.join(DOCUMENT, 'src/live/index.ts'),
    '@lectern/issues': path.join(ISSUES, 'src/index.ts'),
    '@lectern/site': path.join(SITE, 'src/index.ts'),
  },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'error',
  metafile: true,
});

/** Builds if a source is newer than the build; returns the file to run. */
export const ensureBuilt = async () => {
  if (existsSync(THREAD_SOURCES) && isBuiltAfter(SOURCES)) return PROGRAM;
  const { build, stop } = await import('esbuild');
  // Built in a temporary folder, because the last build may be in use.
  const folder = `${path.dirname(PROGRAM)}-${process.pid}`;
  try {
    const { metafile } = await build(buildOptions(folder));
    writeFileSync(
      path.join(folder, path.basename(THREAD_SOURCES)),
      JSON.stringify(threadSourcesOf(metafile)),
    );
  } catch {
    rmSync(folder, { recursive: true, force: true });
    console.error('The build failed; see the errors above.');
    process.exit(1);
  }
  writeSiteFiles(folder);
  // Runs inside workerd, where there is no Node.
  copyFileSync(DISPATCHER, path.join(folder, path.basename(DISPATCHER)));
  replaceFolder(path.dirname(PROGRAM), folder);
  // Its process would otherwise live as long as this one.
  await stop();
  return PROGRAM;
};

/** Builds the console if a source is newer than the build. */
export const ensureConsoleBuilt = async () => {
  const page = path.join(CONSOLE, 'dist/index.html');
  const sources = [
    ...['src', 'build', 'index.html', 'vite.config.ts', 'package.json'].map((name) =>
      path.join(CONSOLE, name),
    ),
    path.join(DOCUMENT, 'src'),
    path.join(SITE, 'src'),
    path.join(SITE, 'theme'),
    path.join(ROOT, 'package-lock.json'),
  ];
  if (existsSync(page) && sources.every((name) => newestIn(name) < statSync(page).mtimeMs)) return;
  // Built in a temporary folder, because the last build may be in use.
  const folder = path.join(CONSOLE, `dist-${process.pid}`);
  const vite = path.join(path.dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  // In a process of its own, which gives its memory back: this one may be the server. Warnings name modules of Node that the
  // console leaves out, and large files that are loaded when needed. Vitest sets another environment, in which the console
  // would be built for development.
  const options = ['build', '--outDir', folder, '--logLevel', 'error'];
  const code = await new Promise((resolve, reject) => {
    spawn(process.execPath, [vite, ...options], {
      cwd: CONSOLE,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .on('error', reject)
      .on('exit', resolve);
  });
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true });
    console.error('The build of the console failed; see the errors above.');
    process.exit(1);
  }
  replaceFolder(path.join(CONSOLE, 'dist'), folder);
};
