import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { contentData } from './build/content-data.ts';
import { smallHtmlParser } from './build/html-parser.ts';
import { siteColors } from './build/site-colors.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [siteColors(), contentData(), smallHtmlParser(), react(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The weight of a screen is the sum of its files.
    manifest: true,
    target: 'es2023',
    // The content security policy allows no data: URLs in scripts and style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first screen loads is one file instead of 86.
        codeSplitting: {
          groups: [{ name: 'start', tags: ['$initial'] }],
        },
      },
    },
  },
  server: {
    // `npm run dev` in this folder, beside a server that is running.
    proxy: Object.fromEntries(
      ['/v1', '/login', '/logout', '/account', '/~files', '/app/icons', '/app/fonts'].map((path) => [
        path,
        'http://127.0.0.1:3000',
      ]),
    ),
  },
});
