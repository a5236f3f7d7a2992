import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createLiveEditor, openLiveSocket } from '../../../testing/live-editor.ts';
import {
  type Person,
  startServer,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../../testing/server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('words that a server has stored, but not saved', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let spaceId: string;
  let pageId: string;
  beforeAll(async () => {
    server = await startServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    org = await server.organization();
    spaceId = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${spaceId}/content?compat=false`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }],
    });
    pageId = body.changes[0].page.id;
  });

  const editorOf = async (person: Person, at = `/spaces/${spaceId}`) => {
    const url = `${server.url}/v1${at}/live`;
    const editor = createLiveEditor(pageId, () =>
      openLiveSocket(url, { authorization: `Bearer ${person.token}` }),
    );
    await editor.connect();
    return editor;
  };
  /** Writes, and loses the connections of the server to its database before the text is saved. */
  const writeAndCrash = async (person: Person, text: string, at?: string) => {
    const editor = await editorOf(person, at);
    editor.write(text);
    await editor.stored();
    let isEnded = false;
    const ended = expect(editor.until(() => false))
      .rejects.toThrow('1012')
      .finally(() => {
        isEnded = true;
      });
    // The connection that listens may just be opened again after the last crash.
    while (!isEnded) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
        .execute(server.app.kernel.db)
        .catch(() => undefined);
      await Promise.race([ended, setTimeout(25)]);
    }
    await ended;
  };
  const endAbandoned = async (later: number) => {
    clock.advance(later);
    const { jobs } = server.app.domains.find(({ name }) => name === 'live-documents')!;
    await jobs!.find(({ name }) => name === 'live-documents.end-abandoned')!.run({} as never);
  };
  /** A request; one that comes while the connections to the database are gone is sent again. */
  const call = async (method: string, path: string, body?: unknown) => {
    for (;;) {
      const answer = await org.admin.call(method, path, body);
      if (answer.status < 500) return answer;
    }
  };
  const stored = async (at = `/spaces/${spaceId}`) =>
    (await call('GET', `${at}/content/page/${pageId}?format=markdown`)).body.markdown.trim();
  const count = async () =>
    (
      await server.app.kernel.db
        .selectFrom('live_documents')
        .select('id')
        .where('space_id', '=', spaceId)
        .execute()
    ).length;
  const authors = async (): Promise<string[]> =>
    (await call('GET', `/spaces/${spaceId}/revisions?limit=1`)).body.items[0].authors.map(
      ({ id }: { id: string }) => id,
    );
  const remove = () =>
    call('POST', `/spaces/${spaceId}/content`, {
      changes: [{ operation: 'delete_page', page: pageId }],
    });

  test('become a revision of their writer a minute later', async () => {
    await writeAndCrash(org.edit, 'Text and more');
    expect(await stored()).toBe('Text');
    await endAbandoned(0);
    expect(await stored()).toBe('Text');
    await endAbandoned(2 * MINUTE_MS);
    expect([await stored(), await authors(), await count()]).toEqual(['Text and more', [org.edit.id], 0]);
  });

  test('become a revision of their writer even if that one may not open the space any more', async () => {
    await writeAndCrash(org.edit, 'Last words');
    await call('DELETE', `/orgs/${org.id}/members/${org.edit.id}`);
    await endAbandoned(2 * MINUTE_MS);
    expect(await stored()).toBe('Last words');
    expect(await authors()).toContain(org.edit.id);
  });

  test('are in the history of a page that is deleted', async () => {
    await writeAndCrash(org.edit, 'Text and more');
    expect((await remove()).status).toBe(200);
    const { body } = await call('GET', `/spaces/${spaceId}/revisions?limit=1`);
    const before = `/spaces/${spaceId}/revisions/${body.items[0].parents[0]}/page/${pageId}?format=markdown`;
    expect((await call('GET', before)).body.markdown.trim()).toBe('Text and more');
    await endAbandoned(2 * MINUTE_MS);
    expect(await count()).toBe(0);
  });

  test('are merged with the change request that they are written in', async () => {
    const { body: request } = await org.edit.call('POST', `/spaces/${spaceId}/change-requests`, {
      subject: 'More',
    });
    const at = `/spaces/${spaceId}/change-requests/${request.id}`;
    const editor = await editorOf(org.edit, at);
    editor.write('Text and more');
    await editor.stored();
    expect((await call('POST', `${at}/merge`)).body.result).toBe('merge');
    expect(await stored()).toBe('Text and more');
    editor.cut();
  });

  test('wait for a page that a rollback has removed, and are saved when it is there again', async () => {
    const first = (await call('GET', `/spaces/${spaceId}/revisions`)).body.items;
    await writeAndCrash(org.edit, 'Text and more');
    await call('POST', `/spaces/${spaceId}/revisions/${first.at(-1).id}/rollback`);
    await endAbandoned(2 * MINUTE_MS);
    expect(await count()).toBe(1);
    await call('POST', `/spaces/${spaceId}/revisions/${first[0].id}/rollback`);
    // Others are not kept waiting by it: it is tried every hour.
    await endAbandoned(30 * MINUTE_MS);
    expect(await stored()).toBe('Text');
    await endAbandoned(HOUR_MS);
    expect([await stored(), await count()]).toEqual(['Text and more', 0]);
  });

  test('are deleted after a month without their page', async () => {
    const [{ id }] = (await call('GET', `/spaces/${spaceId}/revisions`)).body.items.slice(-1);
    await writeAndCrash(org.edit, 'Text and more');
    await call('POST', `/spaces/${spaceId}/revisions/${id}/rollback`);
    await endAbandoned(2 * MINUTE_MS);
    await endAbandoned(29 * DAY_MS);
    expect(await count()).toBe(1);
    await endAbandoned(2 * DAY_MS);
    expect(await count()).toBe(0);
  });
});
