// npm run test:times: prints the duration of tests by file and phase. Arguments are passed to vitest.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './steps.mjs';

const { status } = spawnSync(
  path.join(ROOT, 'node_modules/.bin/vitest'),
  ['run', '--reporter=default', '--reporter=./scripts/test-times.reporter.mjs', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, LECTERN_TEST_TIMES: '1' } },
);
process.exitCode = status ?? 1;
