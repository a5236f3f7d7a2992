// npm run docs: writes docs/reference/configuration.md from the table of settings (kernel/settings.ts).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, ROOT } from './steps.mjs';

await ensureInstalled();
const { build } = await import('esbuild');
const { outputFiles } = await build({
  stdin: {
    contents: "export { describeSettings } from './packages/server/src/kernel/settings.ts'",
    resolveDir: ROOT,
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  write: false,
});
const compiled = path.join(ROOT, 'node_modules/.lectern-settings.mjs');
writeFileSync(compiled, outputFiles[0].text);
const { describeSettings } = await import(compiled);
writeFileSync(path.join(ROOT, 'docs/reference/configuration.md'), describeSettings());
