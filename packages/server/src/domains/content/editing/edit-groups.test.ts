import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('edits that arrive together', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    space = await createLiveSpace(org);
  });

  const insert = (title: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown: `About ${title}.` },
    ...more,
  });
  const edit = (change: object, to = space, by = org.edit) =>
    by.call('POST', `/spaces/${to}/content?compat=false`, { changes: [change] });
  const revisionsOf = async (of: string) => {
    const { db } = server.app.kernel;
    return db
      .selectFrom('revisions')
      .select(['id', 'parents', 'created_by'])
      .where('space_id', '=', of)
      .orderBy('id')
      .execute();
  };
  const titlesOf = async (of: string) =>
    (await org.read.call('GET', `/spaces/${of}/content/pages`)).body.pages
      .map(({ title }: { title: string }) => title)
      .sort();
  const names = (count: number) => Array.from({ length: count }, (_, at) => `Page ${at + 10}`);

  test('are one revision each, one after the other, with their author and event', async () => {
    const [first] = await revisionsOf(space);
    const titles = names(20);
    const answers = await Promise.all(
      titles.map((title, at) => edit(insert(title), space, at % 2 ? org.edit : org.create)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const revisions = await revisionsOf(space);
    expect(revisions.map(({ parents }) => parents)).toEqual([
      [],
      ...revisions.slice(0, -1).map(({ id }) => [id]),
    ]);
    // Everybody is told of their own revision.
    expect(answers.map(({ body }) => body.space.revision).sort()).toEqual(
      revisions.slice(1).map(({ id }) => id),
    );
    for (const [at, { body }] of answers.entries()) {
      const revision = revisions.find(({ id }) => id === body.space.revision)!;
      expect(revision.created_by).toBe((at % 2 ? org.edit : org.create).id);
      const shown = await org.read.call(
        'GET',
        `/spaces/${space}/revisions/${revision.id}/page/${body.changes[0].page.id}`,
      );
      expect(shown.body.title).toBe(titles[at]);
    }
    const events = (await server.eventsOf(space)).filter(({ action }) => action === 'space.content-updated');
    expect(events.map(({ payload }) => payload)).toEqual(
      revisions
        .slice(1)
        .map(({ id }, at) => ({ revision: id, from: [first, ...revisions.slice(1)][at]!.id })),
    );
    expect(await titlesOf(space)).toEqual(titles);
    const { body } = await org.read.call('GET', `/spaces/${space}`);
    expect(body.revision).toBe(revisions.at(-1)!.id);
  });

  test('do not fail because another one is refused', async () => {
    const answers = await Promise.all([
      edit(insert('One')),
      edit({ operation: 'update_page', page: 'unknown', title: 'None' }),
      edit(insert('Two', { into: 'nowhere' })),
      edit(insert('Three')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
    expect(await titlesOf(space)).toEqual(['One', 'Three']);
    expect(await revisionsOf(space)).toHaveLength(3);
  });

  test('of the same text conflict, apart from the first', async () => {
    const { body } = await edit(insert('One'));
    const { id: page, documentId } = body.changes[0].page;
    const update = (markdown: string) =>
      edit({ operation: 'update_page', page, base: documentId, document: { markdown } });
    const answers = await Promise.all(['First', 'Second', 'Third'].map(update));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await revisionsOf(space)).toHaveLength(3);
  });

  test('of several spaces are done although one of the spaces is locked', async () => {
    const [busy, free] = [await createLiveSpace(org), await createLiveSpace(org)];
    const { transaction } = server.app.kernel;
    const [later, now] = await transaction(async (tx) => {
      await tx.selectFrom('spaces').select('id').where('id', '=', busy).forUpdate().execute();
      const waiting = edit(insert('Later'), busy);
      const [one, two] = await Promise.all([edit(insert('One'), free), edit(insert('Two'), free)]);
      expect(await titlesOf(busy)).toEqual([]);
      return [{ waiting }, [one, two]] as const;
    });
    expect([...now, await later.waiting].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await titlesOf(free), await titlesOf(busy)]).toEqual([['One', 'Two'], ['Later']]);
  });

  test('cost as many queries as one of them', async () => {
    let count = 0;
    const alone = await server.countQueries(() => edit(insert(`Alone ${count++}`)));
    const together = await server.countQueries(() =>
      Promise.all(names(20).map((title) => edit(insert(`${title} ${count++}`)))),
    );
    expect([alone, together]).toEqual([17, 17]);
  });
});
