// npm test: install, then every check of this repository; the last line counts them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { findSimplesamlphp } from './simplesamlphp.mjs';
import { checkNode, ensureBuilt, ensureInstalled, ROOT } from './steps.mjs';

checkNode();
await ensureInstalled();
await ensureBuilt();

const bin = (name) => path.join(ROOT, 'node_modules/.bin', name);
const run = (title, command, args, env = {}) => {
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
};

const browser = findBrowser();
if (!browser)
  console.log('skipped: the tests in a browser, for there is none (set CHROMIUM_PATH, or install chromium)');
const identityProvider = browser && findSimplesamlphp();
if (browser && !identityProvider)
  console.log(
    'skipped: signing in by SimpleSAMLphp, which is not here (install php-cli, php-xml and simplesamlphp, or set SIMPLESAMLPHP_PATH)',
  );

const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-report-'));
const report = path.join(folder, 'report.json');
const checks = [
  run('types', bin('tsc'), ['--noEmit']),
  run('lint and format', bin('biome'), ['check', '--error-on-warnings', '.']),
  run('unused code and dependencies', bin('knip'), []),
];
const ran = run(
  'tests',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  {
    ...(browser && { CHROMIUM_PATH: browser }),
    ...(identityProvider && { SIMPLESAMLPHP_PATH: identityProvider }),
  },
);
const tests = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
rmSync(folder, { recursive: true, force: true });

const passed = tests.numPassedTests + checks.filter(Boolean).length;
// A file that does not even load has no failed tests, and is a failure all the same.
const failed = Math.max(tests.numFailedTests, ran ? 0 : 1) + checks.filter((ok) => !ok).length;
if (tests.numPendingTests > 0) console.log(`\n${tests.numPendingTests} skipped`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
