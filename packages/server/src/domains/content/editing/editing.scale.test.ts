import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent } from '../../../testing/edit-content.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('edits with many pages', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    space = await createLiveSpace(org);
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

  test('have no time limit, so that a busy machine accepts them, too', async () => {
    const start = performance.now();
    let calls = 0;
    // Every look at the clock is a minute later than the one before.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + 60_000 * ++calls);
    try {
      const changes = ['One', 'Two', 'Three'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `${title} `.repeat(1000) },
      }));
      const { status } = await org.edit.call('POST', `/spaces/${space}/content`, { changes });
      expect(status).toBe(200);
    } finally {
      clock.mockRestore();
    }
    expect((await pages()).map(({ title }: { title: string }) => title)).toEqual(['One', 'Two', 'Three']);
  });

  test('delete and restore a page with a thousand descendants in as many queries as with sixty', async () => {
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

  /** Counts the rows that are written from now on, in all tables of this file's own database. */
  const countRows = async () => {
    const { db } = server.app.kernel;
    await sql`create sequence rows_written`.execute(db);
    await sql`create function count_row() returns trigger language plpgsql as
      $$ begin perform nextval('rows_written'); return null; end $$`.execute(db);
    const tables = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`.execute(
      db,
    );
    for (const { name } of tables.rows)
      await sql`create trigger count_row after insert or update or delete on ${sql.raw(name)}
        for each row execute function count_row()`.execute(db);
    return async (work: () => Promise<unknown>): Promise<number> => {
      await sql`select setval('rows_written', 1, false)`.execute(db);
      await work();
      const { rows } = await sql<{ next: string }>`select nextval('rows_written') as next`.execute(db);
      return Number(rows[0]!.next) - 1;
    };
  };

  test('of one page write as few rows among two thousand pages as among ten', async () => {
    const rowsOf = await countRows();
    const written: { whole: number; one: number }[] = [];
    for (const count of [10, 2000]) {
      space = await createLiveSpace(org);
      const whole = await rowsOf(() => write('top', count));
      const markdown = `Edited among ${count}`;
      const one = await rowsOf(() =>
        edit({ operation: 'update_page', page: 'top7', document: { markdown } }),
      );
      written.push({ whole, one });
    }
    const [few, many] = written;
    // The counting itself: an edit writes a revision, its text and where it is found, and many pages are many rows.
    expect(few!.one).toBeGreaterThan(3);
    expect(many!.whole).toBeGreaterThan(100);
    // Only the nodes on the way to the page are more, one for each level of the map.
    expect(many!.one - few!.one).toBeLessThanOrEqual(4);
    expect(many!.one).toBeLessThan(40);
  });
});
