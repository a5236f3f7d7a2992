import { beforeEach, describe, expect, test } from 'vitest';
import { liveSpace } from '../../../testing/contents.ts';
import { editContent } from '../../../testing/drafts.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('edits of many pages at once', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    space = await liveSpace(org);
  });

  const edit = async (change: object) => {
    const { status, body } = await org.edit.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [change],
    });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const pages = async () => (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages;

  const write = (top: string, count: number) =>
    editContent(server, space, async (draft) => {
      await draft.insertPage(top, 'document', { title: top }, { parent: null });
      for (let i = 0; i < count; i++)
        await draft.insertPage(
          `${top}${i}`,
          'document',
          { title: `Page ${i}` },
          { parent: i % 10 === 0 ? top : `${top}${i - (i % 10)}` },
        );
    });

  test('a page goes, and comes back, with all below it in as many queries for a thousand as for sixty', async () => {
    const revisions: Record<string, string> = {};
    for (const [top, count] of [
      ['few', 60],
      ['many', 1200],
    ] as const)
      revisions[top] = await write(top, count);
    const before = await pages();
    const there = async (top: string) => {
      await edit({ operation: 'delete_page', page: top });
      await edit({ operation: 'revert_page', page: top, revision: revisions[top] });
    };
    const few = await server.countQueries(() => there('few'));
    const many = await server.countQueries(() => there('many'));
    expect(many).toBeLessThanOrEqual(few + 10);
    const titles = (tree: { title: string; pages: [] }[]): unknown[] =>
      tree.map((page) => [page.title, titles(page.pages)]);
    expect(titles(await pages())).toEqual(titles(before));
  });
});
