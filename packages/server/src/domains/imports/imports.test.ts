import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withTemporaryFolder } from '../../kernel/temporary-folder.ts';
import { docxOf, zipOf } from '../../testing/archives.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { PIXEL } from '../../testing/edit-content.ts';
import {
  callerOf,
  pagesOf,
  runImport,
  startImport,
  textsOf,
  uploadImportFile,
  waitForImport,
} from '../../testing/imports.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);

const file = async (name: string, content: string | Uint8Array) => ({
  type: 'file',
  files: [await uploadImportFile(org, name, content)],
});

test('a Markdown file becomes a page', async () => {
  const space = await createLiveSpace(org);
  const run = await runImport(org, await file('guide.md', '# A guide\n\nRead **this**.\n'), { space });
  expect(run).toMatchObject({
    object: 'import-run',
    status: 'completed',
    target: { space },
    createdBy: org.admin.id,
    report: [],
    pages: [{ type: 'page', status: 'complete' }],
  });
  const pages = await pagesOf(org, space);
  expect(Object.values(pages)).toMatchObject([{ id: run.pages[0].id, title: 'A guide' }]);
  expect(Object.values(pages)[0]!.markdown).toContain('Read **this**.');
  expect((await server.eventsOf(run.id)).map(({ action }) => action)).toEqual([
    'import-run.started',
    'import-run.completed',
  ]);
});

test('an archive of Markdown, HTML and Word files becomes pages that link to each other', async () => {
  const space = await createLiveSpace(org);
  const archive = await zipOf({
    'docs/README.md': '# Home\n\n[The guide](guide/start.html) and ![a pixel](img/p.png)\n',
    'docs/guide/start.html':
      '<html><body><main><h1>Start</h1><p>Go to <a href="../report.docx">the report</a>, <a href="../README.md">home</a> or <a href="https://elsewhere.test/">away</a>.</p><img src="../img/p.png" alt="Pixel"></main></body></html>',
    'docs/report.docx': await docxOf({ title: 'Report', heading: 'Part', text: 'Bold words' }, PIXEL),
    'docs/img/p.png': PIXEL,
    'docs/notes.bin': 'what is this',
    '__MACOSX/docs/._README.md': 'litter',
  });
  const run = await runImport(org, await file('all.zip', archive), { space });
  expect(run.reason).toBeUndefined();
  expect(run.status).toBe('completed');
  const pages = await pagesOf(org, space);
  expect(
    Object.values(pages)
      .map(({ title }) => title)
      .sort(),
    // A folder without a page of its own becomes an empty one.
  ).toEqual(['Guide', 'Home', 'Report', 'Start']);
  const titled = (title: string) => Object.values(pages).find((page) => page.title === title)!;
  const said = (title: string) => titled(title).markdown;
  const report = titled('Report');
  expect(said('Start')).toContain(`[the report](/pages/${report.id})`);
  expect(said('Start')).toContain('https://elsewhere.test/');
  expect(said('Report')).toContain('**Bold words**');
  expect(said('Report')).toContain('## Part');
  const { body } = await org.admin.call('GET', `/spaces/${space}/content/files`);
  expect(body.items.map(({ size }: { size: number }) => size)).toContain(PIXEL.length);
});

test('broken links, unknown file types and damaged pictures are reported', async () => {
  const space = await createLiveSpace(org);
  const shown = ['p.png', 'cut.png', 'text.jpg'].map((name) => `![](${name})`).join('\n');
  const archive = await zipOf({
    'a.md': `# A\n\n[Gone](q.md), [here](b.md#part), [site](/x/y), [away](https://x.test/q.md)\n\n${shown}\n\n![](file:///C:/d.png)\n`,
    'b.md': '# B\n\n```\n[code](z.md)\n```\n',
    'p.png': PIXEL,
    'cut.png': PIXEL.subarray(0, -8),
    'text.jpg': 'no picture',
    'note.xyz': 'what is this',
  });
  const run = await runImport(org, await file('all.zip', archive), { space });
  expect(run).toMatchObject({ status: 'completed' });
  expect(run.report).toEqual([
    { path: 'note.xyz', message: 'is neither a page nor a supported file and was skipped' },
    { path: 'cut.png', message: 'is a truncated image' },
    { path: 'text.jpg', message: 'is not an image, although its name ends like one' },
    { path: 'a.md', message: 'links to q.md, which is not one of the imported files' },
    { path: 'a.md', message: 'contains the image file:///C:/d.png, which cannot be fetched' },
  ]);
});

