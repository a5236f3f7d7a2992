import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

// Fonts are compressed already.
const TEXT = /\.(?:js|css|html)$/;

/** Compresses once what the server sends many times. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir }) => {
    for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' }).filter((each) =>
      TEXT.test(each),
    )) {
      const file = path.join(dir!, name);
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(content));
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});
