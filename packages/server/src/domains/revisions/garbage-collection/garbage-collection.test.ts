import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isDeep } from '../../../../../document/src/testing/deep.ts';
import { blockBlobRemoval } from '../../../kernel/blobs/removal-lock.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent, sampleImage } from '../../../testing/edit-content.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { EMPTY_TRASH } from '../../spaces/index.ts';
import { walkSnapshots } from '../revisions.store.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe('garbage collection', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  const remove = (organization = org.id) => server.app.services.garbageCollection.collect(organization);
  const hashesIn = async (table: 'snapshot_nodes' | 'bodies' | 'blobs', organization = org.id) =>
    (
      await server.app.kernel.db
        .selectFrom(table)
        .select('hash')
        .where('organization_id', '=', organization)
        .orderBy('hash')
        .execute()
    ).map(({ hash }) => hash);
  const filesOf = async (organization = org.id) =>
    (
      await readdir(path.join(server.dataDir, 'blobs', organization), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => [])
    )
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
  const emptyTrash = async () => {
    const job = server.app.domains.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === EMPTY_TRASH)!;
    await job.run({});
  };
  /** Deletes a space for good. */
  const destroy = async (space: string, by: Person = org.admin) => {
    await by.call('DELETE', `/spaces/${space}`);
    clock.advance(8 * DAY);
    await emptyTrash();
  };
  const change = async (space: string, ...changes: object[]) => {
    const { status, body } = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, {
      changes,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const page = (markdown: string) => ({ operation: 'insert_page', title: 'Page', document: { markdown } });
  const file = (content: string | Buffer) => ({
    operation: 'insert_files',
    files: [
      { name: 'file', base64: Buffer.from(content as string).toString('base64'), contentType: 'text/plain' },
    ],
  });

  test('deletes unreferenced content after a day, but no content shared with other spaces', async () => {
    const [one, other] = [await createLiveSpace(org), await createLiveSpace(org)];
    for (const space of [one, other]) await change(space, page('shared'), file('shared'));
    await change(one, page('its own'), file('its own'));
    const texts = (await hashesIn('bodies')).length;
    const copy = (await org.admin.call('POST', `/spaces/${other}/duplicate`)).body.id;
    await destroy(other);
    await destroy(one);
    expect((await hashesIn('bodies')).length).toBe(texts);
    expect((await filesOf()).length).toBe(2);
    const gone = await remove();
    expect([gone.bodies, gone.blobs]).toEqual([1, 1]);
    expect(gone.snapshot_nodes).toBeGreaterThan(0);
    expect(await filesOf()).toEqual(await hashesIn('blobs'));
    const files = (await org.admin.call('GET', `/spaces/${copy}/content/files`)).body.items;
    expect(await (await fetch(files[0].downloadURL)).text()).toBe('shared');
    expect(await remove()).toEqual({ snapshot_nodes: 0, bodies: 0, blobs: 0 });
  });

  test('keeps the content of a space in the trash, which can be restored', async () => {
    const space = await createLiveSpace(org);
    const { changes } = await change(space, page('trashed'), file('trashed'));
    await org.admin.call('DELETE', `/spaces/${space}`);
    clock.advance(6 * DAY);
    expect(await remove()).toEqual({ snapshot_nodes: 0, bodies: 0, blobs: 0 });
    await org.admin.call('POST', `/spaces/${space}/restore`);
    const found = await org.admin.call(
      'GET',
      `/spaces/${space}/content/page/${changes[0].page.id}?format=markdown`,
    );
    expect(found.body.markdown).toContain('trashed');
  });

  test('deletes no blobs while a backup copies them', async () => {
    const space = await createLiveSpace(org);
    await change(space, file('copied'));
    await destroy(space);
    const backup = new pg.Client({ connectionString: server.connectionString });
    await backup.connect();
    await blockBlobRemoval(backup);
    expect((await remove()).blobs).toBe(0);
    expect(await filesOf()).toHaveLength(1);
    await backup.end();
    expect((await remove()).blobs).toBe(1);
    expect(await filesOf()).toEqual([]);
  });

  test('keeps content of change requests and of earlier revisions', async () => {
    const space = await createLiveSpace(org);
    const { body: request } = await org.admin.call('POST', `/spaces/${space}/change-requests`, {});
    const at = `/spaces/${space}/change-requests/${request.id}`;
    await org.admin.call('POST', `${at}/content`, { changes: [page('requested'), file('requested')] });
    const was = (await change(space, page('once'))).space.revision;
    const [{ id }] = (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages;
    await change(space, { operation: 'delete_page', page: id });
    clock.advance(3 * DAY);
    expect(await remove()).toEqual({ snapshot_nodes: 0, bodies: 0, blobs: 0 });
    const page1 = await org.admin.call('GET', `/spaces/${space}/revisions/${was}/page/${id}?format=markdown`);
    expect(page1.body.markdown).toContain('once');
    expect((await org.admin.call('GET', `${at}/content/files`)).body.count).toBe(1);
  });

  test('does not delete content that a running edit needs', async () => {
    const { kernel, services } = server.app;
    const doomed = await createLiveSpace(org);
    await change(doomed, page('Again'), file('again'));
    await destroy(doomed);
    const [bodies, blobs] = [await hashesIn('bodies'), await hashesIn('blobs')];
    let removal: ReturnType<typeof remove> | undefined;
    await kernel.transaction(async (tx) => {
      // What the edit needs is there already; only its transaction is not at its end.
      const received = await kernel.blobs.receive(org.id, Readable.from([Buffer.from('again')]), 100);
      await services.revisions.storeBlobs(org.id, [received]);
      expect([await services.revisions.putBody(tx, org.id, 'Again\n')]).toEqual(bodies);
      removal = remove();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await removal).toMatchObject({ bodies: 0, blobs: 0 });
    expect([await hashesIn('bodies'), await hashesIn('blobs'), await filesOf()]).toEqual([
      bodies,
      blobs,
      blobs,
    ]);
    clock.advance(DAY + HOUR);
    expect(await remove()).toMatchObject({ bodies: 1, blobs: 1 });
    expect(await filesOf()).toEqual([]);
  });

  test('makes a waiting edit write deleted content again', async () => {
    const { kernel, services } = server.app;
    const hash = await kernel.transaction((tx) => services.revisions.putBody(tx, org.id, 'contested\n'));
    clock.advance(2 * DAY);
    const old = new Date(clock.now().getTime() - DAY);
    let written: Promise<string> | undefined;
    await kernel.transaction(async (tx) => {
      await tx
        .deleteFrom('bodies')
        .where('organization_id', '=', org.id)
        .where('hash', '=', hash)
        .where('touched_at', '<', old)
        .execute();
      written = kernel.transaction((other) => services.revisions.putBody(other, org.id, 'contested\n'));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await written;
    expect(await hashesIn('bodies')).toEqual([hash]);
  });

  test('does not require a write of common rows for every edit', async () => {
    const { kernel, services } = server.app;
    const put = () => kernel.transaction((tx) => services.revisions.putBody(tx, org.id, 'often met\n'));
    const versionOf = async () =>
      (
        await kernel.db
          .selectFrom('bodies')
          .select([(eb) => eb.cast<string>(eb.ref('xmin' as 'hash'), 'text').as('version'), 'touched_at'])
          .where('organization_id', '=', org.id)
          .executeTakeFirstOrThrow()
      ).version;
    await put();
    const first = await versionOf();
    clock.advance(11 * HOUR);
    await put();
    expect(await versionOf()).toBe(first);
    clock.advance(2 * HOUR);
    await put();
    expect(await versionOf()).not.toBe(first);
  });

  test('deletes nothing if referenced content is missing', async () => {
    const [space, doomed] = [await createLiveSpace(org), await createLiveSpace(org)];
    await change(space, page('damaged'));
    await change(doomed, page('doomed'));
    await destroy(doomed);
    const root = await server.app.services.revisions.headRoot(server.app.kernel.db, {
      organization_id: org.id,
      id: space,
    });
    await server.app.kernel.db
      .deleteFrom('snapshot_nodes')
      .where('organization_id', '=', org.id)
      .where('hash', '=', root)
      .execute();
    const before = await hashesIn('bodies');
    await expect(remove()).rejects.toThrow('missing');
    expect(await hashesIn('bodies')).toEqual(before);
  });

  test('keeps all referenced content after any sequence of actions, and nothing else after a day', async () => {
    let seed = Number(process.env.PROPERTY_SEED ?? (isDeep ? Date.now() % 1_000_000 : 1));
    const told = `PROPERTY_SEED=${seed}`;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((seed / 0x7fffffff) * below) % below;
    };
    const elsewhere = (await org.admin.call('POST', '/orgs', { title: 'Elsewhere' })).body.id;
    const spaces: string[] = [];
    const pick = () => spaces[random(spaces.length)]!;
    // Few texts, so that what was removed comes again, and what is shared is met.
    const text = () => `text ${random(6)}`;
    const steps: (() => Promise<unknown>)[] = [
      async () => spaces.push(await createLiveSpace(org)),
      async () => change(pick(), page(text())),
      async () => change(pick(), page(text()), file(text())),
      async () => {
        const space = pick();
        const [first] = (await org.admin.call('GET', `/spaces/${space}/content/files`)).body.items;
        if (first) await change(space, { operation: 'delete_file', file: first.id }, page(text()));
      },
      async () => spaces.push((await org.admin.call('POST', `/spaces/${pick()}/duplicate`)).body.id),
      async () => {
        if (spaces.length < 2) return;
        const [space] = spaces.splice(random(spaces.length), 1);
        await org.admin.call('DELETE', `/spaces/${space}`);
      },
      async () => {
        const space = pick();
        const now = (await org.admin.call('GET', `/spaces/${space}`)).body.organization;
        const to = now === org.id ? elsewhere : org.id;
        await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: to });
      },
      async () => clock.advance(random(3 * DAY)),
      async () => emptyTrash(),
      async () => remove(random(2) === 0 ? org.id : elsewhere),
      // While somebody edits.
      async () =>
        Promise.all([
          remove(),
          remove(elsewhere),
          ...[1, 2, 3].map(() => change(pick(), page(text()), file(text()))),
        ]),
    ];
    await steps[0]!();
    for (let step = 0; step < Number(process.env.PROPERTY_STEPS ?? 120); step++)
      await steps[random(steps.length)]!();

    const { db, blobs } = server.app.kernel;
    const reached = async (organization: string) => {
      const roots = (
        await db.selectFrom('revisions').select('root').where('organization_id', '=', organization).execute()
      ).map(({ root }) => root);
      const used = { snapshot_nodes: new Set<string>(), bodies: new Set<string>(), blobs: new Set<string>() };
      for await (const part of walkSnapshots(db, organization, roots, used.snapshot_nodes)) {
        for (const body of part.bodies) used.bodies.add(body);
        for (const blob of part.blobs) used.blobs.add(blob);
      }
      return used;
    };
    const there = async (when: string) => {
      for (const organization of [org.id, elsewhere]) {
        const used = await reached(organization);
        for (const table of ['snapshot_nodes', 'bodies', 'blobs'] as const) {
          const rows = new Set(await hashesIn(table, organization));
          expect([told, when, table, [...used[table]].filter((hash) => !rows.has(hash))]).toEqual([
            told,
            when,
            table,
            [],
          ]);
        }
        for (const hash of used.blobs)
          expect([told, when, hash, (await blobs.sizeOf(organization, hash)) !== undefined]).toEqual([
            told,
            when,
            hash,
            true,
          ]);
      }
    };
    await there('before');
    clock.advance(2 * DAY);
    for (const organization of [org.id, elsewhere]) {
      await remove(organization);
      const used = await reached(organization);
      for (const table of ['snapshot_nodes', 'bodies', 'blobs'] as const)
        expect([told, table, await hashesIn(table, organization)]).toEqual([
          told,
          table,
          [...used[table]].sort(),
        ]);
      expect([told, await filesOf(organization)]).toEqual([told, [...used.blobs].sort()]);
    }
    await there('after');
  });

  test('runs once a day, in every organization', async () => {
    await server.app.kernel.transaction((tx) =>
      server.app.services.revisions.putBody(tx, org.id, 'unused\n'),
    );
    clock.advance(2 * DAY);
    const jobs = server.app.domains.flatMap(({ jobs: all = [] }) => all);
    const jobOf = (wanted: string) => jobs.find(({ name }) => name === wanted)!;
    expect(jobOf('revisions.schedule-garbage-collection').cron).toBe('41 3 * * *');
    await jobOf('revisions.schedule-garbage-collection').run({});
    const planned = await sql<{ data: Record<string, unknown> }>`
      select data from pgboss.job where name = 'revisions.collect-garbage' and data->>'organizationId' = ${org.id}`.execute(
      server.app.kernel.db,
    );
    expect(planned.rows).toHaveLength(1);
    expect(await hashesIn('bodies')).toHaveLength(1);
    await jobOf('revisions.collect-garbage').run(planned.rows[0]!.data);
    expect(await hashesIn('bodies')).toEqual([]);
  });

  test('tolerates a picture that was never stored', async () => {
    const space = await createLiveSpace(org);
    await editContent(server, space, async (draft) => draft.putFile('file', sampleImage()));
    expect(await remove()).toEqual({ snapshot_nodes: 0, bodies: 0, blobs: 0 });
    const { body } = await org.admin.call('GET', `/spaces/${space}/content/files/file`);
    expect((await fetch(body.downloadURL)).status).toBe(404);
  });
});
