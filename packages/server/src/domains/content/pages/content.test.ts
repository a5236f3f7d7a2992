import { describe, expect, test } from 'vitest';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('content of a space', () => {
  let org: TestOrganization;
  withOrganization((fresh) => {
    org = fresh.org;
  });

  const live = async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {
      title: 'Docs',
      editMode: 'live',
      empty: true,
    });
    return body.id as string;
  };
  const edit = (space: string, ...changes: object[]) =>
    org.edit.call('POST', `/spaces/${space}/content`, { changes });
  const pages = async (space: string) =>
    (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages;

  test('is one page in a new space, or none in an empty one', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {});
    expect(await pages(body.id)).toMatchObject([
      { title: 'Untitled', slug: 'untitled', path: 'untitled', pages: [] },
    ]);
    expect(await pages(await live())).toEqual([]);
  });

  test('is inserted, changed, moved and deleted, all changes or none', async () => {
    const space = await live();
    const made = await edit(
      space,
      {
        operation: 'insert_page',
        title: 'Guide',
        ref: 'guide',
        document: { markdown: '# Hello\n\nThis is **it**.' },
      },
      { operation: 'insert_page', title: 'Start', into: 'guide', document: {} },
      { operation: 'insert_page', title: 'First', at: 0, document: {} },
    );
    expect(made.status).toBe(200);
    const [first, guide] = await pages(space);
    expect([first.title, guide.title, guide.pages[0].path]).toEqual(['First', 'Guide', 'guide/start']);
    const revision = (await org.read.call('GET', `/spaces/${space}`)).body.revision;
    const refused = await edit(
      space,
      { operation: 'update_page', page: guide.id, title: 'Never' },
      { operation: 'delete_page', page: 'unknown' },
    );
    expect([refused.status, refused.body.error.details[0].path]).toEqual([404, 'body.changes.1.page']);
    expect((await org.read.call('GET', `/spaces/${space}`)).body.revision).toBe(revision);
    await edit(space, {
      operation: 'update_page',
      page: guide.pages[0].id,
      into: null,
      at: 0,
      title: 'Begin',
    });
    await edit(space, { operation: 'delete_page', page: first.id });
    expect((await pages(space)).map((page: { title: string }) => page.title)).toEqual(['Begin', 'Guide']);
    const was = await org.read.call('GET', `/spaces/${space}/revisions/${revision}/pages`);
    expect(was.body.pages.map((page: { title: string }) => page.title)).toEqual(['First', 'Guide']);
  });

  test('is read by id and by path, as a document and as Markdown', async () => {
    const space = await live();
    await edit(space, {
      operation: 'insert_page',
      title: 'Guide',
      document: { markdown: 'This is **it**.' },
    });
    const [{ id, documentId }] = await pages(space);
    const markdown = await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`);
    expect(markdown.body.markdown.trim()).toBe('This is **it**.');
    const document = await org.read.call('GET', `/spaces/${space}/content/path/Guide?format=document`);
    expect(document.body).toMatchObject({ id, document: { nodes: [{ type: 'paragraph' }] } });
    const again = await org.read.call('GET', `/spaces/${space}/documents/${documentId}`);
    expect(again.body).toEqual(document.body.document);
    const other = await live();
    expect((await org.read.call('GET', `/spaces/${other}/documents/${documentId}`)).status).toBe(404);
  });

  test('is read by a path with plain and encoded slashes, in all operations', async () => {
    const space = await live();
    await edit(
      space,
      { operation: 'insert_page', title: 'Guide', ref: 'guide', document: {} },
      { operation: 'insert_page', title: 'Fast & Easy', ref: 'fast', into: 'guide', document: {} },
      { operation: 'insert_page', title: 'Path', into: 'fast', document: {} },
    );
    const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const [
      {
        pages: [
          {
            path,
            pages: [{ path: deepest }],
          },
        ],
      },
    ] = await pages(space);
    expect(deepest).toBe(`${path}/path`);
    for (const at of [`content`, `revisions/${revision}`, `change-requests/${request.id}/content`])
      for (const [asked, found] of [
        [path, path],
        [encodeURIComponent(path), path],
        [deepest, deepest],
        [deepest.replace('/', '%2F'), deepest],
        [`/${deepest}//`, deepest],
        [deepest.replaceAll('a', '%61'), deepest],
      ]) {
        const { status, body } = await org.read.call(
          'GET',
          `/spaces/${space}/${at}/path/${asked}?format=markdown`,
        );
        expect([asked, status, body.path]).toEqual([asked, 200, found]);
      }
    const long = Array.from({ length: 1000 }, () => 'segment').join('/');
    for (const asked of [`${deepest}/none`, '', '/', '%00', 'a%2', '%ff', long, `${path}/*`, '..%2F..'])
      expect([400, 404]).toContain(
        (await org.read.call('GET', `/spaces/${space}/content/path/${asked}`)).status,
      );
    const stranger = `/spaces/${space}/content/path/${deepest}`;
    expect((await org.guest.call('GET', stranger)).status).toBe(404);
  });

  test('keeps unknown inline tags as written', async () => {
    const space = await live();
    const markdown = 'Text {% badge color="red" %} more\n\n* {% x %} item';
    await edit(space, { operation: 'insert_page', title: 'Guide', document: { markdown } });
    const [{ id }] = await pages(space);
    const read = await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`);
    expect(read.body.markdown).toContain(markdown);
  });

  test('cannot be edited directly in a locked space, nor by readers', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {});
    expect((await edit(body.id, { operation: 'insert_page', document: {} })).status).toBe(409);
    const space = await live();
    const change = { changes: [{ operation: 'insert_page', document: {} }] };
    expect((await org.read.call('POST', `/spaces/${space}/content`, change)).status).toBe(403);
  });

  test('is copied with the space, and restored by a rollback', async () => {
    const space = await live();
    await edit(space, { operation: 'insert_page', title: 'One', document: { markdown: 'text' } });
    const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
    const copy = (await org.admin.call('POST', `/spaces/${space}/duplicate`)).body.id;
    expect(await pages(copy)).toMatchObject([{ title: 'One' }]);
    await edit(space, { operation: 'insert_page', title: 'Two', document: {} });
    expect((await org.edit.call('POST', `/spaces/${space}/revisions/${revision}/rollback`)).status).toBe(403);
    expect((await org.admin.call('POST', `/spaces/${space}/revisions/${revision}/rollback`)).status).toBe(
      200,
    );
    expect(await pages(space)).toMatchObject([{ title: 'One' }]);
    const now = await org.read.call('GET', `/spaces/${space}/content`);
    expect([now.body.type, now.body.parents.length]).toEqual(['rollback', 1]);
  });

  test('redirects from a path that a rollback or a merge removes', async () => {
    const space = await live();
    const at = async (path: string) => {
      const { status, body } = await org.read.call(
        'GET',
        `/spaces/${space}/content/path/${encodeURIComponent(path)}`,
      );
      return [status, body.path];
    };
    const rename = (page: string, title: string) => ({ operation: 'update_page', page, title });
    await edit(
      space,
      { operation: 'insert_page', title: 'Old', ref: 'old', document: {} },
      { operation: 'insert_page', title: 'Child', into: 'old', document: {} },
    );
    const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
    const [{ id, pages: below }] = await pages(space);
    for (const title of ['Middle', 'New']) await edit(space, rename(id, title));
    const rollback = () => org.admin.call('POST', `/spaces/${space}/revisions/${revision}/rollback`);
    expect((await rollback()).status).toBe(200);
    expect(await at('old')).toEqual([200, 'old']);
    for (const path of ['new', 'middle']) expect(await at(`${path}/child`)).toEqual([200, 'old/child']);
    expect((await rollback()).status).toBe(409);
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const there = `/spaces/${space}/change-requests/${request.id}`;
    await org.edit.call('POST', `${there}/content`, { changes: [rename(below[0].id, 'Part')] });
    await edit(space, rename(id, 'Newer'));
    expect((await org.review.call('POST', `${there}/merge`)).body.result).toBe('merge');
    expect(await at('newer/child')).toEqual([200, 'newer/part']);
  });

  test('moves with the space to another organization', async () => {
    const space = await live();
    await edit(space, { operation: 'insert_page', title: 'One', document: { markdown: 'kept' } });
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    const handed = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    expect(handed.status).toBe(200);
    const [{ id }] = (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages;
    const page = await org.admin.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`);
    expect(page.body.markdown.trim()).toBe('kept');
  });
});
