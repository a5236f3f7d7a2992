// npm run bench: measures costs, as multiples of references measured in the same run.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { checkNode, ensureBuilt, ensureConsoleBuilt, ensureInstalled, ROOT } from './steps.mjs';

checkNode();
await ensureInstalled();
const program = await ensureBuilt();
await ensureConsoleBuilt();
const { build } = await import('esbuild');
const folder = path.join(ROOT, 'bench/dist');
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: {
    bench: path.join(ROOT, 'bench/bench.ts'),
    'hocuspocus-server': path.join(ROOT, 'bench/hocuspocus-server.ts'),
    'reference-server': path.join(ROOT, 'bench/reference-server.ts'),
    'dispatcher.worker': path.join(ROOT, 'packages/server/src/adapters/workerd/dispatcher.worker.js'),
    'markdown.worker': path.join(ROOT, 'packages/server/src/kernel/markdown/markdown.worker.ts'),
  },
  outdir: folder,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: {
    '@lectern/document': path.join(ROOT, 'packages/document/src/index.ts'),
    '@lectern/document/live': path.join(ROOT, 'packages/document/src/live/index.ts'),
    '@lectern/issues': path.join(ROOT, 'packages/issues/src/index.ts'),
    '@lectern/site': path.join(ROOT, 'packages/site/src/index.ts'),
  },
  logLevel: 'error',
});
const { bench } = await import(path.join(folder, 'bench.js'));
await bench({ program, reference: path.join(folder, 'reference-server.js'), only: process.argv.slice(2) });
