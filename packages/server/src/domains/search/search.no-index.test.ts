import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('search below pages that are hidden or not indexed', () => {
  let org: TestOrganization;
  let server: TestServer;
  let space: string;
  // By their titles: Top > Middle > Leaf, and Beside.
  let ids: Record<string, string>;
  withOrganization(
    (fresh) => {
      ({ org, server } = fresh);
    },
    { roles: ['api', 'worker'] },
  );

  const edit = async (...changes: object[]) => {
    const answer = await org.edit.call('POST', `/spaces/${space}/content`, { changes });
    expect(answer.status).toBe(200);
  };
  const update = (title: string, fields: object) => ({
    operation: 'update_page',
    page: ids[title],
    ...fields,
  });
  const insert = (title: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown: `A mango in ${title}.` },
    ...more,
  });
  const known = async () => {
    const { body } = await org.read.call('GET', `/spaces/${space}/content/pages`);
    const all = (pages: { id: string; title: string; pages?: [] }[]): [string, string][] =>
      pages.flatMap(({ id, title, pages: below = [] }) => [[title, id], ...all(below)]);
    ids = Object.fromEntries(all(body.pages));
  };

  const names = (items: { title: string }[]) => items.map(({ title }) => title).sort();
  const found = async () => (await org.read.call('GET', `/spaces/${space}/search?query=mango`)).body;
  /** What each of the searches finds, which must be the same. */
  const everywhere = async () => {
    const inSpace = await found();
    const { body } = await org.read.call('GET', `/orgs/${org.id}/search?query=mango`);
    expect(inSpace.incomplete).toBeUndefined();
    expect(inSpace.count).toBe(inSpace.items.length);
    const titles = names(inSpace.items);
    expect(names(body.items.flatMap(({ pages }: { pages: [] }) => pages))).toEqual(titles);
    return titles;
  };
  /** The stored sections of bodies, and the transactions that wrote them. */
  const stored = async () => {
    const rows = await server.app.kernel.db
      .selectFrom('search_bodies')
      .select(['body', 'xmin' as never])
      .where('organization_id', '=', org.id)
      .execute();
    return new Map(rows.map((row) => [row.body, (row as unknown as { xmin: string }).xmin]));
  };

  beforeEach(async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {
      title: 'Docs',
      editMode: 'live',
      empty: true,
    });
    space = body.id;
    await edit(insert('Top'), insert('Beside'));
    await known();
    await edit(insert('Middle', { into: ids.Top }));
    await known();
    await edit(insert('Leaf', { into: ids.Middle }));
    await known();
  });

  test.each(['hidden', 'noIndex'])('%s excludes all pages below, until it is removed', async (flag) => {
    expect(await everywhere()).toEqual(['Beside', 'Leaf', 'Middle', 'Top']);
    await edit(update('Top', { [flag]: true }));
    expect(await everywhere()).toEqual(['Beside']);
    // What is below cannot undo it, and keeps its own.
    await edit(update('Leaf', { [flag]: false }), update('Middle', { [flag]: true }));
    expect(await everywhere()).toEqual(['Beside']);
    await edit(update('Top', { [flag]: false }));
    expect(await everywhere()).toEqual(['Beside', 'Top']);
    await edit(update('Middle', { [flag]: false }));
    expect(await everywhere()).toEqual(['Beside', 'Leaf', 'Middle', 'Top']);
  });

  test('excludes a page with its descendants when it is moved there, and includes them when it is moved out', async () => {
    await edit(update('Beside', { noIndex: true }));
    await edit(update('Middle', { into: ids.Beside }));
    expect(await everywhere()).toEqual(['Top']);
    await edit(update('Middle', { into: ids.Top }));
    expect(await everywhere()).toEqual(['Leaf', 'Middle', 'Top']);
    // A move and a mark in the same edit.
    await edit(update('Top', { hidden: true }), update('Middle', { into: null }));
    expect(await everywhere()).toEqual(['Leaf', 'Middle']);
  });

  test('excludes pages of a hidden group, also later ones', async () => {
    await edit({ operation: 'insert_page', type: 'group', title: 'Group' });
    await known();
    await edit(update('Group', { hidden: true }));
    await edit(insert('Late', { into: ids.Group }));
    expect(await everywhere()).not.toContain('Late');
    await edit(update('Group', { hidden: false }));
    expect(await everywhere()).toContain('Late');
  });

  test('writes nothing when pages are hidden, shown, moved or renamed', async () => {
    const before = await stored();
    await edit(update('Middle', { noIndex: true }));
    expect(await everywhere()).toEqual(['Beside', 'Top']);
    await edit(update('Middle', { noIndex: false, into: ids.Beside }));
    await edit(update('Top', { title: 'Summit' }));
    expect(await everywhere()).toEqual(['Beside', 'Leaf', 'Middle', 'Summit']);
    expect(await stored()).toEqual(before);
  });

  test('excludes many pages at once, and includes them again in the background', async () => {
    for (const part of [0, 1])
      await edit(...Array.from({ length: 30 }, (_, n) => insert(`${part} ${n}`, { into: ids.Leaf })));
    expect((await found()).count).toBe(64);
    await edit(update('Top', { hidden: true }));
    expect(await everywhere()).toEqual(['Beside']);
    await edit(update('Top', { hidden: false }));
    await vi.waitFor(
      async () => {
        const { count, incomplete } = await found();
        expect({ count, incomplete }).toEqual({ count: 64, incomplete: undefined });
      },
      { timeout: 240_000, interval: 50 },
    );
  });

  test('excludes them from a copy', async () => {
    for (const part of [0, 1])
      await edit(...Array.from({ length: 40 }, (_, n) => insert(`${part} ${n}`, { into: ids.Leaf })));
    await edit(update('Leaf', { noIndex: true }));
    space = (await org.admin.call('POST', `/spaces/${space}/duplicate`)).body.id;
    await vi.waitFor(async () => expect((await found()).incomplete).toBeUndefined(), {
      timeout: 240_000,
      interval: 50,
    });
    expect(names((await found()).items)).toEqual(['Beside', 'Middle', 'Top']);
  });
});
