import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const run = promisify(execFile);

/** The built programs. */
const PROGRAMS = [
  'cli/lectern.ts',
  'kernel/markdown/markdown.worker.ts',
  'kernel/conversion/conversion.worker.ts',
  'kernel/issues/issues.worker.ts',
  'kernel/openapi/specifications.worker.ts',
  'adapters/saml/saml.worker.ts',
  'adapters/typst/pdf-renderer.child.ts',
  'adapters/workerd/dispatcher.worker.js',
];

/** A repository that has only what building needs, so that nothing is built under the feet of other tests. */
describe('building the program', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-building-'));
    await cp(path.join(ROOT, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
    for (const program of PROGRAMS) {
      const at = path.join(folder, 'packages/server/src', program);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, '');
    }
    for (const part of ['document', 'issues', 'site'])
      await mkdir(path.join(folder, 'packages', part, 'src'), { recursive: true });
    for (const part of ['server', 'site'])
      await writeFile(
        path.join(folder, 'packages', part, 'package.json'),
        '{"type":"module","dependencies":{}}',
      );
    await writeFile(path.join(folder, 'package-lock.json'), '{}');
    await writeFile(
      path.join(folder, 'packages/server/src/cli/lectern.ts'),
      "console.log('built' as string)",
    );
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.skipIf(process.platform !== 'linux')('leaves no process running', async () => {
    const script = `
      const { ensureBuilt } = await import(${JSON.stringify(path.join(folder, 'scripts/steps.mjs'))});
      const { readFileSync } = await import('node:fs');
      const children = () => readFileSync('/proc/' + process.pid + '/task/' + process.pid + '/children', 'utf8').trim();
      await import(await ensureBuilt());
      // A process that is being terminated may need a moment.
      for (let i = 0; i < 100 && children(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
      console.log('children:', children());`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toBe('built\nchildren: \n');
    expect(await readFile(path.join(folder, 'packages/server/dist/lectern.js'), 'utf8')).toContain('built');
  });
});
