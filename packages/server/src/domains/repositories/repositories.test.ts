import { Readable } from 'node:stream';
import { readRepository, type SourceFile, sourceFileOf, writeRepository } from '@lectern/document';
import { describe, expect, test, vi } from 'vitest';
import {
  repositories as corpora,
  filesOfRepository,
  repositoriesToTest,
} from '../../../../document/src/markdown/corpora.testing.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import type { RepositoryInput } from './index.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

type Files = Readonly<Record<string, string | Buffer>>;

const inputOf = (files: Files): RepositoryInput => ({
  repository: readRepository(
    Object.entries(files).map(([file, content]): SourceFile => sourceFileOf(file, Buffer.from(content))),
  ).repository,
  open: (file) => Readable.from([Buffer.from(files[file]!)]),
});

const callerOf = (userId: string): Caller => ({
  principal: { kind: 'user', userId, displayName: 'Tester', tokenId: 'token', scopes: undefined },
  requestId: 'test',
  address: '127.0.0.1',
});

const spaceOf = async (id: string) => (await server.app.services.spaces.find(org.admin.id, id))!;

const apply = async (space: string, files: Files, more: Partial<RepositoryInput> = {}, watching = {}) =>
  server.app.services.repositories.apply(
    callerOf(org.admin.id),
    { space: await spaceOf(space) },
    { ...inputOf(files), ...more },
    watching,
  );

/** The space as a repository. */
const described = async (space: string): Promise<Record<string, string>> => {
  const { revision_id, organization_id } = await spaceOf(space);
  const { services } = server.app;
  const revision = (await services.revisions.find(await spaceOf(space), revision_id))!;
  const { repository } = await services.repositories.exportSnapshot(organization_id, revision.root);
  return Object.fromEntries(writeRepository(repository));
};

const get = async (at: string) => {
  const { status, body } = await org.admin.call('GET', at);
  expect(status).toBe(200);
  return body;
};

interface Shown {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly title: string;
  readonly git?: { path: string; oid: string };
  readonly pages?: readonly Shown[];
}
const pagesOf = async (space: string): Promise<Shown[]> => {
  const flat = (pages: readonly Shown[]): Shown[] =>
    pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat((await get(`/spaces/${space}/content/pages`)).pages);
};
const revisionOf = async (space: string) => (await get(`/spaces/${space}`)).revision;
const markdownAt = async (space: string, id: string) =>
  (await get(`/spaces/${space}/content/page/${id}?format=markdown`)).markdown;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOOK: Files = {
  'README.md': '# Home\n\nSee [the guide](guide/README.md#start) and ![](.gitbook/assets/dot.png).\n',
  'guide/README.md':
    '---\ndescription: How\nicon: star\n---\n\n# Guide\n\n## Start\n\n{% include "../.gitbook/includes/note.md" %}\n',
  'guide/first.md': '# First steps\n\nGo [home](../README.md), or [nowhere](gone.md).\n',
  'SUMMARY.md':
    '# Summary\n\n* [Home](README.md)\n\n## Learn\n\n* [Guide](guide/README.md)\n  * [First](guide/first.md)\n* [Away](https://x.test)\n',
  '.gitbook/assets/dot.png': PNG,
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind this.\n',
  '.gitbook/vars.yaml': 'version: 2\n',
  '.gitbook.yaml': 'redirects:\n  old/start: guide/first.md\n',
};

