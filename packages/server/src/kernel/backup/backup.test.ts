import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createDatabase } from '../../testing/databases.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';
import { createFolderBlobs } from '../blobs/folder-blobs.ts';
import { type Migration, migrate, readMigrations } from '../database/migrate.ts';
import { MIGRATIONS } from '../database/migrations-folder.ts';
import { jobName } from '../jobs/jobs.ts';
import { listPendingJobs } from '../jobs/pending-jobs.ts';
import { createArchive, readArchive } from './archive.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { ENTRIES, writeBackup } from './write-backup.ts';

const emptyDatabase = () => createDatabase('template0');

const query = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
};
const tablesIn = (connectionString: string): Promise<number> =>
  query(connectionString, async (client) => {
    const { rows } = await client.query(
      "select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    return Number(rows[0].count);
  });

describe('a backup', () => {
  let folder: string;
  let server: TestServer;
  let org: TestOrganization;
  let migrations: Migration[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-backup-'));
    server = await startServer();
    org = await server.organization();
    migrations = await readMigrations(MIGRATIONS);
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const newFile = () => path.join(folder, `${randomUUID()}.backup`);
  const backUp = (file = newFile()) =>
    writeBackup({
      file,
      connectionString: server.connectionString,
      blobs: server.app.kernel.blobs,
      version: '1.2.3',
    }).then((outcome) => ({ ...outcome, file }));
  const restore = async (file: string, connectionString: string, more: object = {}) => {
    const dataDir = path.join(folder, randomUUID());
    const blobs = createFolderBlobs(dataDir);
    const backup = await checkBackup({ file, migrations });
    const outcome = await restoreBackup(backup, { connectionString, blobs, ...more });
    return { outcome, dataDir };
  };
  const write = async (space: string, name: string) => {
    const content = randomBytes(3000 + Math.floor(Math.random() * 3000)).toString('base64');
    const { status, body } = await org.edit.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [
        { operation: 'insert_page', title: name, document: { markdown: `# ${name}\n\n![](./f)` } },
        {
          operation: 'insert_files',
          files: [{ ref: 'f', name, base64: content, contentType: 'text/plain' }],
        },
      ],
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { page: body.changes[0].page.id as string, file: body.insertedFiles[0].id as string, content };
  };

  test('made during writes contains all acknowledged ones, and none in part', async () => {
    const spaces = await Promise.all([createLiveSpace(org), createLiveSpace(org), createLiveSpace(org)]);
    const { body: request } = await org.edit.call('POST', `/spaces/${spaces[0]}/change-requests`, {});
    const acknowledged: { space: string; page: string; file: string; content: string }[] = [];
    let writing = true;
    const writers = spaces.map(async (space) => {
      for (let i = 0; writing; i++)
        acknowledged.push({ space, ...(await write(space, `${space.slice(-4)} ${i}`)) });
    });
    while (acknowledged.length < 30) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = [...acknowledged];
    const { kernel } = server.app;
    const startAfter = new Date(Date.now() + 60_000);
    await kernel.transaction(async (tx) => {
      await kernel.jobs.enqueue(tx, jobName('revisions.collect-garbage'), { organizationId: org.id });
      await kernel.jobs.enqueue(
        tx,
        jobName('revisions.schedule-garbage-collection'),
        { some: ['ü'] },
        { startAfter },
      );
    });
    const jobsBefore = await query(server.connectionString, listPendingJobs);
    const { file, files, pending } = await backUp();
    const after = acknowledged.length;
    while (acknowledged.length < after + 6) await new Promise((resolve) => setTimeout(resolve, 20));
    writing = false;
    await Promise.all(writers);
    // They did write meanwhile, or nothing was shown.
    expect(after).toBeGreaterThan(before.length);
    expect(files).toBeGreaterThanOrEqual(before.length);
    expect(pending).toBeLessThanOrEqual(writers.length);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const connectionString = await emptyDatabase();
    const { outcome, dataDir } = await restore(file, connectionString);
    expect(outcome).toMatchObject({ files, migrated: [], manifest: { lectern: '1.2.3' } });
    const restored = await startServer({ connectionString, config: { dataDir } });
    try {
      const old = server.withToken(org.read.token);
      const now = restored.withToken(org.read.token);
      const same = async (at: string) => {
        const [expected, found] = [await old('GET', at), await now('GET', at)];
        const text = JSON.stringify(found.body).replaceAll(restored.url, server.url);
        expect([at, found.status, JSON.parse(text)]).toEqual([at, 200, expected.body]);
      };
      for (const { space, page, file: id } of before) {
        await same(`/spaces/${space}/content/page/${page}`);
        await same(`/spaces/${space}/content/files/${id}`);
      }
      await same(`/orgs/${org.id}`);
      await same(`/spaces/${spaces[0]}/change-requests/${request.id}`);
      // Each edit is there with its page and its file, or not at all; and every file has its bytes.
      const contents = new Map(acknowledged.map((one) => [one.file, one.content]));
      let found = 0;
      for (const space of spaces) {
        const { pages } = (await now('GET', `/spaces/${space}/content/pages`)).body;
        const { items } = (await now('GET', `/spaces/${space}/content/files?limit=1000`)).body;
        expect(items.length).toBe(pages.length);
        for (const { id, downloadURL } of items) {
          const bytes = Buffer.from(await (await fetch(downloadURL)).arrayBuffer());
          expect(bytes.toString('base64')).toBe(contents.get(id));
          found += 1;
        }
      }
      expect(found).toBeGreaterThanOrEqual(before.length);
      // What was to be done is still to be done.
      const jobs = await query(connectionString, listPendingJobs);
      const known = new Map(jobs.map((job) => [job.id, job]));
      expect(jobsBefore.length).toBeGreaterThan(0);
      for (const job of jobsBefore) expect(known.get(job.id)).toEqual(job);
      // Tables watch over themselves as before, and life goes on.
      const { body: space } = await restored.withToken(org.admin.token)('POST', `/orgs/${org.id}/spaces`, {
        title: 'New',
      });
      expect((await now('GET', `/spaces/${space.id}`)).status).toBe(200);
    } finally {
      await restored.close();
    }
    const shapeOf = (at: string) =>
      query(at, async (client) => [
        (await client.query('select conname, pg_get_constraintdef(oid) from pg_constraint order by 1, 2'))
          .rows,
        (await client.query('select tgname, tgenabled from pg_trigger where not tgisinternal order by 1'))
          .rows,
        (await client.query('select * from instance_settings order by 1')).rows,
      ]);
    expect(await shapeOf(connectionString)).toEqual(await shapeOf(server.connectionString));
  });

  test('can be restored into S3, including files', async () => {
    const space = await createLiveSpace(org);
    const { file: id, content } = await write(space, 'for S3');
    const { file } = await backUp();
    const s3 = await startS3Server();
    const connectionString = await emptyDatabase();
    const { createS3Blobs } = await import('../../adapters/s3/index.ts');
    const dataDir = path.join(folder, randomUUID());
    await restore(file, connectionString, { blobs: createS3Blobs(dataDir, s3.options) });
    const restored = await startServer({ connectionString, config: { s3: s3.options } });
    try {
      const call = restored.withToken(org.read.token);
      const { downloadURL } = (await call('GET', `/spaces/${space}/content/files/${id}`)).body;
      const answer = await fetch(downloadURL, { headers: { range: 'bytes=3-' } });
      expect(answer.status).toBe(206);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.equals(Buffer.from(content, 'base64').subarray(3))).toBe(true);
      expect((await readdir(restored.dataDir).catch(() => [])).filter((name) => name !== 'blobs')).toEqual(
        [],
      );
    } finally {
      await restored.close();
      await s3.close();
    }
  });

  test('of an earlier version is migrated', async () => {
    const earlier = await emptyDatabase();
    await migrate(earlier, migrations.slice(0, -2));
    await query(earlier, (client) =>
      client.query(
        "insert into users (id, email, email_verified, display_name, created_at, updated_at) values ('u', 'u@x.test', true, E'tab\\tand \\\\ ü', now(), now())",
      ),
    );
    const file = newFile();
    const blobs = createFolderBlobs(path.join(folder, randomUUID()));
    await writeBackup({ file, connectionString: earlier, blobs, version: '0.0.1' });
    const connectionString = await emptyDatabase();
    const { outcome } = await restore(file, connectionString);
    expect(outcome.migrated).toEqual(migrations.slice(-2).map(({ name }) => name));
    const { rows } = await query(connectionString, (client) => client.query('select * from users'));
    expect(rows).toMatchObject([{ id: 'u', display_name: 'tab\tand \\ ü' }]);
  });

  describe('that cannot be restored changes nothing:', () => {
    let good: Buffer;
    let file: string;
    beforeAll(async () => {
      await write(await createLiveSpace(org), 'content');
      ({ file } = await backUp());
      good = await readFile(file);
    });
    const flipped = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 0x10;
      return copy;
    };
    const spoiled = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = 0x21;
      return copy;
    };
    /** The archive with one entry changed, and a checksum that is right. */
    const rewritten = async (name: string, change: (content: Buffer) => Buffer) => {
      const target = newFile();
      const archive = createArchive(target);
      for await (const entry of readArchive(file)) {
        const chunks: Buffer[] = [];
        for await (const chunk of entry.content) chunks.push(chunk);
        const content = Buffer.concat(chunks);
        await archive.add(entry.name, entry.name.startsWith(name) ? change(content) : content);
      }
      await archive.finish();
      return readFile(target);
    };
    const manifest = (change: object) =>
      rewritten(ENTRIES.manifest, (content) =>
        Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...change })),
      );

    test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
      ['an empty file', () => Buffer.alloc(0), /damaged/],
      ['not an archive', () => randomBytes(5000), /damaged/],
      ['text', () => Buffer.from('insert into users'), /damaged/],
      ['another archive', () => gzipSync(Buffer.alloc(4096)), /damaged/],
      ['truncated in the middle', () => good.subarray(0, good.length / 2), /damaged/],
      ['truncated in its first entry', () => good.subarray(0, 600), /damaged/],
      ['an unreadable first entry', () => gzipSync(spoiled(gunzipSync(good), 512)), /damaged/],
      ['truncated before its last bytes', () => good.subarray(0, -20), /damaged/],
      ['one bit changed', () => flipped(good, Math.floor(good.length / 2)), /damaged/],
      ['recompressed without its end', () => gzipSync(gunzipSync(good).subarray(0, -4096)), /damaged/],
      [
        'recompressed with one bit changed',
        () => gzipSync(flipped(gunzipSync(good), Math.floor(gunzipSync(good).length / 2))),
        /damaged/,
      ],
      ['of a later format', () => manifest({ format: 2, lectern: '9.9.9' }), /made by Lectern 9\.9\.9/],
      [
        'of a later version',
        () => manifest({ migrations: [{ name: '9999_later', checksum: 'x' }], lectern: '9.9.9' }),
        /made by Lectern 9\.9\.9/,
      ],
      ['of another program', () => rewritten('', () => Buffer.from('{}')), /not a Lectern backup/],
    ])('%s', async (_, make, message) => {
      const broken = newFile();
      await writeFile(broken, await make());
      const connectionString = await emptyDatabase();
      await expect(restore(broken, connectionString)).rejects.toThrow(message);
      expect(await tablesIn(connectionString)).toBe(0);
    });

    test.each<[string, (content: Buffer) => Buffer, string]>([
      ['a blob with other bytes', () => Buffer.from('other'), ENTRIES.blobs],
      ['rows with dangling references', () => Buffer.alloc(0), `${ENTRIES.tables}organizations/`],
      ['invalid rows', () => Buffer.from('what?\n'), `${ENTRIES.tables}users/`],
    ])('%s, and a later attempt succeeds', async (_, change, entry) => {
      const broken = newFile();
      await writeFile(broken, await rewritten(entry, change));
      const connectionString = await emptyDatabase();
      await expect(restore(broken, connectionString)).rejects.toThrow();
      const { rows } = await query(connectionString, (client) =>
        client.query('select id from users union all select key from instance_settings'),
      );
      expect(rows).toEqual([]);
      expect((await restore(file, connectionString)).outcome.migrated).toEqual([]);
    });

    test('a target that is in use', async () => {
      const before = await query(server.connectionString, (client) => client.query('select * from users'));
      await expect(restore(file, server.connectionString)).rejects.toThrow(/not empty: it has organizations/);
      const after = await query(server.connectionString, (client) => client.query('select * from users'));
      expect(after.rows).toEqual(before.rows);
      const foreign = await emptyDatabase();
      await query(foreign, (client) => client.query('create table theirs (id int)'));
      await expect(restore(file, foreign)).rejects.toThrow(/tables of another program/);
      expect(await tablesIn(foreign)).toBe(1);
    });
  });

  test('reports missing files, and is not created if all files are missing', async () => {
    const connectionString = await createDatabase();
    const lossy = await startServer({ connectionString });
    try {
      const own = await lossy.organization();
      const space = await createLiveSpace(own);
      const put = async (content: string) => {
        const form = new FormData();
        form.append('file', new Blob([content]), 'x.txt');
        await own.edit.call('POST', `/spaces/${space}/files`, form);
      };
      await put('one');
      await put('two');
      const { blobs } = lossy.app.kernel;
      const options = { connectionString, blobs, version: '1' };
      const { rows } = await query(connectionString, (client) => client.query('select hash from blobs'));
      await blobs.remove(own.id, rows[0].hash);
      expect(await writeBackup({ ...options, file: newFile() })).toMatchObject({ pending: 1, missing: 0 });
      await query(connectionString, (client) =>
        client.query("update blobs set touched_at = now() - interval '4 days'"),
      );
      expect(await writeBackup({ ...options, file: newFile() })).toMatchObject({ files: 1, missing: 1 });
      await blobs.remove(own.id, rows[1].hash);
      const refused = writeBackup({ ...options, file: newFile() });
      await expect(refused).rejects.toThrow(/None of the 2 files was found/);
    } finally {
      await lossy.close();
    }
  });

  test('never overwrites another file, and leaves none behind when it fails', async () => {
    const { file } = await backUp();
    const hash = async () =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    const before = await hash();
    await expect(backUp(file)).rejects.toThrow(/already exists/);
    expect(await hash()).toBe(before);
    const failing = newFile();
    const blobs = {
      ...server.app.kernel.blobs,
      open: async () => {
        throw new Error('the store is gone');
      },
    };
    const options = { connectionString: server.connectionString, version: '1' };
    await expect(writeBackup({ ...options, file: failing, blobs })).rejects.toThrow('the store is gone');
    const left = (await readdir(folder)).filter((name) => name.startsWith(path.basename(failing)));
    expect(left).toEqual([]);
    await expect(backUp(path.join(folder, 'not', 'there'))).rejects.toThrow(/ENOENT/);
  });
});