test('warnings name the uploaded files, not converted ones', async () => {
  const space = await createLiveSpace(org);
  const page =
    '<main><h1>H</h1><p><a href="gone.html">Gone</a></p><img src="data:image/png;base64,AAAA" alt="P"></main>';
  const html = await runImport(org, await file('h.html', page), { space });
  expect(html.report).toEqual([
    {
      path: 'h.html',
      message: 'An image was left out because it cannot be fetched: data:image/png;base64,AAAA',
    },
    { path: 'h.html', message: 'links to gone.html, which is not one of the imported files' },
  ]);
  const cut = await docxOf({ title: 'Report', heading: 'Part', text: 'Words' }, PIXEL.subarray(0, -8));
  const docx = await runImport(org, await file('r.docx', cut), { space });
  expect(docx.report).toEqual([{ path: 'r.docx/picture-1.png', message: 'is a truncated image' }]);
});

test('a folder that replaces a space is exported as it was imported, with its configuration', async () => {
  const space = await createLiveSpace(org);
  const { imports, spaces } = server.app.services;
  const files = {
    '.gitbook.yaml':
      '# Ours\nstructure:\n  readme: INTRODUCTION.md\nredirects:\n  old: b.md\n  dead: gone.md\n',
    'INTRODUCTION.md': '# Home\n\nWords.\n',
    'SUMMARY.md': '# Table of contents\n\n* [Home](INTRODUCTION.md)\n* [B](b.md)\n',
    'b.md': '# B\n',
  };
  const caller = callerOf(org);
  const course = { signal: new AbortController().signal, progress: () => {} };
  const bring = (texts: Readonly<Record<string, string>>) => {
    const given = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
    return imports.write(caller, { space }, given, 'replace', course);
  };
  const { report } = await bring(files);
  expect(report).toEqual([
    { path: '.gitbook.yaml', message: 'redirects.dead points to gone.md, which is not a page' },
  ]);
  const texts = await textsOf(imports.exportSpace((await spaces.find(org.admin.id, space))!, {}));
  expect(Object.fromEntries(texts)).toEqual(files);
  expect((await bring(files)).revision).toBeUndefined();
  await expect(bring({ ...files, '.gitbook.yaml': 'root: absent' })).rejects.toThrow('root is absent');
});

test('the files of an archive are on disk, not in memory', async () => {
  const { imports } = server.app.services;
  const course = { signal: new AbortController().signal, progress: () => {} };
  const files = await withTemporaryFolder('test', async (folder) => {
    const archive = path.join(folder, 'all.zip');
    await writeFile(archive, await zipOf({ 'a.md': '# A\n', 'b/c.png': PIXEL }));
    const found = await imports.unzip(archive, { ...course, folder });
    expect(found.map((each) => [each.path, each.bytes.length])).toEqual([
      ['a.md', 4],
      ['b/c.png', PIXEL.length],
    ]);
    return found;
  });
  expect(() => files[0]!.bytes).toThrow('ENOENT');
});