describe('a repository applied to a space', () => {
  test('becomes one revision, with references by id', async () => {
    const space = await createLiveSpace(org);
    const before = await revisionOf(space);
    const { revision, problems } = await apply(space, BOOK);
    expect(problems).toEqual([
      { path: 'guide/first.md', message: 'links to gone.md, which is not one of the imported files' },
    ]);
    expect(await revisionOf(space)).toBe(revision);
    const content = await get(`/spaces/${space}/content`);
    expect(content.parents).toEqual([before]);
    const pages = await pagesOf(space);
    expect(pages.map((page) => [page.path, page.title, page.git?.path])).toEqual([
      ['readme', 'Home', 'README.md'],
      ['learn', 'Learn', undefined],
      ['learn/guide', 'Guide', 'guide/README.md'],
      ['learn/guide/first', 'First steps', 'guide/first.md'],
      [undefined, 'Away', undefined],
    ]);
    const [home, , guide, first] = pages;
    const [file] = content.files;
    expect(file).toMatchObject({
      name: 'dot.png',
      contentType: 'image/png',
      dimensions: { width: 1, height: 1 },
      git: { path: '.gitbook/assets/dot.png' },
    });
    expect(await markdownAt(space, home!.id)).toContain(`(/pages/${guide!.id}#start)`);
    expect(await markdownAt(space, home!.id)).toContain(`/files/${file.id}`);
    expect(await markdownAt(space, first!.id)).toContain(`[home](/pages/${home!.id}), or [nowhere](gone.md)`);
    expect(content.reusableContents).toMatchObject([
      { title: 'Note', git: { path: '.gitbook/includes/note.md' } },
    ]);
    expect(content.variables).toEqual({ version: 2 });
    const moved = await get(`/spaces/${space}/content/path/old%2Fstart`);
    expect(moved.id).toBe(first!.id);
    const found = await get(`/spaces/${space}/search?query=steps`);
    expect(JSON.stringify(found)).toContain(first!.id);
  });

  test('changes nothing the second time, nor when it is exported and applied again', async () => {
    const space = await createLiveSpace(org);
    const { revision, pages } = await apply(space, BOOK);
    expect(await apply(space, BOOK)).toEqual({ revision: undefined, pages, problems: [] });
    const again = { ...BOOK, ...(await described(space)) };
    await apply(space, again);
    const second = await described(space);
    expect(second).toEqual({ ...(await described(space)) });
    const at = await revisionOf(space);
    expect((await apply(space, { ...BOOK, ...second })).revision).toBeUndefined();
    expect(await revisionOf(space)).toBe(at);
    expect(revision).toBeDefined();
  });

  test('keeps the ids of renamed pages, also with changes', async () => {
    const space = await createLiveSpace(org);
    const long = Array.from({ length: 20 }, (_, n) => `This is line ${n} of it.`).join('\n\n');
    const files: Files = { ...BOOK, 'guide/first.md': `# First steps\n\n${long}\n` };
    await apply(space, files);
    const before = new Map((await pagesOf(space)).map((page) => [page.title, page.id]));
    const { 'guide/first.md': first, 'guide/README.md': guide, ...rest } = files;
    await apply(space, {
      ...rest,
      'tour/README.md': guide!,
      'tour/one.md': `${first}\nAnd something new.\n`,
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](tour/README.md)\n  * [First](tour/one.md)\n',
    });
    const after = await pagesOf(space);
    expect(after.map(({ path: at }) => at)).toEqual(['readme', 'tour', 'tour/one']);
    expect(after.map(({ id }) => id)).toEqual(
      ['Home', 'Guide', 'First steps'].map((title) => before.get(title)),
    );
    // Its former path leads there.
    expect((await get(`/spaces/${space}/content/path/learn%2Fguide%2Ffirst`)).id).toBe(
      before.get('First steps'),
    );
  });

  test('keeps entries of its table of contents without a file, until they have content', async () => {
    const space = await createLiveSpace(org);
    const files: Files = {
      'README.md': '# Home\n',
      'a/one.md': '# One\n',
      'SUMMARY.md': '* [Home](README.md)\n\n## Group\n\n* [Over \\[view\\]]()\n  * [One](a/one.md)\n',
    };
    await apply(space, files);
    const written = await described(space);
    expect(written).toEqual({ ...files, 'SUMMARY.md': `# Table of contents\n\n${files['SUMMARY.md']}` });
    expect((await apply(space, written)).revision).toBeUndefined();
    const [home, , line] = await pagesOf(space);
    const change = async (page: string, markdown: string) => {
      const changes = [{ operation: 'update_page', page, document: { markdown } }];
      expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    };
    // What others refer to needs an address.
    await change(home!.id, `See [it](/pages/${line!.id}).\n`);
    expect(await described(space)).toMatchObject({
      'README.md': '# Home\n\nSee [it](group/over-view/).\n',
      'group/over-view/README.md': '# Over \\[view]\n',
    });
    await change(home!.id, 'See nothing.\n');
    expect(Object.keys(await described(space))).not.toContain('group/over-view/README.md');
    await change(line!.id, 'Words.\n');
    const now = await described(space);
    expect(now['group/over-view/README.md']).toContain('Words.');
    expect(now['SUMMARY.md']).toContain('(group/over-view/README.md)');
  });

  test('keeps lines without a link as lines without a file, until they have content', async () => {
    const space = await createLiveSpace(org);
    const files = {
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'SUMMARY.md':
        '# Table of contents\n\n* Just text\n* Just text\n* [Home](README.md)\n* Guides\n  * [A](a.md)\n  * Soon\n\n## Group\n\n* Later\n  * [B](b.md)\n',
    };
    await apply(space, files);
    expect(await described(space)).toEqual(files);
    expect((await apply(space, files)).revision).toBeUndefined();
    expect((await pagesOf(space)).map(({ title, type }) => [title, type])).toEqual([
      ['Just text', 'group'],
      ['Just text', 'group'],
      ['Home', 'document'],
      ['Guides', 'group'],
      ['A', 'document'],
      ['Soon', 'document'],
      ['Group', 'group'],
      ['Later', 'document'],
      ['B', 'document'],
    ]);
    const soon = (await pagesOf(space)).find(({ title }) => title === 'Soon')!;
    const changes = [{ operation: 'update_page', page: soon.id, document: { markdown: 'Words.\n' } }];
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    const now = await described(space);
    expect(now).toEqual({
      ...files,
      'guides/soon.md': '# Soon\n\nWords.\n',
      'SUMMARY.md': files['SUMMARY.md'].replace('Soon', '[Soon](guides/soon.md)'),
    });
    // A heading instead of a line is written as a heading.
    const headings = { ...now, 'SUMMARY.md': '* [Home](README.md)\n\n## Guides\n\n* [A](a.md)\n' };
    await apply(space, headings);
    expect((await described(space))['SUMMARY.md']).toBe(`# Table of contents\n\n${headings['SUMMARY.md']}`);
  });

  test('resolves a broken link once its target exists', async () => {
    const space = await createLiveSpace(org);
    await apply(space, BOOK);
    await apply(space, {
      ...BOOK,
      'guide/gone.md': '# Back\n',
      'SUMMARY.md': `${BOOK['SUMMARY.md']}* [Back](guide/gone.md)\n`,
    });
    const pages = await pagesOf(space);
    const idOf = (title: string) => pages.find((page) => page.title === title)!.id;
    expect(await markdownAt(space, idOf('First steps'))).toContain(`[nowhere](/pages/${idOf('Back')})`);
  });

  test('deletes pages that it no longer has', async () => {
    const space = await createLiveSpace(org);
    await apply(space, BOOK);
    await apply(space, { 'README.md': '# Home\n' });
    const content = await get(`/spaces/${space}/content`);
    expect(content.pages).toHaveLength(1);
    expect(content.files).toEqual([]);
    expect(content.reusableContents).toEqual([]);
    expect(content.variables).toBeUndefined();
  });

  test('can be added below a page, beside existing pages', async () => {
    const space = await createLiveSpace(org);
    await apply(space, BOOK);
    const [home] = await pagesOf(space);
    const added = { 'README.md': '# More\n\n[x](x.md)\n', 'x.md': '# X\n' };
    await apply(space, added, { add: { into: home!.id } });
    expect((await pagesOf(space)).map(({ path: at }) => at)).toEqual([
      'readme',
      'readme/readme',
      'readme/x',
      'learn',
      'learn/guide',
      'learn/guide/first',
      undefined,
    ]);
  });

  test('is applied to a change request without changing the space', async () => {
    const space = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${space}/change-requests`, {});
    const changeRequest = await server.app.services.changeRequests.find(org.admin.id, space, body.id);
    const at = await revisionOf(space);
    await server.app.services.repositories.apply(
      callerOf(org.admin.id),
      { changeRequest: changeRequest! },
      inputOf(BOOK),
    );
    expect(await revisionOf(space)).toBe(at);
    const { pages } = await get(`/spaces/${space}/change-requests/${body.id}/content/pages`);
    expect(pages[0]).toMatchObject({ title: 'Home' });
  });

  test('leaves nothing behind when it is aborted', async () => {
    const space = await createLiveSpace(org);
    const at = await revisionOf(space);
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`p${n}.md`, `# Page ${n}\n\n${'Some words. '.repeat(200)}\n`]),
    );
    const stop = new AbortController();
    const seen: number[] = [];
    const progress = (done: number, total: number) => {
      expect(total).toBe(300);
      seen.push(done);
      if (done > 30) stop.abort(new Error('stopped'));
    };
    await expect(apply(space, pages, {}, { progress, signal: stop.signal })).rejects.toThrow('stopped');
    expect(seen.length).toBeGreaterThan(2);
    expect(await revisionOf(space)).toBe(at);
    expect(await pagesOf(space)).not.toContainEqual(expect.objectContaining({ title: 'Page 1' }));
  });

  test('contains no merge conflicts, whatever its files contain', async () => {
    const space = await createLiveSpace(org);
    const { problems } = await apply(space, {
      'README.md':
        '# Home\n\n{% conflict %}\n{% primary %}\na\n{% endprimary %}\n{% changed %}\nb\n{% endchanged %}\n{% endconflict %}\n',
    });
    expect(problems).toHaveLength(1);
    const [home] = await pagesOf(space);
    const { document } = await get(`/spaces/${space}/content/page/${home!.id}?format=document`);
    expect(JSON.stringify(document)).not.toContain('"conflict"');
  });
});

