import { expect, test } from 'vitest';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createDocumentsService } from './documents.service.ts';

test('files that are not converted are not read, so that they are not all in memory at once', async () => {
  let reads = 0;
  const fileAt = (path: string) => ({
    path,
    get bytes() {
      reads++;
      return Buffer.from(path);
    },
  });
  const documents = createDocumentsService({ conversion: {} as Kernel['conversion'] });
  const { files } = await documents.toRepository(
    ['book/deep/README.md', 'book/deep/.gitbook/assets/large.bin'].map(fileAt),
    { signal: new AbortController().signal, progress: () => {} },
  );
  expect(reads).toBe(0);
  expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['README.md', 'book/deep/README.md'],
    ['.gitbook/assets/large.bin', 'book/deep/.gitbook/assets/large.bin'],
  ]);
});
