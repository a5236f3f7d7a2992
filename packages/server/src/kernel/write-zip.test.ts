import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeZip } from './write-zip.ts';
import { readZip } from './zip.ts';

const entry = (path: string, ...parts: readonly (string | Buffer)[]) => ({
  path,
  content: Readable.from(parts.map((part) => Buffer.from(part as Buffer))),
});

test('an archive has the files that were written', async () => {
  const archive = await buffer(
    writeZip(
      (async function* () {
        yield entry('README.md', '# Hello');
        yield entry('größe/empty.md');
        yield entry('two.bin', 'first', 'second');
      })(),
    ),
  );
  const found = [];
  for await (const { path, content } of readZip(archive)) {
    const parts = [];
    for await (const part of content) parts.push(part);
    found.push([path, Buffer.concat(parts).toString()]);
  }
  expect(found).toEqual([
    ['README.md', '# Hello'],
    ['größe/empty.md', ''],
    ['two.bin', 'firstsecond'],
  ]);
});

test('a reader that leaves stops the writing: only the file that is being sent was opened', async () => {
  const opened: Readable[] = [];
  const stopped = new Promise<void>((resolve) => {
    const archive = writeZip(
      (async function* () {
        try {
          for (let n = 0; n < 100; n++) {
            const content = Readable.from(Array.from({ length: 64 }, () => randomBytes(65_536)));
            opened.push(content);
            yield { path: `${n}.bin`, content };
          }
        } finally {
          resolve();
        }
      })(),
    );
    archive.once('data', () => {
      archive.pause();
      archive.destroy();
    });
  });
  await stopped;
  expect(opened).toHaveLength(1);
  expect(opened[0]!.destroyed).toBe(true);
});

test('a file that cannot be read cuts the archive off', async () => {
  const archive = writeZip(
    (async function* () {
      yield entry('a.md', 'a');
      throw new Error('The storage is gone');
    })(),
  );
  archive.resume();
  const [error] = await once(archive, 'error');
  expect(error).toMatchObject({ message: 'The storage is gone' });
});
