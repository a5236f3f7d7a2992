import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf } from '../testing/archives.ts';
import { runInThisProcess } from '../testing/command.ts';
import { PIXEL } from '../testing/edit-content.ts';
import { createRepositories } from '../testing/git-repositories.ts';
import { buildProgram, freePort, type Program } from '../testing/program.ts';

let program: Program;
let server: Awaited<ReturnType<Program['serve']>>;
let folder: string;
let repositories: Awaited<ReturnType<typeof createRepositories>>;
let env: Record<string, string>;
let url: string;
let org: string;
const token = 'a-token-of-my-own-choice';

beforeAll(async () => {
  program = await buildProgram();
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-import-test-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  repositories = await createRepositories();
  env = {
    LECTERN_DATA_DIR: path.join(folder, 'data'),
    LECTERN_GIT_FOLDERS: repositories.top,
    PORT: String(port),
    LECTERN_ADMIN_TOKEN: token,
  };
  server = await program.serve(env);
  org = (await call('GET', '/orgs')).items[0].id;
});
afterAll(async () => {
  await server.stop();
  await repositories.close();
  await rm(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
const call = async (method: string, at: string, body?: object): Promise<any> => {
  const answer = await fetch(`${url}/v1${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
};
const newSpace = async (options = {}): Promise<string> =>
  (await call('POST', `/orgs/${org}/spaces`, { title: 'Docs', editMode: 'live', empty: true, ...options }))
    .id;
const lectern = (...args: string[]) => runInThisProcess(args, env);
const revisionOf = async (space: string) => (await call('GET', `/spaces/${space}`)).revision;
const titlesOf = async (space: string): Promise<string[]> =>
  (await call('GET', `/spaces/${space}/content/pages`)).pages.map(({ title }: { title: string }) => title);

const writeFolder = async (name: string, files: Readonly<Record<string, string | Uint8Array>>) => {
  const root = path.join(folder, name);
  for (const [at, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, at)), { recursive: true });
    await writeFile(path.join(root, at), content);
  }
  return root;
};
const filesIn = async (root: string) => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files
        .sort()
        .map(async (file) => [path.relative(root, file), (await readFile(file)).toString('base64')] as const),
    ),
  );
};

const GUIDE = {
  'README.md': '# Home\n\nSee [the guide](guide/start.md). ![A pixel](.gitbook/assets/p.png)\n',
  'guide/README.md': '# Guide\n\nAll of it.\n',
  'guide/start.md': '---\ndescription: How to begin\n---\n\n# Start\n\nBack [home](../README.md).\n',
  '.gitbook/assets/p.png': PIXEL,
};

test('a folder is imported, imported again without changes, exported, and imported elsewhere', async () => {
  const lectern = (...args: string[]) => program.launch(args, env).ended;
  const [space, elsewhere] = [await newSpace(), await newSpace()];
  const source = await writeFolder('guide', GUIDE);
  const first = await lectern('import', space, source);
  expect([first.code, first.out]).toEqual([0, `${await revisionOf(space)}\n`]);
  // Without a terminal, plain lines tell how far it is.
  expect(first.err).toMatch(/^Writing: 0 of \d+$/m);
  expect(first.err).not.toContain('\r');
  expect(await titlesOf(space)).toEqual(['Home', 'Guide']);
  expect((await lectern('import', space, source)).out).toBe('Nothing changed.\n');

  const out = path.join(folder, 'out');
  expect((await lectern('export', space, out)).code).toBe(0);
  expect((await lectern('import', space, out)).out).toBe('Nothing changed.\n');
  const refused = await lectern('export', space, out);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not empty')]);
  expect((await lectern('export', space, out, '--overwrite')).code).toBe(0);
  const impossible = await lectern('export', space, '/proc/nowhere/below');
  expect([impossible.code, impossible.err]).toEqual([1, expect.stringContaining("mkdir '/proc/nowhere'")]);
  expect(impossible.err).not.toContain('    at ');

  await lectern('import', elsewhere, out);
  const again = path.join(folder, 'again');
  await lectern('export', elsewhere, again);
  expect(await filesIn(again)).toEqual(await filesIn(out));
});

test('an archive is added to existing pages, or replaces them', async () => {
  const space = await newSpace();
  const archive = path.join(folder, 'part.zip');
  await writeFile(
    archive,
    await zipOf({ 'part/one.md': '# One\n', 'part/two.html': '<main><h1>Two</h1>x</main>' }),
  );
  await lectern('import', space, await writeFolder('home', { 'README.md': '# Home\n' }));
  expect((await lectern('import', space, archive, '--add')).code).toBe(0);
  expect(await titlesOf(space)).toEqual(['Home', 'One', 'Two']);
  const [{ id: page }] = (await call('GET', `/spaces/${space}/content/pages`)).pages;
  expect((await lectern('import', space, archive, '--page', page)).code).toBe(0);
  expect((await call('GET', `/spaces/${space}/content/page/${page}`)).pages).toHaveLength(2);
  expect((await lectern('import', space, archive)).code).toBe(0);
  expect(await titlesOf(space)).toEqual(['One', 'Two']);
});

test('a repository is imported from its URL and a branch', async () => {
  const space = await newSpace();
  const repository = await repositories.repository();
  await repository.commit({ 'README.md': '# Home\n', 'one.md': '# One\n' });
  await repository.commit({ 'two.md': '# Two\n', link: { link: '/etc/passwd' } }, 'next');
  const address = `file://${repository.folder}`;
  const { code, out } = await lectern('import', space, address);
  expect([code, out]).toEqual([0, `${await revisionOf(space)}\n`]);
  expect(await titlesOf(space)).toEqual(['Home', 'One']);
  expect((await lectern('import', space, address, '--ref', 'next')).err).toContain(
    'link: skipped, because it is not a regular file',
  );
  expect(await titlesOf(space)).toContain('Two');
  for (const [args, message] of [
    [[address, '--ref', 'absent'], 'has no ref absent'],
    [['ssh://people.test/a.git'], 'http or https'],
    [['file:///etc'], 'is not in an allowed folder'],
  ] as const) {
    const refused = await lectern('import', space, ...args);
    expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining(message)]);
  }
});

test('a failed import is reported in a sentence and changes nothing', async () => {
  const [space, locked] = [await newSpace(), await newSpace({ editMode: 'locked' })];
  const source = await writeFolder('one', { 'one.md': '# One\n' });
  const nothing = await writeFolder('nothing', { 'a.txt': 'words' });
  const hostile = path.join(folder, 'hostile.zip');
  await writeFile(hostile, await zipOf({ 'a.md': '# A', l: '/etc/passwd' }, { l: 0o120777 }));
  await symlink('/etc/passwd', path.join(source, 'passwd.md'));
  const before = await revisionOf(space);
  for (const [args, message] of [
    [['nowhere', source], 'no space nowhere'],
    [[space, path.join(folder, 'absent')], 'is not a folder, a file or the URL'],
    [[space, nothing], 'nothing to import'],
    [[space, hostile], 'symbolic link'],
    [[space, 'http://10.1.1.1/x.git'], 'not on the public internet'],
    [[space, source, '--page', 'none'], 'page not found'],
    [[space, source, '--user', 'nobody@people.test'], 'no user'],
    [[locked, source], 'locked'],
    [[locked, source, '--change-request', '7'], 'change request not found'],
  ] as const) {
    const { code, out, err } = await lectern('import', ...args);
    expect([args, code, out, err]).toEqual([args, 1, '', expect.stringContaining(message)]);
    expect(err).not.toContain('    at ');
  }
  expect(await revisionOf(space)).toBe(before);
  const { number } = await call('POST', `/spaces/${locked}/change-requests`, { subject: 'Import' });
  const into = await lectern('import', locked, source, '--change-request', String(number));
  expect([into.code, into.err]).toEqual([
    0,
    expect.stringContaining('passwd.md: skipped, because it is not a regular file'),
  ]);
  expect(await titlesOf(locked)).toEqual([]);
});

test('a document that cannot be read does not remove its page', async () => {
  const space = await newSpace();
  const source = await writeFolder('documents', {
    'README.md': '# Home\n',
    'manual.html': '<main><h1>Manual</h1><p>Many words of the manual.</p></main>',
  });
  await lectern('import', space, source);
  const before = await revisionOf(space);
  await rm(path.join(source, 'manual.html'));
  await writeFolder('documents', { 'manual.docx': 'PK broken', 'new.docx': 'PK broken' });
  const refused = await lectern('import', space, source);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/manual\.docx was left out: .*[^.]\. The space has a page of it/),
  ]);
  expect(await revisionOf(space)).toBe(before);
  // Without a page, it is only reported.
  await rm(path.join(source, 'manual.docx'));
  expect((await lectern('import', space, source)).code).toBe(0);
});

