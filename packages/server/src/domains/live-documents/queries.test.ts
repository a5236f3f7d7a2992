import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createLiveEditor, type LiveEditor, openLiveSocket } from '../../testing/live-editor.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const SETTLE_MS = 100;

describe('the queries of writing together', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => ({ server, org } = fresh), { ownDatabase: true });

  const createPages = async (count: number) => {
    const spaceId = await createLiveSpace(org);
    const { body } = await org.admin.call('POST', `/spaces/${spaceId}/content?compat=false`, {
      changes: Array.from({ length: count }, (_, at) => ({
        operation: 'insert_page',
        title: `Page ${at}`,
        document: { markdown: 'Text' },
      })),
    });
    return { spaceId, pages: body.changes.map(({ page }: { page: { id: string } }) => page.id) as string[] };
  };
  const open = async (spaceId: string, pageId: string, { token } = org.edit): Promise<LiveEditor> => {
    const url = `${server.url}/v1/spaces/${spaceId}/live`;
    const editor = createLiveEditor(pageId, () => openLiveSocket(url, { authorization: `Bearer ${token}` }));
    await editor.connect();
    return editor;
  };
  const editorsOf = async (count: number): Promise<LiveEditor[]> => {
    const { spaceId, pages } = await createPages(1);
    const editors: LiveEditor[] = [];
    for (let at = 0; at < count; at++)
      editors.push(await open(spaceId, pages[0]!, [org.edit, org.review][at % 2]));
    return editors;
  };
  let typed = 0;
  /** Types some keys at the same moment, until they are stored. */
  const countKeys = ([writer]: readonly LiveEditor[], keys: number) =>
    server.countQueries(async () => {
      for (let key = 0; key < keys; key++) writer!.write(`${writer!.text()}${typed++ % 10}`);
      await writer!.stored();
    });

  test('are as many for one key as for several, and for two people as for ten', async () => {
    const [two, ten] = [await editorsOf(2), await editorsOf(10)];
    const one = await countKeys(two, 1);
    // The lock, the update, the last number and the notification, in a transaction.
    expect(one).toBeLessThanOrEqual(6);
    expect(await countKeys(two, 5)).toBe(one);
    expect(await countKeys(ten, 1)).toBe(one);
    for (const editor of [...two, ...ten]) editor.cut();
  });

  const queriesSoFar = async () => (await server.app.metrics.queries.get()).values[0]!.value;
  /** Waits until the server asks the database nothing anymore. */
  const settle = async () => {
    for (let before = -1, now = 0; before !== now; before = now, now = await queriesSoFar())
      await setTimeout(SETTLE_MS);
  };

  /** Counts the queries of an edit by the API while pages of the space are open. */
  const countEdit = async (openPages: number): Promise<number> => {
    const { spaceId, pages } = await createPages(openPages);
    const editors = await Promise.all(pages.map((page) => open(spaceId, page)));
    const [edited] = editors;
    const queries = await server.countQueries(async () => {
      const markdown = `Text ${typed++}`;
      await org.edit.call('POST', `/spaces/${spaceId}/content`, {
        changes: [{ operation: 'update_page', page: pages[0], document: { markdown } }],
      });
      await edited!.until(() => edited!.text().trim() === markdown);
      await settle();
    }, settle);
    for (const editor of editors) editor.cut();
    return queries;
  };

  test('are as many for an edit of one page if two pages of its space are open as if ten are', async () => {
    expect(await countEdit(10)).toBe(await countEdit(2));
  });
});
