import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createLiveEditor, type LiveEditor, openLiveSocket } from '../../testing/live-editor.ts';
import { waitForBlockedQuery } from '../../testing/lock-waits.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('live documents', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => ({ server, org } = fresh));

  const pageWith = async (markdown: string) => {
    const spaceId = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${spaceId}/content?compat=false`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }],
    });
    return { spaceId, pageId: body.changes[0].page.id as string };
  };
  const open = (person: Person, path: string) =>
    openLiveSocket(`${server.url}/v1${path}`, { authorization: `Bearer ${person.token}` });
  const editorOf = async (
    person: Person,
    { spaceId, pageId }: { spaceId: string; pageId: string },
    at = `/spaces/${spaceId}`,
  ): Promise<LiveEditor> => {
    const editor = createLiveEditor(pageId, () => open(person, `${at}/live`));
    await editor.connect();
    return editor;
  };
  const stored = async (
    { spaceId, pageId }: { spaceId: string; pageId: string },
    at = `/spaces/${spaceId}`,
  ) =>
    (
      await org.admin.call('GET', `${at}/content/page/${pageId}?format=markdown`)
    ).body.markdown.trim() as string;

  test('people who write in a page at the same time see the same text, and it becomes a revision of both', async () => {
    const page = await pageWith('First\n\nSecond');
    const [one, other] = [await editorOf(org.edit, page), await editorOf(org.review, page)];
    one.write('First line\n\nSecond');
    other.write('First\n\nSecond line');
    const both = 'First line\n\nSecond line';
    await Promise.all([one, other].map((editor) => editor.until(() => editor.text() === both)));
    await one.stored();
    await other.save();
    expect(await stored(page)).toBe(both);
    const { body } = await org.read.call('GET', `/spaces/${page.spaceId}/revisions?limit=1`);
    const [revision] = body.items;
    expect(revision.message).toBeUndefined();
    expect(revision.authors[0]).toEqual(revision.createdBy);
    expect(revision.authors.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [org.edit.id, org.review.id].toSorted(),
    );
    // It is an edit of each of them, wherever edits are listed.
    for (const author of [org.edit, org.review]) {
      const { body: own } = await author.call('GET', `/orgs/${org.id}/edits`);
      expect(own.items.map(({ space }: { space: { id: string } }) => space.id)).toEqual([page.spaceId]);
      const by = `/spaces/${page.spaceId}/revisions?createdBy=${author.id}`;
      expect((await org.read.call('GET', by)).body.items[0].id).toBe(revision.id);
    }
    const [event] = (await server.eventsOf(page.spaceId)).slice(-1);
    expect([event!.actor, ...(event!.payload as { otherAuthors: string[] }).otherAuthors].toSorted()).toEqual(
      [org.edit.id, org.review.id].toSorted(),
    );
    for (const editor of [one, other]) editor.cut();
  });

  test('an edit over the API appears in the page, and nothing that was typed is lost', async () => {
    const page = await pageWith('First\n\nSecond\n\nThird');
    const editor = await editorOf(org.edit, page);
    editor.write('First typed\n\nSecond\n\nThird');
    await editor.stored();
    await org.admin.call('POST', `/spaces/${page.spaceId}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: page.pageId,
          document: { markdown: 'First\n\nSecond\n\nThird by API' },
        },
      ],
    });
    await editor.until(() => editor.text() === 'First typed\n\nSecond\n\nThird by API');
    await editor.save();
    expect(await stored(page)).toBe('First typed\n\nSecond\n\nThird by API');
    editor.cut();
  });

  test('an edit over the API while a page is being opened appears in it', async () => {
    const page = await pageWith('Before');
    const editor = createLiveEditor(page.pageId, () => open(org.edit, `/spaces/${page.spaceId}/live`));
    let connected = Promise.resolve();
    await server.app.kernel.db.transaction().execute(async (tx) => {
      // The text is read, and cannot be shared yet.
      await sql`lock table live_documents in exclusive mode`.execute(tx);
      connected = editor.connect();
      await waitForBlockedQuery(server);
      const { status } = await org.admin.call('POST', `/spaces/${page.spaceId}/content`, {
        changes: [{ operation: 'update_page', page: page.pageId, document: { markdown: 'After' } }],
      });
      expect(status).toBe(200);
    });
    await connected;
    await editor.until(() => editor.text() === 'After');
    editor.cut();
  });

  test('people who have a space or a change request open are told about its revisions', async () => {
    const { spaceId, pageId } = await pageWith('Text');
    const { body: request } = await org.edit.call('POST', `/spaces/${spaceId}/change-requests`, {});
    const at = `/spaces/${spaceId}/change-requests/${request.number}`;
    const [reader, inRequest] = [open(org.read, `/spaces/${spaceId}/live`), open(org.read, `${at}/live`)];
    expect((await inRequest.next('welcome')).revision).toBe(request.revision);
    expect((await reader.next('welcome')).revision).toBe(
      (await org.read.call('GET', `/spaces/${spaceId}`)).body.revision,
    );
    const write = async (path: string, markdown: string) =>
      (
        await org.edit.call('POST', `${path}/content?compat=false`, {
          changes: [{ operation: 'update_page', page: pageId, document: { markdown } }],
        })
      ).body;
    const { changeRequest } = await write(at, 'Proposed');
    const { space } = await write(`/spaces/${spaceId}`, 'Text by API');
    expect((await reader.next('moved')).revision).toBe(space.revision);
    expect((await inRequest.next('moved')).revision).toBe(changeRequest.revision);
    for (const socket of [reader, inRequest]) {
      expect(socket.received.some(({ type }) => type === 'moved')).toBe(false);
      socket.close();
    }
  });

  test('after a cut connection, what was typed is sent again', async () => {
    const page = await pageWith('Text');
    const [editor, reader] = [await editorOf(org.edit, page), await editorOf(org.read, page)];
    editor.cut();
    editor.write('Text without a connection');
    await editor.connect();
    await editor.stored();
    await reader.until(() => reader.text() === 'Text without a connection');
    for (const each of [editor, reader]) each.cut();
  });

  test('opening a page without an edit changes nothing', async () => {
    const page = await pageWith('* item\n\n  more\n\n| a | b |\n| - | - |\n| 1 | 2 |');
    const before = await org.admin.call('GET', `/spaces/${page.spaceId}/content`);
    const editor = await editorOf(org.edit, page);
    await editor.save();
    const after = await org.admin.call('GET', `/spaces/${page.spaceId}/content`);
    expect(after.body.id).toBe(before.body.id);
    editor.cut();
  });

  test('people write together in a change request, and all of them are its contributors', async () => {
    const page = await pageWith('First\n\nSecond');
    const { body: request } = await org.edit.call('POST', `/spaces/${page.spaceId}/change-requests`, {
      subject: 'More',
    });
    const at = `/spaces/${page.spaceId}/change-requests/${request.id}`;
    const [one, other] = [await editorOf(org.edit, page, at), await editorOf(org.review, page, at)];
    one.write('First line\n\nSecond');
    await other.until(() => other.text() === 'First line\n\nSecond');
    other.write('First line\n\nSecond line');
    await one.until(() => one.text() === 'First line\n\nSecond line');
    await other.save();
    expect([await stored(page, at), await stored(page)]).toEqual([
      'First line\n\nSecond line',
      'First\n\nSecond',
    ]);
    const { body } = await org.read.call('GET', `${at}/contributors`);
    const writers = body.items.map(({ user }: { user: { id: string } }) => user.id);
    expect(writers.toSorted()).toEqual([org.edit.id, org.review.id].toSorted());
    for (const { id } of [org.edit, org.review]) {
      const own = `/spaces/${page.spaceId}/change-requests?status=draft&contributor=${id}`;
      expect((await org.read.call('GET', own)).body.items).toHaveLength(1);
    }
    // What is merged into it from the space appears under their hands.
    await org.admin.call('POST', `/spaces/${page.spaceId}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: page.pageId,
          document: { markdown: 'First\n\nSecond\n\nThird' },
        },
      ],
    });
    expect((await org.edit.call('POST', `${at}/update`)).body.result).toBe('update');
    await one.until(() => one.text() === 'First line\n\nSecond line\n\nThird');
    // A change request that is archived is not edited any more.
    await org.admin.call('PATCH', at, { status: 'archived' });
    await expect(one.until(() => false)).rejects.toThrow('4403');
    other.cut();
  });
});
