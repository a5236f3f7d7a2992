import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { pageOfRevisions, revisionsMatching } from './history.store.ts';

interface Edit {
  readonly space: { readonly id: string };
  readonly changeRequest?: object;
}

describe('history', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const insert = (at: string, title: string, by: Person = org.edit) =>
    by.call('POST', `${at}/content`, { changes: [{ operation: 'insert_page', title }] });
  const revisions = async (at: string, query = '') =>
    (await org.read.call('GET', `${at}/revisions${query}`)).body;
  const typesOf = (list: { items: { type: string }[] }) => list.items.map(({ type }) => type);

  test('lists the spaces and change requests that the caller edited last', async () => {
    const [one, two] = [await createLiveSpace(org), await createLiveSpace(org)];
    const edits = async (by: Person, query = '') =>
      (await by.call('GET', `/orgs/${org.id}/edits${query}`)).body;
    expect(await edits(org.admin)).toEqual({ count: 0, items: [] });
    await insert(`/spaces/${one}`, 'One');
    await insert(`/spaces/${two}`, 'Two');
    const { body: request } = await org.edit.call('POST', `/spaces/${two}/change-requests`, {
      subject: 'Mine',
    });
    await insert(`/spaces/${two}/change-requests/${request.id}`, 'Three');
    await insert(`/spaces/${one}`, 'Four');
    await insert(`/spaces/${two}`, 'Five', org.admin);
    const { items } = await edits(org.edit);
    const changeRequest = { id: request.id, number: 1, subject: 'Mine' };
    expect(items.map((item: Edit) => [item.space.id, item.changeRequest])).toEqual([
      [one, undefined],
      [two, changeRequest],
      [two, undefined],
    ]);
    expect(items[0].revision).toBe((await revisions(`/spaces/${one}`)).items[0].id);
    expect((await edits(org.edit, '?limit=1')).items).toEqual([items[0]]);
    expect((await edits(org.read)).items).toEqual([]);
    // Spaces that the caller cannot see any more are left out.
    await org.admin.call('DELETE', `/spaces/${one}`);
    expect((await edits(org.edit)).items).toEqual(items.slice(1));
  });

  test('lists the revisions of a space, newest first, without those of change requests', async () => {
    const space = await createLiveSpace(org);
    const at = `/spaces/${space}`;
    const [first] = (await revisions(at)).items;
    await insert(at, 'One');
    const { body: request } = await org.edit.call('POST', `${at}/change-requests`, { subject: 'Two' });
    const inRequest = `${at}/change-requests/${request.id}`;
    await insert(inRequest, 'Two');
    await insert(at, 'Three', org.admin);
    await org.edit.call('POST', `${inRequest}/update`);
    await org.review.call('POST', `${inRequest}/merge`);
    await org.admin.call('POST', `${at}/revisions/${first.id}/rollback`);
    const all = await revisions(at);
    expect(typesOf(all)).toEqual(['rollback', 'merge', 'edits', 'edits', 'edits']);
    expect(all.items[1]).toMatchObject({
      mergedFrom: { id: request.id, number: 1, subject: 'Two' },
      createdBy: { id: org.review.id },
    });
    expect([all.items[2].mergedFrom, all.items[2].pages, all.items.at(-1).id]).toEqual([
      undefined,
      undefined,
      first.id,
    ]);
    expect(all.items[0].parents).toEqual([all.items[1].id]);
    expect((await org.read.call('GET', `${at}/content`)).body.id).toBe(all.items[0].id);
    const ofRequest = await revisions(inRequest);
    expect(typesOf(ofRequest)).toEqual(['update', 'edits']);
    expect(ofRequest.items[1].parents).toEqual([all.items[3].id]);
    expect(await revisions(`${at}/change-requests/1`)).toEqual(ofRequest);
    // One revision by its id, also of a change request.
    expect((await revisions(at, `?revision=${all.items[2].id}`)).items).toEqual([all.items[2]]);
    expect((await revisions(at, `?revision=${ofRequest.items[0].id}`)).items).toEqual([ofRequest.items[0]]);
    expect((await revisions(at, '?revision=none')).items).toEqual([]);
  });

  test('lists the revisions that changed a page', async () => {
    const at = `/spaces/${await createLiveSpace(org)}`;
    await insert(at, 'One');
    const { pages } = (await org.read.call('GET', `${at}/content/pages`)).body;
    const one = pages.find(({ title }: { title: string }) => title === 'One').id;
    await insert(at, 'Two');
    await org.create.call('POST', `${at}/content`, {
      changes: [{ operation: 'update_page', page: one, title: 'First' }],
    });
    await insert(at, 'Three');
    await org.edit.call('POST', `${at}/content`, { changes: [{ operation: 'delete_page', page: one }] });
    const [deleted, , renamed, , created] = (await revisions(at)).items;
    const all = await revisions(at, `?changedPage=${one}`);
    expect(all).toEqual({ count: 3, items: [deleted, renamed, created] });
    const first = await revisions(at, `?changedPage=${one}&limit=2`);
    expect(first.items).toEqual([deleted, renamed]);
    const rest = await revisions(at, `?changedPage=${one}&limit=2&page=${first.next.page}`);
    expect(rest).toEqual({ count: 1, items: [created] });
    const by = await revisions(at, `?changedPage=${one}&createdBy=${org.create.id}`);
    expect(by.items).toEqual([renamed]);
    expect((await revisions(at, '?changedPage=none')).items).toEqual([]);
  });

  test('names the first pages that a revision changed', async () => {
    const at = `/spaces/${await createLiveSpace(org)}`;
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
    await org.edit.call('POST', `${at}/content`, {
      changes: titles.map((title) => ({ operation: 'insert_page', title })),
    });
    const { pages } = (await org.read.call('GET', `${at}/content/pages`)).body;
    const one = pages.find(({ title }: { title: string }) => title === 'One').id;
    await org.edit.call('POST', `${at}/content`, { changes: [{ operation: 'delete_page', page: one }] });
    const { items } = await revisions(at, '?withChangedPages=true');
    expect(items[0].changedPages).toEqual({
      count: 1,
      items: [{ id: one, title: 'One', change: 'deleted' }],
    });
    expect([items[1].changedPages.count, items[1].changedPages.items.length]).toEqual([6, 5]);
    const ofPage = await revisions(at, `?changedPage=${one}&withChangedPages=true`);
    expect(ofPage.items).toEqual(items.slice(0, 2));
    expect((await revisions(at)).items[0].changedPages).toBeUndefined();
  });

  test('says what a revision did to each page, and that pages were restored', async () => {
    const at = `/spaces/${await createLiveSpace(org)}`;
    const edit = async (...changes: object[]) => {
      const { body } = await org.edit.call('POST', `${at}/content?compat=false`, { changes });
      const [{ message, changedPages }] = (await revisions(at, '?withChangedPages=true&limit=1')).items;
      const items = changedPages.items.map(({ id, ...rest }: { id: string }) => rest);
      return { ids: body.changes.map(({ page }: { page?: { id: string } }) => page?.id), message, items };
    };
    const insert = (title: string) => ({ operation: 'insert_page', title });
    const {
      ids: [one, two],
      items: created,
    } = await edit(insert('One'), insert('Two'));
    expect(created).toEqual(
      expect.arrayContaining([
        { title: 'One', change: 'created' },
        { title: 'Two', change: 'created' },
      ]),
    );
    const update = (fields: object) => edit({ operation: 'update_page', page: one, ...fields });
    expect((await update({ title: 'Uno' })).items).toEqual([
      { title: 'Uno', change: 'renamed', titleBefore: 'One' },
    ]);
    expect((await update({ into: two })).items).toEqual([{ title: 'Uno', change: 'moved' }]);
    const written = { title: 'Ein', document: { markdown: 'Words.' } };
    expect((await update(written)).items).toEqual([{ title: 'Ein', change: 'edited', titleBefore: 'Uno' }]);
    const [, , { id: renamed }] = (await revisions(at)).items;
    const restore = { operation: 'revert_page', page: one, revision: renamed };
    expect((await edit(restore)).message).toBe('Restored Uno');
    expect((await edit({ operation: 'delete_page', page: one })).items).toEqual([
      { title: 'Uno', change: 'deleted' },
    ]);
    expect(await edit(restore)).toMatchObject({
      message: 'Restored Uno',
      items: [{ title: 'Uno', change: 'created' }],
    });
    expect((await edit(restore, insert('Three'))).message).toBeUndefined();
    // One of each kind is named, however many there are.
    const many = await edit(...['A', 'B', 'C', 'D', 'E', 'F'].map(insert), {
      operation: 'delete_page',
      page: two,
    });
    expect(new Set(many.items.map(({ change }: { change: string }) => change))).toEqual(
      new Set(['created', 'deleted']),
    );
  });

  test('is filtered and paginated', async () => {
    const at = `/spaces/${await createLiveSpace(org)}`;
    for (const title of ['One', 'Two', 'Three']) await insert(at, title);
    await insert(at, 'Four', org.create);
    const all = await revisions(at);
    const first = await revisions(at, '?limit=3');
    const rest = await revisions(at, `?limit=3&page=${first.next.page}`);
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect([first.count, rest.next]).toEqual([5, undefined]);
    expect((await revisions(at, `?createdBy=${org.create.id}`)).items).toEqual([all.items[0]]);
    expect((await revisions(at, `?createdBy=${org.edit.id}&type=edits`)).count).toBe(3);
    expect((await revisions(at, '?type=merge')).items).toEqual([]);
    expect((await org.read.call('GET', `${at}/revisions?type=other`)).status).toBe(400);
    expect((await org.guest.call('GET', `${at}/revisions`)).status).toBe(404);
    const few = await server.countQueries(() => revisions(at, '?limit=1'));
    expect(await server.countQueries(() => revisions(at))).toBe(few);
  });

  test('is read from any position without reading all of it', async () => {
    const space = { organization_id: org.id, id: await createLiveSpace(org) };
    const other = await createLiveSpace(org);
    const { db } = server.app.kernel;
    const request = (await org.edit.call('POST', `/spaces/${space.id}/change-requests`, {})).body.id;
    await sql`
      insert into revisions (organization_id, id, space_id, root, type, parents, created_by, created_at, change_request_id)
      select ${org.id}, 'zz' || to_char(i, 'fm000000'), case when i % 10 < 2 then ${space.id} else ${other} end, 'none',
        'edits', '{}', ${org.edit.id}, now(), case when i % 10 = 0 then ${request} end
      from generate_series(1, 20000) i`.execute(db);
    await sql`analyze revisions`.execute(db);
    for (const [at, filter] of [
      [undefined, {}],
      [undefined, { type: 'edits' as const, createdBy: org.edit.id }],
      [request, {}],
    ] as const) {
      const rows = pageOfRevisions(revisionsMatching(db, space, at, filter), 'zz010000').limit(51);
      const page = (await rows.explain()).map((row) => row['QUERY PLAN']).join('\n');
      expect(page).toMatch(/Index Scan Backward using revisions_(history|change_request)/);
      expect(page).not.toMatch(/Sort|Seq Scan on revisions|Bitmap/);
    }
    expect((await revisions(`/spaces/${space.id}`, '?limit=1')).count).toBe(2001);
  });
});
