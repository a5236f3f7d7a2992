import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('merging change requests', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let page: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const spaceWith = async (markdown: string) => {
    space = await createLiveSpace(org);
    await live({ operation: 'insert_page', title: 'Page', document: { markdown } });
    page = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages[0].id;
  };
  const live = (...changes: object[]) => org.edit.call('POST', `/spaces/${space}/content`, { changes });
  const begin = async (...changes: object[]) => {
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, { subject: 'Change' });
    const at = `/spaces/${space}/change-requests/${body.id}`;
    if (changes.length > 0) await org.edit.call('POST', `${at}/content`, { changes });
    return at;
  };
  const write = (markdown: string) => ({ operation: 'update_page', page, document: { markdown } });
  const merge = (at: string) => org.review.call('POST', `${at}/merge`);
  const update = (at: string) => org.edit.call('POST', `${at}/update`);
  const get = async (path: string) => (await org.read.call('GET', path)).body;
  const textAt = async (place: string) =>
    (await get(`${place}/content/page/${page}?format=markdown`)).markdown.trim();

  test('reports conflicts in advance', async () => {
    await spaceWith('One\n\nTwo');
    const at = await begin(write('One, changed\n\nTwo'));
    const status = async () => (await get(`${at}/merge-status`)).conflicts;
    expect(await status()).toBe('none');
    await live(write('One\n\nTwo, changed'));
    expect(await status()).toBe('none');
    await live(write('One, changed otherwise\n\nTwo'));
    expect(await status()).toBe('with-space');
    await update(at);
    expect(await get(`${at}/merge-status`)).toMatchObject({
      conflicts: 'unresolved',
      bodies: [{ kind: 'page', id: page }],
    });
    await org.edit.call('POST', `${at}/content`, { changes: [write('One, settled\n\nTwo')] });
    expect(await status()).toBe('none');
    await merge(at);
    expect(await get(`${at}/merge-status`)).toEqual({ conflicts: 'none', bodies: [], rules: [] });
  });

  test('combines the changes of both sides in the space, and is final', async () => {
    await spaceWith('One\n\nTwo\n\nThree');
    const at = await begin(write('One\n\nTwo\n\nThree, changed'), {
      operation: 'insert_page',
      title: 'New',
      document: {},
    });
    const { revision: from } = await get(at);
    await live(write('One, changed\n\nTwo\n\nThree'));
    const { revision: head } = await get(`/spaces/${space}`);
    expect((await get(at)).outdated).toBe(true);
    expect((await org.edit.call('POST', `${at}/merge`)).status).toBe(403);
    const { body } = await merge(at);
    expect(body.result).toBe('merge');
    expect(await textAt(`/spaces/${space}`)).toBe('One, changed\n\nTwo\n\nThree, changed');
    const now = await get(`/spaces/${space}/content`);
    expect(now).toMatchObject({ id: body.revision, type: 'merge', parents: [head, from] });
    expect(now.pages).toHaveLength(2);
    const done = await get(at);
    expect(done).toMatchObject(now.mergedFrom);
    const changes = await get(`/spaces/${space}/revisions/${body.revision}/changes`);
    expect(done).toMatchObject(changes.mergedFrom);
    expect(changes.changes.map(({ type }: { type: string }) => type).sort()).toEqual([
      'page_created',
      'page_edited',
    ]);
    // A change request that begins at a merge is not what was merged.
    expect(await get(`${await begin()}/changes`)).toEqual({ changes: [] });
    expect(await get(`/spaces/${space}/revisions/${head}/changes`)).not.toHaveProperty('mergedFrom');
    expect(done).toMatchObject({ status: 'merged', revisionMerged: body.revision, outdated: false });
    expect((await merge(at)).status).toBe(409);
    expect((await update(at)).status).toBe(409);
    expect((await org.edit.call('PATCH', at, { subject: 'Late' })).status).toBe(409);
    expect((await org.edit.call('POST', `${at}/content`, { changes: [write('late')] })).status).toBe(409);
    const actions = (await server.eventsOf(done.id)).map(({ action }) => action);
    expect(actions).toContain('change-request.merged');
  });

  test('with conflicts changes nothing until they are resolved', async () => {
    await spaceWith('It is red.\n\nEnd.');
    const at = await begin(write('It is blue.\n\nEnd.'));
    const { revision } = await get(at);
    await live(write('It is green.\n\nEnd.'));
    expect((await merge(at)).body).toEqual({ result: 'conflicts', revision });
    expect(await textAt(`/spaces/${space}`)).toBe('It is green.\n\nEnd.');
    const { body: updated } = await update(at);
    expect(updated.result).toBe('conflicts');
    expect(await get(at)).toMatchObject({
      revision: updated.revision,
      revisionMergedAncestor: (await get(`/spaces/${space}`)).revision,
      outdated: false,
    });
    expect((await get(`${at}/content`)).type).toBe('update');
    const text = await textAt(at);
    expect(text).toContain('{% conflict %}\n{% primary %}\nIt is green.\n{% endprimary %}');
    expect(text).toContain('It is blue.');
    expect((await merge(at)).body.result).toBe('conflicts');
    await org.edit.call('POST', `${at}/content`, { changes: [write('It is violet.\n\nEnd.')] });
    expect((await merge(at)).body.result).toBe('merge');
    expect(await textAt(`/spaces/${space}`)).toBe('It is violet.\n\nEnd.');
  });

  test('reports conflicting fields, and succeeds once each is resolved', async () => {
    await spaceWith('Text');
    const set = (value: number) => ({ operation: 'set_variables', variables: { version: value } });
    await live({ operation: 'insert_page', title: 'Part', document: {} }, set(1));
    const part = (await get(`/spaces/${space}/content/pages`)).pages[1].id;
    const at = await begin(
      { operation: 'update_page', page, title: 'Ours', icon: 'star' },
      { operation: 'update_page', page: part, into: page },
      set(2),
    );
    await live(
      { operation: 'insert_page', title: 'Other', document: {} },
      { operation: 'update_page', page, title: 'Theirs', description: 'Told' },
      set(3),
    );
    const other = (await get(`/spaces/${space}/content/pages`)).pages[2].id;
    await live({ operation: 'update_page', page: part, into: other });
    expect((await merge(at)).body.result).toBe('conflicts');
    expect((await update(at)).body.result).toBe('conflicts');
    const title = { kind: 'page', id: page, field: 'title', primary: 'Theirs', changed: 'Ours' };
    const parent = { kind: 'page', id: part, field: 'parent', primary: other, changed: page };
    const version = { kind: 'variable', id: 'version', field: 'value', primary: 3, changed: 2 };
    const { conflicts } = await get(`${at}/content`);
    expect(conflicts).toHaveLength(3);
    expect(conflicts).toEqual(expect.arrayContaining([title, parent, version]));
    const shown = await get(`${at}/content/page/${page}`);
    expect(shown).toMatchObject({ title: 'Ours', icon: 'star', description: 'Told', conflicts: [title] });
    expect(shown.pages).toMatchObject([{ id: part, conflicts: [parent] }]);
    expect((await merge(at)).body.result).toBe('conflicts');
    const edit = (...changes: object[]) => org.edit.call('POST', `${at}/content`, { changes });
    // Writing decides, the same value too; or a side is named.
    await edit(
      { operation: 'update_page', page, title: 'Ours' },
      { operation: 'update_page', page: part, at: 0 },
    );
    expect((await get(`${at}/content`)).conflicts).toEqual([version]);
    expect((await merge(at)).body.result).toBe('conflicts');
    const keep = { operation: 'resolve_conflict', kind: 'variable', id: 'version', field: 'value' };
    expect((await edit({ ...keep, keep: 'primary' })).status).toBe(200);
    const again = await edit({ ...keep, keep: 'primary' });
    expect([again.status, again.body.error.details[0].path]).toEqual([404, 'body.changes.0.field']);
    expect(await get(`${at}/content`)).not.toHaveProperty('conflicts');
    expect((await merge(at)).body.result).toBe('merge');
    const now = await get(`/spaces/${space}/content`);
    expect(now.variables).toEqual({ version: 3 });
    expect(now.pages[0]).toMatchObject({ title: 'Ours', pages: [{ id: part }] });
    expect(now).not.toHaveProperty('conflicts');
  });

  test('updates automatically without conflicts', async () => {
    await spaceWith('Text');
    const at = await begin(write('Text, longer'));
    const before = await get(at);
    expect((await update(at)).body).toEqual({ result: 'update', revision: before.revision });
    await live({ operation: 'insert_page', title: 'Beside', document: {} });
    const { body } = await update(at);
    expect(body.result).toBe('update');
    expect((await get(`${at}/content/pages`)).pages).toHaveLength(2);
    expect(await textAt(at)).toBe('Text, longer');
    expect((await get(`${at}/contributors`)).items).toMatchObject([{ count: 1 }]);
  });

  test('reports and keeps a page that one side deleted and the other changed', async () => {
    await spaceWith('Text');
    const at = await begin(write('Text, longer'));
    await live({ operation: 'delete_page', page });
    expect((await merge(at)).body.result).toBe('conflicts');
    expect((await update(at)).body.result).toBe('conflicts');
    const existence = { kind: 'page', id: page, field: 'existence' };
    expect((await get(`${at}/content/page/${page}`)).conflicts).toEqual([
      { ...existence, primary: false, changed: true },
    ]);
    expect((await merge(at)).body.result).toBe('conflicts');
    const keep = { operation: 'resolve_conflict', ...existence, keep: 'changed' };
    await org.edit.call('POST', `${at}/content`, { changes: [keep] });
    expect((await merge(at)).body.result).toBe('merge');
    expect(await textAt(`/spaces/${space}`)).toBe('Text, longer');
  });

  test('deletes a page whose deletion is chosen', async () => {
    await spaceWith('Text');
    const at = await begin({ operation: 'delete_page', page });
    await live(write('Text, longer'));
    expect((await update(at)).body.result).toBe('conflicts');
    expect(await textAt(at)).toBe('Text, longer');
    const keep = {
      operation: 'resolve_conflict',
      kind: 'page',
      id: page,
      field: 'existence',
      keep: 'changed',
    };
    await org.edit.call('POST', `${at}/content`, { changes: [keep] });
    expect((await merge(at)).body.result).toBe('merge');
    expect((await get(`/spaces/${space}/content/pages`)).pages).toEqual([]);
  });

  test('keeps the pages below a kept page, whichever side deleted it', async () => {
    const child = { operation: 'insert_page', title: 'Child', document: {} };
    const remove = () => ({ operation: 'delete_page', page });
    const settle = async (at: string, keep: string) => {
      expect((await update(at)).body.result).toBe('conflicts');
      const changes = [{ operation: 'resolve_conflict', kind: 'page', id: page, field: 'existence', keep }];
      await org.edit.call('POST', `${at}/content`, { changes });
      expect((await merge(at)).body.result).toBe('merge');
      const [kept] = (await get(`/spaces/${space}/content/pages`)).pages;
      return kept.pages.map(({ title }: { title: string }) => title);
    };
    await spaceWith('Text');
    await live({ ...child, into: page });
    const removing = await begin(remove());
    await live(write('Text, longer'));
    expect(await settle(removing, 'primary')).toEqual(['Child']);
    const adding = await begin({ ...child, title: 'New', into: page });
    await live(remove());
    expect(await settle(adding, 'changed')).toEqual(['Child', 'New']);
  });

  test('lists the pages that a conflict resolution changed and deleted', async () => {
    const child = { operation: 'insert_page', title: 'Child', document: {} };
    const settle = async (at: string, field: string, keep: string) => {
      expect((await update(at)).body.result).toBe('conflicts');
      const { body } = await org.edit.call('POST', `${at}/content?compat=false`, {
        changes: [{ operation: 'resolve_conflict', kind: 'page', id: page, field, keep }],
      });
      return body.changes;
    };
    const titled = (title: string) => ({ operation: 'update_page', page, title });
    await spaceWith('Text');
    await live({ ...child, into: page });
    const below = (await get(`/spaces/${space}/content/pages`)).pages[0].pages[0].id;
    const titling = await begin(titled('Ours'));
    await live(titled('Theirs'));
    expect(await settle(titling, 'title', 'primary')).toMatchObject([
      { object: 'updated_page', page: { id: page } },
    ]);
    const keeping = await begin({ operation: 'delete_page', page });
    const removing = await begin({ operation: 'delete_page', page });
    await live(write('Text, longer'));
    expect(await settle(keeping, 'existence', 'primary')).toMatchObject([
      { object: 'updated_page', page: { id: page } },
    ]);
    const gone = await settle(removing, 'existence', 'changed');
    expect(gone).toHaveLength(2);
    for (const id of [page, below]) expect(gone).toContainEqual({ object: 'deleted_page', page: id });
  });

  test('an update still reports conflicts that remain from an earlier one', async () => {
    await spaceWith('It is red.\n\nEnd.');
    const at = await begin(write('It is blue.\n\nEnd.'));
    await live(write('It is green.\n\nEnd.'));
    expect((await update(at)).body.result).toBe('conflicts');
    expect((await update(at)).body.result).toBe('conflicts');
    await live(write('It is green.\n\nThe end.'));
    expect((await update(at)).body.result).toBe('conflicts');
    expect((await textAt(at)).match(/{% conflict %}/g)).toHaveLength(1);
    await live({ operation: 'insert_page', title: 'Beside', document: {} });
    expect((await update(at)).body.result).toBe('conflicts');
    await org.edit.call('POST', `${at}/content`, { changes: [write('It is violet.\n\nThe end.')] });
    expect((await update(at)).body.result).toBe('update');
    const titled = await begin({ operation: 'update_page', page, title: 'Ours' });
    await live({ operation: 'update_page', page, title: 'Theirs' });
    expect((await update(titled)).body.result).toBe('conflicts');
    expect((await update(titled)).body.result).toBe('conflicts');
  });

  test('settles the existence of a page with that of the pages below it', async () => {
    const existence = (id: string, keep: string) => ({
      operation: 'resolve_conflict',
      kind: 'page',
      id,
      field: 'existence',
      keep,
    });
    const begun = async () => {
      await spaceWith('Text');
      await live({ operation: 'insert_page', title: 'Child', into: page, document: { markdown: 'Child' } });
      const child = (await get(`/spaces/${space}/content/pages`)).pages[0].pages[0].id as string;
      const at = await begin(write('Text, longer'), { operation: 'update_page', page: child, title: 'Son' });
      await live({ operation: 'delete_page', page });
      expect((await update(at)).body.result).toBe('conflicts');
      expect((await get(`${at}/content`)).conflicts).toHaveLength(2);
      const edit = async (...changes: object[]) =>
        (await org.edit.call('POST', `${at}/content`, { changes })).status;
      return { at, child, edit, open: async () => (await get(`${at}/content`)).conflicts ?? [] };
    };
    const titles = async () => JSON.stringify((await get(`/spaces/${space}/content/pages`)).pages);
    // One after the other, in one request, and the parent alone.
    for (const steps of [2, 1, 0]) {
      const deleting = await begun();
      const both = [existence(page, 'primary'), existence(deleting.child, 'primary')];
      if (steps === 1) expect(await deleting.edit(...both)).toBe(200);
      else for (const change of both.slice(0, steps || 1)) expect(await deleting.edit(change)).toBe(200);
      expect(await deleting.open()).toEqual([]);
      expect((await merge(deleting.at)).body.result).toBe('merge');
      expect(await titles()).toBe('[]');
      const keeping = await begun();
      const kept = [existence(page, 'changed'), existence(keeping.child, 'changed')];
      for (const change of kept.slice(0, steps || 1)) expect(await keeping.edit(change)).toBe(200);
      expect(await keeping.open()).toEqual([]);
      expect((await merge(keeping.at)).body.result).toBe('merge');
      expect(await titles()).toContain('"Son"');
    }
    // A page below a kept one can still be deleted, and one below a deleted one cannot be kept.
    const mixed = await begun();
    expect(await mixed.edit(existence(page, 'changed'))).toBe(200);
    expect(await mixed.edit(existence(mixed.child, 'primary'))).toBe(200);
    expect((await merge(mixed.at)).body.result).toBe('merge');
    expect(await titles()).not.toContain('"Son"');
    const wrong = await begun();
    expect(await wrong.edit(existence(page, 'primary'), existence(wrong.child, 'changed'))).toBe(409);
    expect(await wrong.open()).toHaveLength(2);
  });

  test('is the only source of conflicts: no edit or revert adds one to a space', async () => {
    await spaceWith('It is red.');
    const at = await begin(write('It is blue.'));
    await live(write('It is green.'));
    const { revision } = (await update(at)).body;
    const text = await textAt(at);
    expect(text).toContain('{% conflict %}');
    const block = (type: string, ...nodes: object[]) => ({
      object: 'block',
      type,
      isVoid: false,
      data: {},
      nodes,
    });
    const side = block('paragraph', { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] });
    const nodes = [block('conflict', block('conflict-primary', side), block('conflict-changed', side))];
    const document = { object: 'document', data: {}, nodes };
    const fine = { operation: 'insert_page', title: 'Fine', document: {} };
    const conflicted = [
      write(text),
      { operation: 'update_page', page, document: { document } },
      {
        operation: 'insert_reusable_content',
        title: 'Note',
        document: { markdown: `> ${text.replaceAll('\n', '\n> ')}` },
      },
    ];
    for (const wrong of conflicted) {
      const refused = await live(fine, wrong);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.changes.1.document']);
    }
    const reverted = await live(fine, { operation: 'revert_page', page, revision });
    expect([reverted.status, reverted.body.error.details[0].path]).toEqual([404, 'body.changes.1.revision']);
    expect((await get(`/spaces/${space}/content/pages`)).pages).toHaveLength(1);
    expect(await textAt(`/spaces/${space}`)).toBe('It is green.');
    // What only speaks of conflicts has none.
    expect((await live(write('```\n{% conflict %}\n```'))).status).toBe(200);
  });

  test('many change requests at once succeeds for all of them', async () => {
    await spaceWith('Text');
    const requests = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        begin({ operation: 'insert_page', title: `Page ${i}`, document: {} }),
      ),
    );
    const answers = await Promise.all([
      ...requests.map(merge),
      live({ operation: 'insert_page', title: 'Live', document: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await get(`/spaces/${space}/content/pages`)).pages).toHaveLength(10);
  });

  test('and updating are rejected for archived change requests', async () => {
    await spaceWith('Text');
    const at = await begin();
    await org.edit.call('PATCH', at, { status: 'archived' });
    expect((await merge(at)).status).toBe(409);
    expect((await update(at)).status).toBe(409);
  });
});
