import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../kernel/events/event.ts';
import {
  type CommentInput,
  type NotificationJobs,
  notificationJobsOf,
  notificationsOf,
} from '../../../testing/notifications.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const;
type Told = Partial<Record<(typeof ROLES)[number], string>>;

describe('recipients of a notification', () => {
  let server: TestServer;
  let org: TestOrganization;
  let notificationJobs: NotificationJobs;
  let space: string;
  let request: string;
  let at: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  // The administrator made the space, `edit` the change request in it.
  beforeEach(async () => {
    notificationJobs = notificationJobsOf(server);
    space = await org.space('Handbook');
    request = await begin(org.edit);
    at = `/spaces/${space}/change-requests/${request}`;
  });
  const begin = async (by: Person) =>
    (await by.call('POST', `/spaces/${space}/change-requests`, { subject: 'Say more' })).body.id;
  const done = async (by: Person, path: string, body?: object) => {
    const { status } = await by.call('POST', `${at}${path}`, body);
    expect([200, 201]).toContain(status);
  };
  const write = (by: Person, more: Partial<CommentInput> = {}) =>
    notificationJobs.write(by, { space, ...more });
  const commentOf = ({ payload }: RecordedEvent) => String(payload!.comment);
  const ask = async (by: Person, ...users: Person[]) => {
    await done(by, '/requested-reviewers', { users: users.map(({ id }) => id) });
    return notificationJobs.last('change-request.review-requested');
  };
  const review = async (by: Person, status = 'approved') => {
    await done(by, '/reviews', { status });
    return notificationJobs.last('change-request.reviewed');
  };
  const merge = async (by: Person) => {
    await done(by, '/merge');
    return notificationJobs.last('change-request.merged');
  };
  /** A reply in a thread that others began and took part in. */
  const reply = async (
    by: Person,
    [author, ...others]: readonly Person[],
    more: Partial<CommentInput> = {},
  ) => {
    const comment = commentOf(await write(author!, { changeRequest: more.changeRequest! }));
    for (const other of others) await write(other, { ...more, mentions: [], comment });
    return write(by, { ...more, comment });
  };
  const allTold = async (): Promise<Told> =>
    Object.fromEntries(
      (await Promise.all(ROLES.map(async (role) => [role, await notificationsOf(org[role])] as const)))
        .filter(([, items]) => items.length > 0)
        .map(([role, items]) => [role, items.map(({ kind }: { kind: string }) => kind).join()]),
    );
  const CASES: readonly [string, () => Promise<RecordedEvent>, Told][] = [
    ['a comment on a space: its creator', () => write(org.review), { admin: 'comment' }],
    [
      'a comment on a space: earlier commenters',
      async () => {
        await write(org.comment);
        return write(org.review);
      },
      { admin: 'comment', comment: 'comment' },
    ],
    [
      'a comment on a space: authors of its content',
      async () => {
        await done(org.edit, '/content', { changes: [{ operation: 'insert_page', title: 'New' }] });
        await done(org.review, '/merge');
        return write(org.comment);
      },
      { admin: 'comment', edit: 'comment', review: 'comment' },
    ],
    [
      'a comment on a change request: its author',
      () => write(org.review, { changeRequest: request }),
      { edit: 'comment' },
    ],
    [
      'a comment on a change request: requested and actual reviewers',
      async () => {
        await ask(org.edit, org.comment);
        await review(org.create);
        return write(org.review, { changeRequest: request });
      },
      { edit: 'comment', comment: 'comment', create: 'comment' },
    ],
    ['a comment of the author', () => write(org.edit, { changeRequest: request }), {}],
    [
      'a mention: users with access, as the reason of highest priority',
      () =>
        write(org.review, {
          changeRequest: request,
          mentions: [org.edit.id, org.read.id, org.guest.id, 'nobody'],
        }),
      { edit: 'mention', read: 'mention' },
    ],
    [
      'a mention added by an edit: users who were not mentioned before',
      async () => {
        const first = await write(org.admin, { mentions: [org.read.id] });
        const mention = (person: Person) => `[x](/users/${person.id} "mention")`;
        await org.admin.call('PUT', `/spaces/${space}/comments/${commentOf(first)}`, {
          body: { markdown: `${mention(org.read)} and ${mention(org.edit)}` },
        });
        return notificationJobs.last('comment.updated');
      },
      { edit: 'mention' },
    ],
    ['a mention of oneself', () => write(org.admin, { mentions: [org.admin.id] }), {}],
    [
      'a reply: participants of the thread',
      () => reply(org.review, [org.comment, org.review]),
      { comment: 'reply' },
    ],
    [
      'a reply on a change request: its author too',
      () => reply(org.review, [org.comment], { changeRequest: request }),
      { comment: 'reply', edit: 'comment' },
    ],
    [
      'a reply with a mention: as a mention',
      () => reply(org.review, [org.comment, org.create], { mentions: [org.comment.id] }),
      { comment: 'mention', create: 'reply' },
    ],
    [
      'a review request with named reviewers',
      () => ask(org.edit, org.comment),
      { comment: 'review-requested' },
    ],
    ['a review request without named reviewers', () => ask(org.edit), { review: 'review-requested' }],
    [
      'a review request of the only reviewer: the next higher role',
      async () => {
        request = await begin(org.review);
        at = `/spaces/${space}/change-requests/${request}`;
        return ask(org.review);
      },
      { create: 'review-requested' },
    ],
    ['a review: the author', () => review(org.review, 'changes-requested'), { edit: 'review-submitted' }],
    [
      'the comment of a review: mentioned users, as the author gets the review',
      async () => {
        await done(org.review, '/reviews', {
          status: 'approved',
          comment: { markdown: `See, [x](/users/${org.read.id} "mention")` },
        });
        return notificationJobs.last('comment.created');
      },
      { read: 'mention' },
    ],
    [
      'a merge: the author, and requested and actual reviewers',
      async () => {
        await ask(org.edit, org.comment);
        await review(org.create);
        return merge(org.review);
      },
      {
        edit: 'change-request-merged',
        comment: 'change-request-merged',
        create: 'change-request-merged',
      },
    ],
    [
      'a merge of one’s own',
      async () => {
        request = await begin(org.review);
        at = `/spaces/${space}/change-requests/${request}`;
        return merge(org.review);
      },
      {},
    ],
  ];

  test.each(CASES)('of %s', async (_, happen, expected) => {
    const event = await happen();
    await notificationJobs.dispatch(event);
    expect(await allTold()).toEqual(expected);
    // Jobs run at least once.
    await notificationJobs.dispatch(event);
    expect(await allTold()).toEqual(expected);
  });

  test('are notified once if two processes dispatch the same event', async () => {
    const event = await write(org.review, { mentions: [org.edit.id, org.read.id] });
    await Promise.all([1, 2, 3, 4].map(() => notificationJobs.dispatch(event)));
    expect(await allTold()).toEqual({ admin: 'comment', edit: 'mention', read: 'mention' });
  });

  test('are all notified, however many there are', async () => {
    const { db } = server.app.kernel;
    const many = Array.from({ length: 4000 }, () => server.app.kernel.newId());
    const at = new Date();
    await sql`
      insert into users (id, email, display_name, created_at, updated_at)
      select id, id || '@people.test', id, ${at}, ${at} from unnest(${many}::text[]) as id`.execute(db);
    await sql`
      insert into members (organization_id, user_id, role, joined_at)
      select ${org.id}, id, 'read', ${at} from unnest(${many}::text[]) as id`.execute(db);
    // More than a comment has room for, as groups of people will be one day.
    const event = await write(org.review);
    await notificationJobs.dispatch({ ...event, payload: { ...event.payload, mentions: many } });
    const { count } = await db
      .selectFrom('notifications')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('space_id', '=', space)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(4001);
  });

  test('see the actor, the action, the location and an excerpt', async () => {
    const text = `Line\n\n${'word '.repeat(100)}`;
    const [page] = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages;
    const event = await write(org.review, {
      changeRequest: request,
      page: page.id,
      mentions: [org.edit.id],
      text,
    });
    await notificationJobs.dispatch(event);
    const comment = commentOf(event);
    const [mention] = await notificationsOf(org.edit);
    expect(mention).toMatchObject({
      object: 'notification',
      kind: 'mention',
      status: 'unread',
      actor: { id: org.review.id, email: org.review.email },
      organization: org.id,
      space: { id: space, title: 'Handbook' },
      changeRequest: { id: request, number: 1, subject: 'Say more' },
      comment,
      page: page.id,
      urls: { app: `${server.url}/app/s/${space}/~/changes/1#comment-${comment}` },
    });
    expect(mention.excerpt).toMatch(/^Line word word .*…$/);
    expect(mention.excerpt).toHaveLength(280);
    expect((await org.edit.call('GET', `/user/notifications/${mention.id}`)).body).toEqual(mention);

    await notificationJobs.dispatch(await review(org.admin, 'changes-requested'));
    const [verdict] = await notificationsOf(org.edit);
    const { payload } = await notificationJobs.last('change-request.reviewed');
    expect(verdict.review).toEqual({ id: payload!.review, status: 'changes-requested' });
    expect(verdict.excerpt).toBeUndefined();
  });

  test('do not include users who lost access', async () => {
    const close = (role: string | null) =>
      org.admin.call('POST', `/spaces/${space}/permissions`, { role, users: [org.read.id] });
    const event = await write(org.review, { mentions: [org.read.id, org.comment.id] });
    await close(null);
    await server.disable(org.comment);
    await notificationJobs.dispatch(event);
    expect(await allTold()).toEqual({ admin: 'comment' });
    const deleted = await write(org.review, { mentions: [org.edit.id] });
    await org.admin.call('DELETE', `/spaces/${space}`);
    await notificationJobs.dispatch(deleted);
    await org.admin.call('POST', `/spaces/${space}/restore`);
    expect(await allTold()).toEqual({ admin: 'comment' });
  });

  test('are not notified of deleted comments, and existing notifications disappear', async () => {
    const remove = async (path: string) => {
      expect((await org.review.call('DELETE', `/spaces/${space}/comments/${path}`)).status).toBe(204);
    };
    const early = await write(org.review);
    await remove(commentOf(early));
    await notificationJobs.dispatch(early);
    expect(await allTold()).toEqual({});

    const begun = await write(org.comment);
    await notificationJobs.dispatch(begun);
    const comment = commentOf(begun);
    const replies = [await write(org.review, { comment }), await write(org.review, { comment })];
    for (const reply of replies) await notificationJobs.dispatch(reply);
    expect(await allTold()).toEqual({ admin: 'comment', comment: 'reply,reply' });
    await remove(`${comment}/replies/${replies[0]!.payload!.reply}`);
    expect(await allTold()).toEqual({ admin: 'comment', comment: 'reply' });
    await org.admin.call('DELETE', `/spaces/${space}/comments/${comment}`);
    expect(await allTold()).toEqual({});
  });

  test('see the current text', async () => {
    const event = await write(org.review, { text: 'A sceret' });
    await notificationJobs.dispatch(event);
    await org.review.call('PUT', `/spaces/${space}/comments/${commentOf(event)}`, {
      body: { markdown: 'A *secret*' },
    });
    expect(await notificationsOf(org.admin)).toMatchObject([{ excerpt: 'A secret' }]);
  });

  test('are notified of a mention once, however often it is removed and added again', async () => {
    const event = await write(org.review, { mentions: [org.read.id] });
    await notificationJobs.dispatch(event);
    for (const markdown of ['Nobody', `[x](/users/${org.read.id} "mention")`]) {
      await org.review.call('PUT', `/spaces/${space}/comments/${commentOf(event)}`, { body: { markdown } });
      await notificationJobs.dispatch(await notificationJobs.last('comment.updated'));
    }
    expect(await allTold()).toEqual({ admin: 'comment', read: 'mention' });
  });

  test('get notifications in the order of events, whenever they are dispatched', async () => {
    const events = [await write(org.review, { text: '1' }), await write(org.review, { text: '2' })];
    for (const event of events.reverse()) await notificationJobs.dispatch(event);
    const told: { excerpt: string; createdAt: string }[] = await notificationsOf(org.admin);
    expect(told.map(({ excerpt }) => excerpt)).toEqual(['2', '1']);
    expect(told[0]!.createdAt >= told[1]!.createdAt).toBe(true);
  });

  test('who wrote the change request and are mentioned in its review get the review only', async () => {
    await write(org.comment, { changeRequest: request });
    const markdown = `[x](/users/${org.edit.id} "mention") [x](/users/${org.read.id} "mention")`;
    await done(org.review, '/reviews', { status: 'approved', comment: { markdown } });
    await notificationJobs.dispatch(await notificationJobs.last('comment.created'));
    await notificationJobs.dispatch(await notificationJobs.last('change-request.reviewed'));
    expect(await allTold()).toEqual({ edit: 'review-submitted', comment: 'comment', read: 'mention' });
  });

  test('include users who replied, but not those who only drafted changes', async () => {
    await done(org.edit, '/content', { changes: [{ operation: 'insert_page', title: 'New' }] });
    const comment = commentOf(await write(org.admin));
    await write(org.comment, { comment });
    await notificationJobs.dispatch(await write(org.review));
    expect(await allTold()).toEqual({ admin: 'comment', comment: 'comment' });
  });

  test('lose notifications of comments that are deleted after a transfer', async () => {
    const event = await write(org.review);
    await notificationJobs.dispatch(event);
    const elsewhere = (await org.admin.call('POST', '/orgs', { title: 'Elsewhere' })).body.id;
    await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere });
    expect(await allTold()).toEqual({ admin: 'comment' });
    await org.admin.call('DELETE', `/spaces/${space}/comments/${commentOf(event)}`);
    expect(await allTold()).toEqual({});
  });

  test('keep the notification of a review whose comment is deleted', async () => {
    await done(org.review, '/reviews', { status: 'approved', comment: { markdown: 'Well done' } });
    const event = await notificationJobs.last('change-request.reviewed');
    await notificationJobs.dispatch(event);
    const comment = commentOf(event);
    expect(await notificationsOf(org.edit)).toMatchObject([
      { kind: 'review-submitted', excerpt: 'Well done', comment },
    ]);
    await org.review.call('DELETE', `${at}/comments/${comment}`);
    const [verdict] = await notificationsOf(org.edit);
    expect([verdict.kind, verdict.excerpt, verdict.comment]).toEqual([
      'review-submitted',
      undefined,
      undefined,
    ]);
  });

  test('keep notifications of a transferred space if they have access there', async () => {
    await notificationJobs.dispatch(await write(org.review, { mentions: [org.edit.id] }));
    const elsewhere = (await org.admin.call('POST', '/orgs', { title: 'Elsewhere' })).body.id;
    const moved = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere });
    expect(moved.status).toBe(200);
    expect(await allTold()).toEqual({ admin: 'comment' });
    expect((await notificationsOf(org.admin))[0]).toMatchObject({ organization: elsewhere });
  });
});
