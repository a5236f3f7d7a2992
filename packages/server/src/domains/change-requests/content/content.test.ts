import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { Answer, Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('content of a change request', () => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const begin = async () => {
    space = await org.space();
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    at = `/spaces/${space}/change-requests/${body.id}`;
    return body;
  };
  const edit = (by: Person, ...changes: object[]) => by.call('POST', `${at}/content`, { changes });
  const insert = (title: string) => ({
    operation: 'insert_page',
    title,
    document: { markdown: `About ${title}` },
  });
  const titles = (pages: { title: string }[]) => pages.map(({ title }) => title);
  const pagesOf = async (path: string) => (await org.read.call('GET', path)).body.pages;

  test('is changed in revisions of its own, without changes of the space', async () => {
    const made = await begin();
    const changed = await edit(org.edit, insert('Guide'), insert('Help'));
    expect(changed.body.revision).not.toBe(made.revision);
    expect(changed.body.revisionInitial).toBe(made.revision);
    expect(titles(await pagesOf(`${at}/content/pages`))).toEqual(['Untitled', 'Guide', 'Help']);
    expect(titles(await pagesOf(`/spaces/${space}/content/pages`))).toEqual(['Untitled']);
    const revision = (await org.read.call('GET', `${at}/content`)).body;
    expect(revision).toMatchObject({ id: changed.body.revision, type: 'edits', parents: [made.revision] });
    const [page] = (await pagesOf(`${at}/content/pages`)).slice(1);
    for (const path of [`page/${page.id}`, `path/${page.path}`]) {
      const { body } = await org.read.call('GET', `${at}/content/${path}?format=markdown`);
      expect(body.markdown.trim()).toBe('About Guide');
    }
    expect((await org.read.call('GET', `${at}/content/files`)).body).toEqual({ count: 0, items: [] });
    for (const path of ['page/none', 'path/none', 'files/none', 'reusable-contents/none'])
      expect((await org.read.call('GET', `${at}/content/${path}`)).status).toBe(404);
    const { body } = await org.read.call('GET', `${at}/contributors`);
    expect(body.items).toMatchObject([{ user: { id: org.edit.id }, count: 1, actionType: 'edit' }]);
  });

  describe('from a former revision', () => {
    const live = async (...changes: object[]): Promise<string> => {
      await org.admin.call('POST', `/spaces/${space}/content`, { changes });
      return (await org.admin.call('GET', `/spaces/${space}`)).body.revision;
    };
    const propose = (body: object) => org.edit.call('POST', `/spaces/${space}/change-requests`, body);
    const proposedTitles = async (request: { id: string }) =>
      titles(await pagesOf(`/spaces/${space}/change-requests/${request.id}/content/pages`));

    test('proposes its content', async () => {
      space = await createLiveSpace(org);
      const first = await live(insert('One'));
      await live(insert('Two'));
      const { status, body } = await propose({ subject: 'Back', revision: first });
      expect([status, body.outdated]).toEqual([201, false]);
      expect(await proposedTitles(body)).not.toContain('Two');
      expect(await proposedTitles(body)).toContain('One');
    });

    test('undoes its changes and keeps later ones', async () => {
      space = await createLiveSpace(org);
      await live(insert('One'));
      const undone = await live(insert('Two'));
      await live(insert('Three'));
      const { body } = await propose({ revertedRevision: undone });
      const found = await proposedTitles(body);
      expect(found).toEqual(expect.arrayContaining(['One', 'Three']));
      expect(found).not.toContain('Two');
    });

    test('marks conflicts with later changes', async () => {
      space = await createLiveSpace(org);
      await live(insert('One'));
      const page = (await pagesOf(`/spaces/${space}/content/pages`)).find(
        ({ title }: { title: string }) => title === 'One',
      ).id;
      const write = (markdown: string) => live({ operation: 'update_page', page, document: { markdown } });
      const undone = await write('About two');
      await write('About three');
      const { body } = await propose({ revertedRevision: undone });
      const status = await org.edit.call('GET', `/spaces/${space}/change-requests/${body.id}/merge-status`);
      expect(status.body.conflicts).toBe('unresolved');
    });

    test('is one of the space', async () => {
      const { revision } = await begin();
      const { body } = await edit(org.edit, insert('Guide'));
      for (const fields of [
        { revision: body.revision },
        { revision: 'none' },
        { revertedRevision: 'none' },
        { revision, revertedRevision: revision },
      ]) {
        const refused = await propose(fields);
        expect([refused.status, refused.body.error.details[0].path]).toEqual([
          400,
          `body.${Object.keys(fields).at(-1)}`,
        ]);
      }
    });
  });

  test('is rejected if it is invalid, and then nothing has changed', async () => {
    const made = await begin();
    const refused = await edit(org.edit, insert('Guide'), { operation: 'delete_page', page: 'none' });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([404, 'body.changes.1.page']);
    expect((await org.read.call('GET', at)).body.revision).toBe(made.revision);
    expect((await edit(org.comment, insert('Guide'))).status).toBe(403);
    await org.edit.call('PATCH', at, { status: 'archived' });
    expect((await edit(org.edit, insert('Guide'))).status).toBe(409);
  });

  test('is that of the space again after a page is reverted', async () => {
    await begin();
    const [page] = await pagesOf(`${at}/content/pages`);
    await edit(org.edit, {
      operation: 'update_page',
      page: page.id,
      title: 'Renamed',
      document: { markdown: 'x' },
    });
    expect((await edit(org.edit, { operation: 'revert_page', page: page.id })).status).toBe(200);
    expect(titles(await pagesOf(`${at}/content/pages`))).toEqual(['Untitled']);
  });

  test('is not a revision that a space can be rolled back to', async () => {
    await begin();
    const { revision } = (await edit(org.edit, insert('Guide'))).body;
    const answer = await org.admin.call('POST', `/spaces/${space}/revisions/${revision}/rollback`);
    expect(answer.status).toBe(404);
  });

  test('contains every acknowledged write of fifty concurrent ones, as in a live space', async () => {
    await begin();
    const live = await createLiveSpace(org);
    const writers = await Promise.all(Array.from({ length: 50 }, () => server.member(org.id, 'edit')));
    const [page] = await pagesOf(`${at}/content/pages`);
    const inSpace = (by: Person, ...changes: object[]) =>
      by.call('POST', `/spaces/${live}/content`, { changes });
    const [answers, liveAnswers] = await Promise.all([
      Promise.all(
        writers.flatMap((writer, index) => [
          edit(writer, insert(`Page ${index}`), { operation: 'revert_page', page: page.id }),
          edit(writer, { operation: 'set_variables', variables: { [`v${index}`]: index } }),
        ]),
      ),
      Promise.all(writers.map((writer, index) => inSpace(writer, insert(`Page ${index}`)))),
    ]);
    expect([...new Set([...answers, ...liveAnswers].map(({ status }) => status))]).toEqual([200]);
    const { body } = await org.read.call('GET', `${at}/content`);
    expect(body.pages).toHaveLength(51);
    expect(Object.keys(body.variables)).toHaveLength(50);
    const there = (await org.read.call('GET', `/spaces/${live}/content`)).body;
    expect(there.pages).toHaveLength(50);
    expect(await lineOf(space, body.id)).toEqual(expect.arrayContaining(revisionsOf(answers)));
    expect(await lineOf(live, there.id)).toEqual(expect.arrayContaining(revisionsOf(liveAnswers)));
    expect(new Set([...revisionsOf(answers), ...revisionsOf(liveAnswers)]).size).toBe(150);
    const contributors = (await org.read.call('GET', `${at}/contributors`)).body;
    expect(contributors.count).toBe(50);
  });

  const revisionsOf = (answers: readonly Answer[]): string[] => answers.map(({ body }) => body.revision);

  /** The revisions from one back to the beginning. */
  const lineOf = async (spaceId: string, id: string | undefined): Promise<string[]> => {
    const line: string[] = [];
    for (let at = id; at; ) {
      line.push(at);
      at = (await org.read.call('GET', `/spaces/${spaceId}/revisions/${at}`)).body.parents[0];
    }
    return line;
  };
});