test('a space is exported page by page', async () => {
  const space = await createLiveSpace(org);
  const { imports, spaces } = server.app.services;
  const pages = Array.from({ length: 250 }, (_, n) => ({
    path: `page-${n}.md`,
    bytes: Buffer.from(`# Page ${n}\n\nWords.\n`),
  }));
  const course = { signal: new AbortController().signal, progress: () => {} };
  await imports.write(callerOf(org), { space }, pages, 'replace', course);
  let printed = 0;
  const { texts, count } = await imports.exportSpace((await spaces.find(org.admin.id, space))!, {
    progress: (done) => {
      printed = done;
    },
  });
  const ahead: number[] = [];
  let read = 0;
  for await (const _ of texts) ahead.push(printed - ++read);
  expect(read).toBe(count);
  expect(Math.max(...ahead)).toBe(99);
});

test('existing pages are kept, and imported ones come after them', async () => {
  const space = await createLiveSpace(org);
  const source = await file('guide.md', '# A guide\n\nWords.\n');
  const first = await runImport(org, source, { space });
  const second = await runImport(org, source, { space });
  expect(second.status).toBe('completed');
  const { body } = await org.admin.call('GET', `/spaces/${space}/content/pages`);
  expect(body.pages.map(({ id }: { id: string }) => id)).toEqual([first.pages[0].id, second.pages[0].id]);
});

test('pages imported below a page become its children', async () => {
  const space = await createLiveSpace(org);
  const home = await runImport(org, await file('home.md', '# Home\n'), { space });
  const page = home.pages[0].id;
  const archive = await zipOf({
    'README.md': '# Part\n\n[Deep](deep/er.md)\n',
    'deep/er.md': '# Deeper\n',
  });
  const run = await runImport(org, await file('part.zip', archive), { space, page });
  expect(run.reason).toBeUndefined();
  const { body } = await org.admin.call('GET', `/spaces/${space}/content/pages`);
  expect(body.pages).toHaveLength(1);
  expect(body.pages[0].pages.map(({ title }: { title: string }) => title)).toContain('Part');
  expect(run.pages).toHaveLength(2);
  expect(JSON.stringify(body)).toContain('Deeper');
});

test('an import into a change request does not change the space', async () => {
  const space = await org.space('Locked');
  const source = await file('guide.md', '# A guide\n\nWords.\n');
  const refused = await org.admin.call('POST', `/org/${org.id}/imports`, { source, target: { space } });
  expect(refused.status).toBe(409);
  const before = (await org.admin.call('GET', `/spaces/${space}`)).body.revision;
  const made = await org.admin.call('POST', `/spaces/${space}/change-requests`, { subject: 'Import' });
  const changeRequest = made.body.id;
  const run = await runImport(org, source, { space, changeRequest });
  expect(run).toMatchObject({ status: 'completed', target: { space, changeRequest } });
  expect((await org.admin.call('GET', `/spaces/${space}`)).body.revision).toBe(before);
  const { body } = await org.admin.call(
    'GET',
    `/spaces/${space}/change-requests/${changeRequest}/content/pages`,
  );
  expect(body.pages.map(({ title }: { title: string }) => title)).toContain('A guide');
});

test.each([
  ['nothing.zip', async () => zipOf({ 'a.txt': 'words' }), /nothing to import/],
  ['empty.zip', async () => zipOf({}), /nothing to import/],
  ['no.zip', async () => Buffer.from('no archive'), /rejected/],
  ['picture.png', async () => PIXEL, /nothing to import/],
  ['broken.docx', async () => Buffer.from('no document'), /nothing to import.*broken\.docx was left out/],
  ['link.zip', async () => zipOf({ 'a.md': '# A', l: '/etc/passwd' }, { l: 0o120777 }), /symbolic link/],
  ['bomb.zip', async () => zipOf({ 'a.md': Buffer.alloc(20 * 1024 * 1024) }), /200 times its size/],
  ['bomb.docx', async () => zipOf({ 'word/document.xml': Buffer.alloc(20 * 1024 * 1024) }), /200 times/],
])('%s fails with the reason, and changes nothing', async (name, make, reason) => {
  const space = await createLiveSpace(org);
  const before = (await org.admin.call('GET', `/spaces/${space}`)).body.revision;
  const run = await runImport(org, await file(name, await make()), { space });
  expect(run).toMatchObject({ status: 'failed', pages: [] });
  expect(run.reason).toMatch(reason);
  if (name === 'broken.docx') expect(run.report).toMatchObject([{ path: 'broken.docx' }]);
  expect((await org.admin.call('GET', `/spaces/${space}`)).body.revision).toBe(before);
});

