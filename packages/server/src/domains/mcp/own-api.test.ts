import { expect, test } from 'vitest';
import { createOwnApi } from './own-api.ts';

test('a path never leads to another operation', async () => {
  const sent: string[] = [];
  const api = createOwnApi(
    async ({ url }) => {
      sent.push(String(url));
      throw new Error('sent');
    },
    { apiUrl: (path) => `https://docs.example${path === '' ? '' : `/v1${path}`}` },
    { authorization: 'Bearer token', address: '127.0.0.1' },
  );
  for (const path of ['/spaces/one/change-requests/../content', '/spaces/./one', '/spaces/%2e%2E/user'])
    await expect(api.call('POST', path)).rejects.toThrow('not found');
  expect(sent).toEqual([]);
  await expect(api.call('GET', '/spaces/one%2F..')).rejects.toThrow('sent');
  expect(sent).toEqual(['https://docs.example/v1/spaces/one%2F..']);
});
