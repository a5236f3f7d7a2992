import { beforeEach, describe, expect, test } from 'vitest';
import { COMMENT_TARGETS } from '../../testing/comment-targets.ts';
import type { Answer, Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe.each(COMMENT_TARGETS)('comments on %s', (_, begin) => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ at, space } = await begin(org));
  });

  const post = async (by: Person, markdown: string, more: object = {}) =>
    (await by.call('POST', `${at}/comments`, { body: { markdown }, ...more })).body;
  const get = async (id: string, query = '') =>
    (await org.read.call('GET', `${at}/comments/${id}${query}`)).body;
  const put = (by: Person, id: string, body: object): Promise<Answer> =>
    by.call('PUT', `${at}/comments/${id}`, body);
  const list = async (query = '') => (await org.read.call('GET', `${at}/comments${query}`)).body;
  const open = async () => (await org.read.call('GET', at)).body.comments;
  const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);
  const eventsOf = async (id: string) =>
    (await server.eventsOf(id)).map(({ action, payload, actor }) => ({ action, payload, actor }));

  test('are posted, read, listed and deleted', async () => {
    const posted = await org.comment.call('POST', `${at}/comments`, { body: { markdown: 'Well *said*' } });
    expect(posted.status).toBe(200);
    const { id } = posted.body;
    const inRequest = at.split('/change-requests/')[1];
    expect(posted.body).toMatchObject({
      object: 'comment',
      postedBy: { id: org.comment.id },
      body: { markdown: 'Well _said_\n' },
      reactions: [],
      replies: 0,
      repliers: [],
      status: 'open',
      target: {
        space,
        revision: (await org.read.call('GET', at)).body.revision,
        ...(inRequest && { changeRequest: inRequest }),
      },
      urls: { location: `${server.url}/v1${at}/comments/${id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    expect(posted.body).not.toHaveProperty('editedAt');
    expect((await org.comment.call('GET', `${at}/comments/${id}`)).body).toEqual(posted.body);
    expect((await org.comment.call('GET', `${at}/comments`)).body).toEqual({
      count: 1,
      items: [posted.body],
    });
    expect(await open()).toBe(1);
    for (let i = 0; i < 2; i++)
      expect((await org.comment.call('DELETE', `${at}/comments/${id}`)).status).toBe(204);
    expect((await org.read.call('GET', `${at}/comments/${id}`)).status).toBe(404);
    expect([await open(), (await list()).count]).toEqual([0, 0]);
    const payload = {
      space,
      comment: id,
      author: org.comment.id,
      ...(inRequest && { changeRequest: inRequest }),
    };
    expect(await eventsOf(id)).toEqual([
      { action: 'comment.created', payload: { ...payload, mentions: [] }, actor: org.comment.id },
      { action: 'comment.deleted', payload, actor: org.comment.id },
    ]);
  });

  test('belong to one target, and are not found at others', async () => {
    const { id } = await post(org.comment, 'Here');
    const { body: other } = await org.admin.call('POST', `/spaces/${space}/change-requests`, {});
    const elsewhere = at.includes('change-requests')
      ? `/spaces/${space}`
      : `/spaces/${space}/change-requests/${other.id}`;
    expect((await org.read.call('GET', `${elsewhere}/comments/${id}`)).status).toBe(404);
    expect((await org.read.call('GET', `${elsewhere}/comments`)).body.count).toBe(0);
    expect((await org.read.call('GET', elsewhere)).body.comments).toBe(0);
    expect((await put(org.admin, id, {})).status).toBe(200);
    expect((await org.admin.call('PUT', `${elsewhere}/comments/${id}`, { resolved: true })).status).toBe(404);
    expect((await org.admin.call('DELETE', `${elsewhere}/comments/${id}`)).status).toBe(204);
    expect((await get(id)).status).toBe('open');
    expect((await org.read.call('GET', `${at}/comments/none`)).status).toBe(404);
    expect((await org.read.call('GET', `/spaces/${space}/change-requests/none/comments`)).status).toBe(404);
  });

  test('are written in Markdown, as a document, or are empty', async () => {
    const { id } = await post(org.comment, '* one\n* two');
    const { document } = (await get(id, '?format=document')).body;
    expect(document.nodes).toMatchObject([{ type: 'list-unordered', nodes: [{}, {}] }]);
    expect((await list('?format=document')).items[0].body).toEqual({ document });
    const copy = await org.comment.call('POST', `${at}/comments`, { body: { document } });
    expect(copy.body.body).toEqual({ markdown: '* one\n* two\n' });
    const empty = await org.comment.call('POST', `${at}/comments`, { body: {} });
    expect([empty.status, empty.body.body]).toEqual([200, { markdown: '' }]);
    expect((await get(empty.body.id, '?format=document')).body.document.nodes).toEqual([]);
    for (const [body, path] of [
      [{}, 'body.body'],
      [{ body: { text: 'x' } }, 'body.body'],
      [{ body: { markdown: 1 } }, 'body.body'],
      [
        { body: { document: { ...document, nodes: [{ object: 'block', type: 'paragraph', nodes: [1] }] } } },
        'body.body',
      ],
    ] as const) {
      const refused = await org.comment.call('POST', `${at}/comments`, body);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([
        400,
        expect.stringContaining(path),
      ]);
    }
    expect((await org.read.call('GET', `${at}/comments/${id}?format=html`)).status).toBe(400);
    expect((await list()).count).toBe(3);
  });

  test('of any length do not block the event loop, and can be sent back as returned', async () => {
    const { id, body } = await post(org.comment, '\\*'.repeat(4990));
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const sentBack = await put(org.comment, id, { body });
    const longer = await post(org.comment, '*a* '.repeat(2500));
    clearInterval(ticking);
    expect([sentBack.status, sentBack.body.body]).toEqual([200, body]);
    expect(turns).toBeGreaterThan(10);
    expect((await put(org.comment, longer.id, { body: longer.body })).body.body).toEqual(longer.body);
    const paragraph = { object: 'block', type: 'paragraph', data: {}, nodes: [] };
    const document = { object: 'document', data: {}, nodes: Array.from({ length: 2000 }, () => paragraph) };
    for (const [said, path] of [
      [{ markdown: 'x'.repeat(10_001) }, 'body.body.markdown'],
      [{ document }, 'body.body.document'],
    ] as const) {
      const refused = await org.comment.call('POST', `${at}/comments`, { body: said });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
    }
  });

  test('contain nothing executable', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '[x](javascript:alert(1)) <a href="https://a.test" onclick="y()">z</a>',
      '<img src="https://a.test/i.png" onerror="alert(1)">',
      '{% embed url="javascript:alert(1)" %}',
      '$$\\href{javascript:alert(1)}{x}$$',
    ].join('\n\n');
    const { id } = await post(org.comment, hostile);
    const document = {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [
            {
              object: 'inline',
              type: 'link',
              data: { ref: { kind: 'url', url: 'javascript:alert(1)' } },
              nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }],
            },
          ],
        },
      ],
    };
    const { body: other } = await org.comment.call('POST', `${at}/comments`, { body: { document } });
    const edited = await post(org.comment, 'fine');
    await put(org.comment, edited.id, { body: { markdown: hostile } });
    for (const comment of [id, other.id, edited.id])
      for (const query of ['', '?format=document']) {
        const { body } = await get(comment, query);
        expect(JSON.stringify(body)).not.toMatch(/script|onclick|onerror|alert\(1\)/);
        expect(JSON.stringify(body)).toContain('x');
      }
  });

  test('mention by name the people who can see the space', async () => {
    const mention = (person: { id: string }, label = 'somebody') =>
      `[${label}](/users/${person.id} "mention")`;
    const stranger = await server.person();
    await org.edit.call('PATCH', `/users/${org.edit.id}`, { displayName: 'Ed' });
    const text = [org.edit, org.edit, org.guest, stranger, { id: 'nobody' }]
      .map((who) => mention(who))
      .join(' ');
    const posted = await post(org.comment, text);
    expect(posted.body.markdown).toBe(
      `${mention(org.edit, 'Ed')} ${mention(org.edit, 'Ed')} @somebody @somebody @somebody\n`,
    );
    const { document } = (await get(posted.id, '?format=document')).body;
    expect(document.nodes[0].nodes[0]).toMatchObject({
      type: 'mention',
      data: { ref: { kind: 'user', user: org.edit.id }, label: 'Ed' },
    });
    await put(org.comment, posted.id, { body: { markdown: `${mention(org.edit)} ${mention(org.read)}` } });
    const told = (await eventsOf(posted.id)).map(({ action, payload }) => [
      action,
      (payload as { mentions?: string[] }).mentions,
    ]);
    expect(told).toEqual([
      ['comment.created', [org.edit.id]],
      ['comment.updated', [org.read.id]],
    ]);
    // A guest knows of no members.
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'comment', users: [org.guest.id] });
    expect((await post(org.guest, mention(org.edit, 'E'))).body.markdown).toBe('@E\n');
  });

  test('are filtered by status, page and author, and paginated in both directions', async () => {
    const edit = await org.admin.call('POST', `${at}/content`, {
      changes: [{ operation: 'insert_page', title: 'Guide' }],
    });
    expect(edit.status).toBe(200);
    const [page] = (await org.read.call('GET', `${at}/content/pages`)).body.pages;
    const a = await post(org.comment, 'a');
    const b = await post(org.edit, 'b', { page: page.id });
    const c = await post(org.comment, 'c', { page: page.id });
    await put(org.edit, c.id, { resolved: true });
    const ids = async (query: string) => idsOf(await list(query));
    expect(await ids('')).toEqual([c.id, b.id, a.id]);
    expect(await ids('?order=asc')).toEqual([a.id, b.id, c.id]);
    expect(await ids('?status=all')).toHaveLength(3);
    expect(await ids('?status=open')).toEqual([b.id, a.id]);
    expect(await ids('?status=resolved')).toEqual([c.id]);
    expect(await ids(`?targetPage=${page.id}`)).toEqual([c.id, b.id]);
    expect(await ids('?targetPage=none')).toEqual([]);
    expect(await ids(`?authors=${org.edit.id}`)).toEqual([b.id]);
    expect(await ids(`?authors=${org.edit.id}&authors=${org.comment.id}&status=open`)).toEqual([b.id, a.id]);
    expect((await list(`?authors=${org.read.id}`)).count).toBe(0);
    const first = await list('?order=asc&limit=2');
    const d = await post(org.edit, 'd');
    const second = await list(`?order=asc&limit=2&page=${first.next.page}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual([a.id, b.id, c.id, d.id]);
    expect([first.count, second.count, second.next]).toEqual([3, 4, undefined]);
    for (const query of ['?order=up', '?status=closed', '?limit=1001', `?page=${first.next.page}`])
      expect([query, (await org.read.call('GET', `${at}/comments${query}`)).status]).toEqual([query, 400]);
  });

  test('are resolved and reopened by anyone who can comment, and counted while open', async () => {
    const { id } = await post(org.edit, 'Resolve me');
    const resolved = await put(org.comment, id, { resolved: true });
    expect(resolved.body).toMatchObject({ status: 'resolved', resolvedBy: { id: org.comment.id } });
    expect(await open()).toBe(0);
    // Resolved is resolved: by the first, and once.
    expect((await put(org.edit, id, { resolved: true })).body.resolvedAt).toBe(resolved.body.resolvedAt);
    const reopened = (await put(org.edit, id, { resolved: false })).body;
    expect(reopened.status).toBe('open');
    expect(reopened).not.toHaveProperty('resolvedAt');
    expect(reopened).not.toHaveProperty('resolvedBy');
    await put(org.edit, id, { resolved: false });
    expect(await open()).toBe(1);
    await put(org.edit, id, { resolved: true });
    await org.admin.call('DELETE', `${at}/comments/${id}`);
    expect(await open()).toBe(0);
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(
      ['created', 'resolved', 'reopened', 'resolved', 'deleted'].map((what) => `comment.${what}`),
    );
  });

  test('are edited and deleted by their authors and by managers of the space', async () => {
    const { id, body, ...posted } = await post(org.comment, 'Mine');
    const say = (by: Person, markdown: string) => put(by, id, { body: { markdown } });
    for (const person of [org.review, org.edit]) {
      expect((await say(person, 'Theirs')).status).toBe(403);
      // All or nothing.
      expect((await put(person, id, { body: {}, resolved: true })).status).toBe(403);
      expect((await person.call('DELETE', `${at}/comments/${id}`)).status).toBe(403);
    }
    expect((await put(org.read, id, { addedReactions: ['👍'] })).status).toBe(403);
    expect(await get(id)).toMatchObject({ body, status: 'open', reactions: [] });
    const same = (await say(org.comment, '  Mine  ')).body;
    expect(same).toEqual({ id, body, ...posted });
    const edited = (await say(org.comment, 'Still mine')).body;
    expect(edited).toMatchObject({ body: { markdown: 'Still mine\n' }, postedBy: { id: org.comment.id } });
    expect(edited.editedAt).toBeDefined();
    const byAdmin = (await say(org.create, 'Moderated')).body;
    expect(byAdmin).toMatchObject({ body: { markdown: 'Moderated\n' }, postedBy: { id: org.comment.id } });
    const seenBy = async (person: Person) =>
      (await person.call('GET', `${at}/comments/${id}`)).body.permissions;
    const none = { view: true, edit: false, reply: false, delete: false };
    expect(await seenBy(org.read)).toEqual(none);
    expect(await seenBy(org.edit)).toEqual({ ...none, reply: true });
    expect(await seenBy(org.create)).toEqual({ view: true, edit: true, reply: true, delete: true });
    expect((await org.read.call('POST', `${at}/comments`, { body: {} })).status).toBe(403);
    expect((await org.guest.call('POST', `${at}/comments`, { body: {} })).status).toBe(404);
    // An author who may no longer comment has no more to say.
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'read', users: [org.comment.id] });
    expect((await say(org.comment, 'Last word')).status).toBe(403);
    expect((await org.create.call('DELETE', `${at}/comments/${id}`)).status).toBe(204);
  });

  test('have one reaction per person and emoji', async () => {
    const { id } = await post(org.comment, 'React');
    const react = async (by: Person, added: string[], removed: string[] = []) =>
      (await put(by, id, { addedReactions: added, removedReactions: removed })).body.reactions.map(
        (one: { emoji: string; count: number; users: { user: { id: string } }[] }) => [
          one.emoji,
          one.count,
          one.users.map(({ user }) => user.id),
        ],
      );
    expect(await react(org.edit, ['👍', '👍'])).toEqual([['👍', 1, [org.edit.id]]]);
    expect(await react(org.edit, ['👍'])).toEqual([['👍', 1, [org.edit.id]]]);
    expect(await react(org.comment, ['👍', '1f389'])).toEqual([
      ['👍', 2, [org.edit.id, org.comment.id]],
      ['🎉', 1, [org.comment.id]],
    ]);
    // Only one's own goes; what is in both lists goes; what is not there goes without a word.
    expect(await react(org.comment, ['🚀'], ['👍', '🚀', '😀'])).toEqual([
      ['👍', 1, [org.edit.id]],
      ['🎉', 1, [org.comment.id]],
    ]);
    expect(await react(org.edit, [], ['1f389', '👍'])).toEqual([['🎉', 1, [org.comment.id]]]);
    expect(await react(org.edit, [])).toHaveLength(1);
    for (const wrong of ['', ' ', '<b>', 'x'.repeat(65), 1, 'javascript:alert(1)', '\u200b', '\u202e', 'x'])
      expect((await put(org.edit, id, { addedReactions: [wrong] })).status).toBe(400);
    const told = (await eventsOf(id)).slice(1).map(({ action, payload }) => {
      const { added, removed } = payload as { added: string[]; removed: string[] };
      return [action, added, removed];
    });
    const changed = 'comment.reactions-changed';
    expect(told).toEqual([
      [changed, ['👍'], []],
      [changed, ['🎉', '👍'], []],
      [changed, [], ['👍']],
      [changed, [], ['👍']],
    ]);
  });

  test('with two kinds of body are rejected and change nothing', async () => {
    const document = { object: 'document', data: {}, nodes: [] };
    const body = { markdown: 'One', document };
    const { id } = await post(org.comment, 'Said');
    const before = await get(id);
    for (const refused of [
      await org.comment.call('POST', `${at}/comments`, { body }),
      await put(org.comment, id, { body }),
      await org.comment.call('POST', `${at}/comments/${id}/replies`, { body }),
    ])
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.body']);
    expect((await list()).count).toBe(1);
    expect(await get(id)).toEqual(before);
  });

  test('have at most 50 reactions of one person, and one per emoji with or without a variation selector', async () => {
    const { id } = await post(org.comment, 'React');
    const heart = await put(org.edit, id, { addedReactions: ['❤', '❤️'] });
    expect(heart.body.reactions).toMatchObject([{ emoji: '❤️', count: 1 }]);
    expect((await put(org.edit, id, { removedReactions: ['❤'] })).body.reactions).toEqual([]);
    const faces = Array.from({ length: 51 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    expect((await put(org.edit, id, { addedReactions: faces.slice(0, 50) })).status).toBe(200);
    const refused = await put(org.edit, id, { addedReactions: faces.slice(50) });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.addedReactions']);
    expect((await put(org.comment, id, { addedReactions: faces.slice(50) })).body.reactions).toHaveLength(51);
  });

  test('do not show e-mail addresses of members to guests', async () => {
    const { id } = await post(org.comment, 'One');
    await put(org.edit, id, { addedReactions: ['👍'], resolved: true });
    await org.edit.call('POST', `${at}/comments/${id}/replies`, { body: { markdown: 'Reply' } });
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'comment', users: [org.guest.id] });
    for (const path of [`/comments/${id}`, '/comments', `/comments/${id}/replies`]) {
      const { status, body } = await org.guest.call('GET', at + path);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('@')]);
    }
  });

  test('have commenters, who are members', async () => {
    const { id } = await post(org.comment, 'One');
    await post(org.comment, 'Two');
    await org.edit.call('POST', `${at}/comments/${id}/replies`, { body: { markdown: 'Reply' } });
    const commenters = (by: Person, query = '') => by.call('GET', `${at}/commenters${query}`);
    const { body } = await commenters(org.read);
    expect(body.items.map((member: { id: string }) => member.id).sort()).toEqual(
      [org.comment.id, org.edit.id].sort(),
    );
    expect(body.items[0]).toMatchObject({ object: 'member' });
    const first = (await commenters(org.read, '?limit=1')).body;
    const second = (await commenters(org.read, `?limit=1&page=${first.next.page}`)).body;
    expect([first.count, ...idsOf(first), ...idsOf(second)]).toEqual([2, ...idsOf(body)]);
    await org.admin.call('DELETE', `/orgs/${org.id}/members/${org.comment.id}`);
    expect(idsOf((await commenters(org.read)).body)).toEqual([org.edit.id]);
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'review', users: [org.guest.id] });
    expect((await commenters(org.guest)).status).toBe(403);
  });
});