test('an export does not write through a link', async () => {
  const space = await newSpace();
  await lectern('import', space, await writeFolder('linked', { 'README.md': '# Home\n' }));
  const target = await writeFolder('target', { 'other.md': 'Mine.\n' });
  await symlink(path.join(folder, 'outside.md'), path.join(target, 'README.md'));
  const refused = await lectern('export', space, target, '--overwrite');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('README.md is not a regular file'),
  ]);
  expect(await readdir(target)).toEqual(['README.md', 'other.md']);
});

test('a long list of warnings is written to a new file that only its user can read', async () => {
  const space = await newSpace();
  const links = Array.from({ length: 30 }, (_, n) => `[${n}](gone-${n}.md)`).join(' ');
  const source = await writeFolder('warned', { 'README.md': `# Home\n\n${links}\n` });
  const fileOf = (err: string) => /^All 30 warnings are in (.*)$/m.exec(err)![1]!;
  const first = fileOf((await lectern('import', space, source)).err);
  const second = fileOf((await lectern('import', space, source)).err);
  expect(second).not.toBe(first);
  for (const file of [first, second]) {
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(30);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    await rm(path.dirname(file), { recursive: true });
  }
});

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `part-${n % 10}/page-${n}.html`,
      `<main><h1>Page ${n}</h1>${`<p>Words of page ${n}, and <a href="page-${n + 10}.html">more</a>.</p>`.repeat(10)}</main>`,
    ]),
  );

