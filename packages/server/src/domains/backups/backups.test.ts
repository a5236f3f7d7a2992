import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBackup } from '../../kernel/backup/write-backup.ts';
import { type Person, startServer, type TestServer } from '../../testing/server.ts';
import { recordServerAdministrator } from '../identity/index.ts';

describe('the list of backups', () => {
  let server: TestServer;
  let operator: Person;
  let folder: string;
  beforeAll(async () => {
    server = await startServer();
    operator = await server.person();
    await recordServerAdministrator(server.app.kernel.db, operator.id);
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-backups-'));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('has every finished backup, newest first, in pages', async () => {
    const none = await operator.call('GET', '/server/backups');
    expect([none.status, none.body]).toEqual([200, { count: 0, items: [] }]);
    const make = (name: string) =>
      writeBackup({
        file: path.join(folder, name),
        connectionString: server.connectionString,
        blobs: server.app.kernel.blobs,
        version: '1.2.3',
      });
    await make('first.lectern');
    const { bytes } = await make('second.lectern');
    await expect(make('second.lectern')).rejects.toThrow('already exists');
    const { body } = await operator.call('GET', '/server/backups?limit=1');
    expect(body).toMatchObject({
      count: 2,
      items: [{ file: path.join(folder, 'second.lectern'), bytes, files: 0, missing: 0, version: '1.2.3' }],
    });
    const next = await operator.call('GET', `/server/backups?limit=1&page=${body.next.page}`);
    expect(next.body.items).toMatchObject([{ file: path.join(folder, 'first.lectern') }]);
  });

  test('does not exist for others, also administrators of organizations', async () => {
    const org = await server.organization();
    expect((await org.admin.call('GET', '/server/backups')).status).toBe(404);
    expect((await org.admin.call('GET', '/user')).body.permissions).toEqual({ administerServer: false });
    expect((await operator.call('GET', '/user')).body.permissions).toEqual({ administerServer: true });
  });
});
