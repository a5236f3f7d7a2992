import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

// Fonts are compressed already.
const TEXT = /\.(?:js|css|html)$/;

/** Compresses once what the server sends many times. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir }) => {
    const names = await readdir(dir!, { recursive: true });
    const compress = async (name: string) => {
      const file = path.join(dir!, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    };
    await Promise.all(names.filter((name) => TEXT.test(name)).map(compress));
  },
});