test('an export of Notion is unpacked, and its pages have their subpages and no ids', async () => {
  const space = await createLiveSpace(org);
  const id = (end: string) => `0123456789abcdef0123456789abcde${end}`;
  const part = await zipOf({
    [`Home ${id('1')}.md`]: `# Home\n\n[Sub](Home%20${id('1')}/Sub%20${id('2')}.md)\n`,
    [`Home ${id('1')}/Sub ${id('2')}.md`]: 'Words.\n',
  });
  const archive = await zipOf({ 'Export-Part-1.zip': part });
  const run = await runImport(org, await file('notion.zip', archive), { space });
  expect(run).toMatchObject({ status: 'completed', report: [] });
  expect(await pagesOf(org, space)).toMatchObject({ home: { title: 'Home' }, 'home/sub': { title: 'Sub' } });
});

test('skipped content is reported, and the rest is imported', async () => {
  const space = await createLiveSpace(org);
  const archive = await zipOf({
    'README.md': '# Home\n',
    'form.html': '<main><h1>Form</h1><p>Words</p><form></form></main>',
    'bad.docx': 'none',
    'inner.zip': await zipOf({ 'a.md': '# A' }),
  });
  const run = await runImport(org, await file('all.zip', archive), { space });
  expect(run.status).toBe('completed');
  expect(run.pages).toHaveLength(2);
  expect(run.report).toEqual(
    expect.arrayContaining([
      { path: 'inner.zip', message: expect.stringContaining('not unpacked') },
      { path: 'form.html', message: '1 × form left out' },
      { path: 'bad.docx', message: expect.stringContaining('left out') },
    ]),
  );
});

test('an import of 1,000 pages shows progress, can be canceled, and leaves nothing behind', async () => {
  const space = await createLiveSpace(org);
  const before = (await org.admin.call('GET', `/spaces/${space}`)).body.revision;
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [
      `part-${n % 10}/page-${n}.html`,
      `<main><h1>Page ${n}</h1>${`<p>Words of page ${n}, and <a href="page-${n + 10}.html">more</a>.</p>`.repeat(10)}</main>`,
    ]),
  );
  const { id } = await startImport(org, await file('many.zip', await zipOf(files)), { space });
  const underWay = await waitForImport(
    org,
    id,
    ({ progress }) => progress?.stage === 'convert' && progress.done > 0,
  );
  expect(underWay).toMatchObject({ status: 'in-progress', pages: [] });
  expect(underWay.progress.total).toBeGreaterThanOrEqual(1000);
  expect(underWay.progress.done).toBeLessThan(underWay.progress.total);
  const cancelled = await org.admin.call('POST', `/org/${org.id}/imports/${id}/cancel`);
  expect(cancelled).toMatchObject({ status: 201, body: { status: 'cancelled' } });
  // Whoever carried it out has time to do so still.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect((await org.admin.call('GET', `/org/${org.id}/imports/${id}`)).body).toMatchObject({
    status: 'cancelled',
    pages: [],
  });
  expect((await org.admin.call('GET', `/spaces/${space}`)).body.revision).toBe(before);
  expect((await org.admin.call('POST', `/org/${org.id}/imports/${id}/cancel`)).status).toBe(201);
});

test('a finished import cannot be canceled', async () => {
  const space = await createLiveSpace(org);
  const { id } = await runImport(org, await file('guide.md', '# A\n'), { space });
  const answer = await org.admin.call('POST', `/org/${org.id}/imports/${id}/cancel`);
  expect(answer).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('completed') } },
  });
});

