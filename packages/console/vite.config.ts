import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { renderCustomizationCss } from '../site/src/customization/css.ts';
import { defaultCustomization } from '../site/src/customization/settings.ts';

const COLORS = 'virtual:site-colors.css';

// The console has the colors and fonts of a site that was not customized.
const siteColors = (): Plugin => ({
  name: 'site-colors',
  enforce: 'pre',
  resolveId: (id) => (id === COLORS ? `\0${COLORS}` : undefined),
  load: (id) => (id === `\0${COLORS}` ? renderCustomizationCss(defaultCustomization) : undefined),
});

// Fonts are compressed already.
const TEXT = /\.(?:js|css|html)$/;

// Compresses once what the server sends many times.
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir }) => {
    for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' }).filter((each) =>
      TEXT.test(each),
    )) {
      const file = path.join(dir!, name);
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(content));
      writeFileSync(`${file}.gz`, gzipSync(content));
    }
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [siteColors(), react(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: URLs in scripts and style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` in this folder, beside a server that is running.
    proxy: Object.fromEntries(
      ['/v1', '/login', '/logout', '/account', '/~files'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
});
