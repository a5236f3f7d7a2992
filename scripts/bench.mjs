// npm run bench: what requests cost, beside references that are measured in the same run.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled, ROOT } from './steps.mjs';

checkNode();
await ensureInstalled();
const program = await ensureBuilt();
const { build } = await import('esbuild');
const folder = path.join(ROOT, 'bench/dist');
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [path.join(ROOT, 'bench/bench.ts'), path.join(ROOT, 'bench/reference-server.ts')],
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: {
    '@lectern/document': path.join(ROOT, 'packages/document/src/index.ts'),
    '@lectern/issues': path.join(ROOT, 'packages/issues/src/index.ts'),
    '@lectern/site': path.join(ROOT, 'packages/site/src/index.ts'),
  },
  logLevel: 'error',
});
const { bench } = await import(path.join(folder, 'bench.mjs'));
await bench({ program, reference: path.join(folder, 'reference-server.mjs'), only: process.argv.slice(2) });