describe.skipIf(corpora.length === 0)('real repositories', () => {
  test.each(repositoriesToTest)('%s has no difference after an export and another import', async (name) => {
    const files = filesOfRepository(name);
    const [one, two] = [await createLiveSpace(org), await createLiveSpace(org)];
    await apply(one, files);
    const written = await described(one);
    const assets = Object.fromEntries(Object.entries(files).filter(([file]) => !file.endsWith('.md')));
    await apply(two, { ...assets, ...written });
    expect(await described(two)).toEqual(written);
    expect((await apply(one, files)).revision).toBeUndefined();
  });
});

describe('a long page', () => {
  const release = `## Release\n\n* ${'A *fix* of a list. '.repeat(100)}\n\n`;
  const notes = (characters: number) =>
    `# Notes\n\n${release.repeat(Math.ceil(characters / release.length))}`;

  test('is imported whole', async () => {
    const space = await createLiveSpace(org);
    const text = notes(850_000);
    const { problems } = await apply(space, { 'README.md': '# Home\n', 'notes.md': text });
    expect(problems).toEqual([]);
    const exported = (await described(space))['notes.md']!;
    expect(exported.match(/## Release/g)).toHaveLength(text.match(/## Release/g)!.length);
  });

  test('above the limit is refused by name, and nothing changes', async () => {
    const space = await createLiveSpace(org);
    await apply(space, { 'README.md': '# Home\n', 'notes.md': '# Notes\n\nFirst.\n' });
    const before = await described(space);
    const files = { 'README.md': '# New home\n', 'notes.md': notes(2_000_100) };
    await expect(apply(space, files)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^notes\.md has \d+ characters.*Nothing was imported/),
    });
    expect(await described(space)).toEqual(before);
  });

  test('that cannot be parsed is refused by name', async () => {
    const space = await createLiveSpace(org);
    const { markdown } = server.app.kernel;
    const readFiles = vi.spyOn(markdown, 'readFiles').mockRejectedValue(new Error('out of memory'));
    try {
      await expect(apply(space, { 'README.md': '# Home\n' })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('README.md could not be parsed'),
      });
    } finally {
      readFiles.mockRestore();
    }
  });
});