test('Ctrl-C cancels an import without changes', async () => {
  const space = await newSpace();
  const before = await revisionOf(space);
  const source = await writeFolder('many', many(1000));
  const { child, ended, output } = program.launch(['import', space, source], env);
  while (!output().includes('Converting')) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  const { code, out, err } = await ended;
  expect([code, out, err]).toEqual([130, '', expect.stringContaining('Canceled: nothing was changed.')]);
  expect(await revisionOf(space)).toBe(before);
});

test('an import that was killed is completed after the next start', async () => {
  const space = await newSpace();
  const before = await revisionOf(space);
  const bytes = await zipOf(many(1000));
  const { url: place, key } = await call('POST', `/orgs/${org}/storage/upload`, {
    file: { name: 'many.zip', type: 'application/zip', size: bytes.length },
    kind: 'import_file',
  });
  await fetch(place, { method: 'PUT', body: bytes });
  const { id } = await call('POST', `/org/${org}/imports`, {
    source: { type: 'file', files: [key] },
    target: { space },
  });
  const run = () => call('GET', `/org/${org}/imports/${id}`);
  const until = async (isSo: (run: { status: string; progress?: { done: number } }) => boolean) => {
    while (!isSo(await run())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await until(({ progress }) => (progress?.done ?? 0) > 10);
  await server.stop('SIGKILL');
  server = await program.serve(env);
  expect(await revisionOf(space)).toBe(before);
  expect(await run()).toMatchObject({ status: 'in-progress', pages: [] });
  await until(({ status }) => status !== 'in-progress');
  expect((await run()).pages).toHaveLength(1000);
  expect((await run()).status).toBe('completed');
  // Exactly one revision was created.
  const { items } = await call('GET', `/spaces/${space}/revisions`);
  expect(items.slice(0, 2).map(({ id: one }: { id: string }) => one)).toEqual([
    await revisionOf(space),
    before,
  ]);
});
