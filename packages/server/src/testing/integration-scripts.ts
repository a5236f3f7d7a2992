import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'integrations');

/** The test integrations; each is described in its file. */
export type TestIntegration =
  | 'block'
  | 'echo'
  | 'event-logger'
  | 'library'
  | 'note'
  | 'oauth'
  | 'reporter'
  | 'site-script'
  | 'tasks'
  | 'visitor-auth'
  | 'visitor-auth-pkce';

/** Bundles a test integration like the published command line; `v1` is the format before June 2025. */
export const bundleIntegration = async (
  name: TestIntegration,
  runtime: 'v1' | 'v2' = 'v2',
  folder = FOLDER,
): Promise<string> => {
  const { outputFiles } = await build({
    ...(runtime === 'v2'
      ? { entryPoints: [path.join(folder, name)] }
      : { stdin: { contents: listening(name), resolveDir: folder } }),
    platform: 'neutral',
    bundle: true,
    format: runtime === 'v2' ? 'esm' : 'iife',
    target: 'es2020',
    minify: true,
    mainFields: ['worker', 'browser', 'module', 'jsnext', 'main'],
    conditions: ['worker', 'browser', 'import', 'production'],
    define: { MODE: '"production"', 'process.env.NODE_ENV': '"production"' },
    external: ['node:*', 'cloudflare:*'],
    jsx: 'automatic',
    jsxImportSource: '@gitbook/runtime',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
};

// Done by the library at that time.
const listening = (name: string): string => `
import integration from './${name}';
addEventListener('fetch', (event) => {
  event.respondWith(integration.fetch(event.request, {}, { waitUntil: (work) => event.waitUntil(work) }));
});`;

/** The script of an integration that runs code for every component; `event` is the request to render. */
export const renderingScript = (code: string): string => `export default { fetch: async (request) => {
  const event = JSON.parse((await request.formData()).get('event'));
  if (event.type !== 'ui_render') return new Response('OK');
  ${code}
} }`;