test('imports are listed newest first for users with access to their spaces, with filters', async () => {
  const [space, hidden] = [await createLiveSpace(org), await createLiveSpace(org)];
  await org.admin.call('PATCH', `/spaces/${hidden}`, { defaultLevel: null });
  const source = await file('guide.md', '# A\n');
  const [a, b] = [await runImport(org, source, { space }), await runImport(org, source, { space: hidden })];
  const listed = async (query = '', by = org.admin) =>
    (await by.call('GET', `/org/${org.id}/imports${query}`)).body.items.map(({ id }: { id: string }) => id);
  expect(await listed()).toEqual([b.id, a.id]);
  expect(await listed('', org.read)).toEqual([a.id]);
  expect(await listed(`?space=${space}`)).toEqual([a.id]);
  expect(await listed('?status=active')).toEqual([]);
  expect(await listed('?status=completed&limit=1')).toEqual([b.id]);
  expect(await listed('?changeRequest=none')).toEqual([]);
  const first = (await org.admin.call('GET', `/org/${org.id}/imports?limit=1`)).body;
  expect(first).toMatchObject({ count: 2, next: { page: expect.any(String) } });
  expect(await listed(`?limit=1&page=${first.next.page}`)).toEqual([a.id]);
  const site = await org.site();
  await org.admin.call('POST', `/orgs/${org.id}/sites/${site}/site-spaces`, { spaceId: space });
  expect(await listed(`?site=${site}`)).toEqual([a.id]);
  expect((await org.read.call('GET', `/org/${org.id}/imports/${b.id}`)).status).toBe(404);
});

test('a list takes a constant number of queries', async () => {
  const space = await createLiveSpace(org);
  const source = await file('guide.md', '# A\n');
  const list = () => org.admin.call('GET', `/org/${org.id}/imports`);
  await runImport(org, source, { space });
  const few = await server.countQueries(list);
  for (let n = 0; n < 4; n++) await runImport(org, source, { space });
  expect(await server.countQueries(list)).toBe(few);
});

test('an invalid import is rejected, and nothing starts', async () => {
  const space = await createLiveSpace(org);
  const key = await uploadImportFile(org, 'a.md', '# A');
  const source = { type: 'file', files: [key] };
  const start = async (body: object, by = org.admin) => {
    const { status, body: answer } = await by.call('POST', `/org/${org.id}/imports`, body);
    return [status, answer.error?.details?.[0]?.path ?? answer.error?.message];
  };
  expect(await start({ source, target: { space: 'none' } })).toEqual([404, 'space not found']);
  expect(await start({ source, target: { space, page: 'none' } })).toEqual([404, 'page not found']);
  expect(await start({ source, target: { space, changeRequest: 'none' } })).toEqual([
    404,
    'change request not found',
  ]);
  expect(await start({ source: { type: 'file', files: ['none'] }, target: { space } })).toEqual([
    400,
    'body.source.files.0',
  ]);
  // What somebody else has uploaded is theirs.
  expect(await start({ source, target: { space } }, org.edit)).toEqual([400, 'body.source.files.0']);
  const forbidden = { type: 'website', url: 'http://127.0.0.1:1/' };
  expect(await start({ source: forbidden, target: { space } })).toEqual([400, 'body.source.url']);
  expect(await start({ source: { type: 'website', url: 'ftp://a.test/' }, target: { space } })).toEqual([
    400,
    'body.source.url',
  ]);
  expect(await start({ source, target: { space } }, org.comment)).toEqual([
    403,
    'You do not have permission to edit this space',
  ]);
  const elsewhere = await server.organization();
  expect(await start({ source, target: { space: await createLiveSpace(elsewhere) } })).toEqual([
    404,
    'space not found',
  ]);
  expect((await org.admin.call('GET', `/org/${org.id}/imports`)).body.count).toBe(0);
});
