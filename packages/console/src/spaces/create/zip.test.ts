import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readZip } from '../../../../server/src/kernel/zip.ts';
import { crc32, zipParts } from './zip.ts';

const bytesOf = (words: string) => new TextEncoder().encode(words) as Uint8Array<ArrayBuffer>;

const unzipped = async (parts: readonly Uint8Array[]) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-zip-'));
  try {
    const archive = path.join(folder, 'a.zip');
    await writeFile(archive, Buffer.concat(parts));
    const files = [];
    for await (const file of readZip(archive)) files.push([file.path, await text(file.content)]);
    return files;
  } finally {
    await rm(folder, { recursive: true });
  }
};

test('the checksum is that of the standard', () => {
  expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926);
});

test('the server reads what is written', async () => {
  const entries = [
    { path: 'README.md', bytes: bytesOf('# Hello') },
    { path: 'guides/größe.md', bytes: bytesOf('Größe 📏') },
    { path: 'empty.md', bytes: bytesOf('') },
  ];
  expect(await unzipped(zipParts(entries))).toEqual([
    ['README.md', '# Hello'],
    ['guides/größe.md', 'Größe 📏'],
    ['empty.md', ''],
  ]);
});

test('any contents are the same after unpacking', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), async (texts) => {
      const entries = texts.map((each, at) => ({ path: `${at}.md`, bytes: bytesOf(each) }));
      const decoded = entries.map(({ path: name, bytes }) => [name, Buffer.from(bytes).toString()]);
      expect(await unzipped(zipParts(entries))).toEqual(decoded);
    }),
    { numRuns: 20 },
  );
});
