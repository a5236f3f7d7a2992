import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createEgress, parseEgressAllow } from '../../kernel/egress.ts';
import { createRepositories } from '../../testing/git-repositories.ts';
import { createGit } from './index.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

const fetched = async () => {
  const source = await repositories.repository();
  await source.commit({ 'dot.png': 'some bytes' });
  const config = { gitFolders: repositories.top, dataDir: path.join(repositories.top, 'data') };
  const git = createGit({ egress: createEgress({ allow: parseEgressAllow('') }), config });
  return git.fetch({ url: source.folder, ref: 'refs/heads/main' });
};

const bytesOf = async (source: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test('a file that is read late is complete', async () => {
  const repository = await fetched();
  const opened = repository.open(repository.head!.entries[0]!.oid);
  await wait(500);
  expect(await bytesOf(opened)).toBe('some bytes');
  await repository.close();
});

test('an unreadable file is an error, not an empty file', async () => {
  const repository = await fetched();
  await expect(bytesOf(repository.open('0'.repeat(40)))).rejects.toThrow();
  await repository.close();
});
