// npm test: installs dependencies and runs all checks; the last line is a summary.
// --only types, lint, unit, server or browser: runs one kind of check. Other arguments are passed to vitest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeApiTypes } from '../packages/console/scripts/api-types.mjs';
import { findBrowser } from './browser.mjs';
import { findSimplesamlphp } from './simplesamlphp.mjs';
import { checkNode, ensureInstalled, ROOT } from './steps.mjs';

const BROWSER_TESTS = '**/*browser.test.ts';
const PURE_PACKAGES = ['packages/console', 'packages/document', 'packages/issues', 'packages/site'];

// The vitest filters of each kind of check.
const TESTS = {
  unit: [...PURE_PACKAGES, '--exclude', BROWSER_TESTS],
  server: ['packages/server', 'acceptance', '--exclude', BROWSER_TESTS],
  browser: ['browser.test.ts'],
};
// Each checker resolves the shared types again, so more of them than cores cost time.
const CHECKERS = ['--checkers', String(Math.min(4, os.availableParallelism()))];
const STATIC_CHECKS = {
  types: [
    ['types', 'tsc', ['--noEmit', ...CHECKERS]],
    ['types of the console', 'tsc', ['--noEmit', '-p', 'packages/console', ...CHECKERS]],
  ],
  lint: [
    ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
    ['unused code and dependencies', 'knip', []],
  ],
};
const KINDS = [...Object.keys(STATIC_CHECKS), ...Object.keys(TESTS)];

const forVitest = process.argv.slice(2);
/** Removes an option and its value from the arguments. */
const take = (name, count) => {
  const at = forVitest.indexOf(name);
  return at < 0 ? undefined : forVitest.splice(at, count);
};
const isDeep = take('--deep', 1) !== undefined;
const [, only] = take('--only', 2) ?? [];
if (only !== undefined && !KINDS.includes(only)) {
  console.error(`--only must be one of: ${KINDS.join(', ')}`);
  process.exit(1);
}

checkNode();
await ensureInstalled();

/** Runs a program with the output of this one; whether it succeeded. */
const succeeds = async (command, args, env = {}) => {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  return status === 0;
};
const run = (title, command, args, env) => {
  console.log(`\n── ${title}`);
  return succeeds(path.join(ROOT, 'node_modules/.bin', command), args, env);
};

// Downloads take long and use little of the processor.
const preparing =
  only in STATIC_CHECKS || succeeds(process.execPath, [path.join(ROOT, 'scripts/test-tools.mjs')]);

if (only === undefined || only === 'types') await writeApiTypes();

const checks = [];
for (const [kind, steps] of Object.entries(STATIC_CHECKS))
  if (only === undefined || only === kind) for (const step of steps) checks.push(await run(...step));

/** Runs vitest; returns the numbers of passed, failed and skipped tests. */
const runTests = async (args) => {
  // A failed build printed its errors.
  if (!(await preparing)) process.exit(1);
  const browser = findBrowser();
  if (!browser)
    console.log('Skipping browser tests: Chromium is not installed. Install it, or set CHROMIUM_PATH.');
  const identityProvider = browser && findSimplesamlphp();
  if (browser && !identityProvider)
    console.log(
      'Skipping tests with SimpleSAMLphp: it is not installed. Install php-cli, php-xml and simplesamlphp, or set SIMPLESAMLPHP_PATH.',
    );
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-report-'));
  const report = path.join(folder, 'report.json');
  const ran = await run(
    'tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    {
      ...(isDeep && { LECTERN_TEST_DEEP: '1' }),
      ...(browser && { CHROMIUM_PATH: browser }),
      ...(identityProvider && { SIMPLESAMLPHP_PATH: identityProvider }),
    },
  );
  const counts = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  rmSync(folder, { recursive: true, force: true });
  return {
    passed: counts.numPassedTests,
    // A file that does not load has no failed tests, but is a failure.
    failed: Math.max(counts.numFailedTests, ran ? 0 : 1),
    skipped: counts.numPendingTests,
  };
};

const tests =
  only in STATIC_CHECKS
    ? { passed: 0, failed: 0, skipped: 0 }
    : await runTests([...(TESTS[only] ?? []), ...forVitest]);

const passed = tests.passed + checks.filter(Boolean).length;
const failed = tests.failed + checks.filter((ok) => !ok).length;
if (tests.skipped > 0) console.log(`\n${tests.skipped} skipped`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
