import { beforeEach, describe, expect, test } from 'vitest';
import { COMMENT_TARGETS } from '../../testing/comment-targets.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

interface Reaction {
  readonly emoji: string;
  readonly count: number;
  readonly users: readonly { readonly user: { readonly id: string } }[];
}

const EMOJI = ['👍', '🎉', '🚀', '❤️'];

describe.each(COMMENT_TARGETS)('concurrent changes of comments on %s', (_, begin) => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ at } = await begin(org));
  });

  const post = async (markdown: string, more: object = {}): Promise<string> => {
    const { body } = await org.comment.call('POST', `${at}/comments`, { body: { markdown }, ...more });
    return body.id;
  };
  const open = async () => (await org.read.call('GET', at)).body.comments;

  test('200 reactions of 50 people result in the right set', async () => {
    const id = await post('React');
    const people = await Promise.all(Array.from({ length: 50 }, () => server.member(org.id, 'comment')));
    const put = (by: Person, body: object) => by.call('PUT', `${at}/comments/${id}`, body);
    // Every fourth had reacted already and takes that back; the others react, and say so twice.
    const leaving = people.filter((__, index) => index % 4 === 0);
    await Promise.all(leaving.map((person) => put(person, { addedReactions: EMOJI })));
    const requests = people.flatMap((person, index) =>
      EMOJI.map((emoji, n) =>
        index % 4 === 0
          ? put(person, { removedReactions: [emoji] })
          : put(person, { addedReactions: n % 2 ? [emoji] : [emoji, EMOJI[n + 1]!] }),
      ),
    );
    expect(requests).toHaveLength(200);
    expect([...new Set((await Promise.all(requests)).map(({ status }) => status))]).toEqual([200]);
    const { reactions } = (await org.read.call('GET', `${at}/comments/${id}`)).body;
    const staying = people.filter((person) => !leaving.includes(person)).map((person) => person.id);
    const found = (reactions as Reaction[]).map(({ emoji, count, users }) => [
      emoji,
      count,
      users.map(({ user }) => user.id).sort(),
    ]);
    expect(found.sort()).toEqual(EMOJI.map((emoji) => [emoji, staying.length, staying.sort()]).sort());
  });

  test('creating, deleting, resolving and reopening comments results in the right count', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (__, n) => post(`Comment ${n}`)));
    expect(await open()).toBe(12);
    const put = (id: string, resolved: boolean) => org.edit.call('PUT', `${at}/comments/${id}`, { resolved });
    await Promise.all(
      ids.flatMap((id, n) => {
        if (n % 3 === 0) return [put(id, true), put(id, true), put(id, true)];
        if (n % 3 === 1) return [1, 2, 3].map(() => org.comment.call('DELETE', `${at}/comments/${id}`));
        return [put(id, false), post('More')];
      }),
    );
    expect(await open()).toBe(8);
    const listed = (await org.read.call('GET', `${at}/comments?status=open`)).body;
    expect(listed.count).toBe(8);
    const told = (await server.eventsOf(ids[0]!)).map(({ action }) => action);
    expect(told).toEqual(['comment.created', 'comment.resolved']);
    expect((await server.eventsOf(ids[1]!)).map(({ action }) => action)).toEqual([
      'comment.created',
      'comment.deleted',
    ]);
  });

  test('replies and reactions to a comment that is deleted leave nothing behind', async () => {
    const id = await post('Short-lived');
    const made = await org.edit.call('POST', `${at}/comments/${id}/replies`, { body: { markdown: 'One' } });
    const answers = await Promise.all([
      ...[1, 2, 3].map(() =>
        org.edit.call('POST', `${at}/comments/${id}/replies`, { body: { markdown: 'R' } }),
      ),
      ...EMOJI.map((emoji) =>
        org.edit.call('PUT', `${at}/comments/${id}/replies/${made.body.id}`, { addedReactions: [emoji] }),
      ),
      org.comment.call('DELETE', `${at}/comments/${id}`),
    ]);
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
    for (const table of ['comment_replies', 'comment_reactions'] as const)
      expect(
        await server.app.kernel.db.selectFrom(table).selectAll().where('comment_id', '=', id).execute(),
      ).toEqual([]);
  });

  test('a list of 20 comments takes as many queries as one of two', async () => {
    const pages = Array.from({ length: 10 }, (__, n) => ({
      operation: 'insert_page',
      title: `Page ${n}`,
      document: { markdown: `Text ${n}` },
    }));
    await org.admin.call('POST', `${at}/content`, { changes: pages });
    const { body } = await org.read.call('GET', `${at}/content/pages`);
    const targets = await Promise.all(
      body.pages.map(async ({ id }: { id: string }) => {
        const found = await org.read.call('GET', `${at}/content/page/${id}?format=document`);
        return { page: id, node: found.body.document.nodes[0].key };
      }),
    );
    const count = (query: string) =>
      server.countQueries(() => org.read.call('GET', `${at}/comments?limit=100${query}`));
    for (const n of [0, 1]) await post(`Comment ${n}`, targets[n]);
    const [few, fewParsed] = [await count(''), await count('&format=document')];
    for (let n = 2; n < 20; n++) {
      const id = await post(`Comment ${n}`, targets[n % 10]);
      for (const by of [org.comment, org.edit]) {
        await by.call('PUT', `${at}/comments/${id}`, { addedReactions: EMOJI });
        await by.call('POST', `${at}/comments/${id}/replies`, { body: { markdown: 'Reply' } });
      }
    }
    const { items } = (await org.read.call('GET', `${at}/comments`)).body;
    expect(items).toHaveLength(20);
    expect(items[0]).toMatchObject({ replies: 2, repliers: [{}, {}], reactions: [{}, {}, {}, {}] });
    expect([await count(''), await count('&format=document')]).toEqual([few, fewParsed]);
    expect(few).toBeLessThanOrEqual(6);
    // Also for the first reader of pages that have just been written.
    const written = async (many: number) => {
      const changes = body.pages.slice(0, many).map((page: { id: string }) => ({
        operation: 'update_page',
        page: page.id,
        document: { markdown: `Text ${Math.random()}` },
      }));
      await org.admin.call('POST', `${at}/content`, { changes });
    };
    const first = (many: number) =>
      server.countQueries(
        () => org.read.call('GET', `${at}/comments?limit=100`),
        () => written(many),
      );
    expect(await first(10)).toBeLessThanOrEqual(await first(2));
    const replies = () =>
      server.countQueries(() => org.read.call('GET', `${at}/comments/${items[0].id}/replies`));
    const before = await replies();
    for (let n = 0; n < 5; n++)
      await org.edit.call('POST', `${at}/comments/${items[0].id}/replies`, { body: { markdown: `${n}` } });
    expect(await replies()).toBe(before);
  });
});
