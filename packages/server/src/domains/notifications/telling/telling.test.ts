import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../kernel/events/events.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type Telling, tellingIn, toldTo } from '../../../testing/telling.ts';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const;
type Told = Partial<Record<(typeof ROLES)[number], string>>;

describe('who is told', () => {
  let server: TestServer;
  let org: TestOrganization;
  let telling: Telling;
  let space: string;
  let request: string;
  let at: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  // The administrator made the space, `edit` the change request in it.
  beforeEach(async () => {
    telling = tellingIn(server);
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
  const write = (by: Person, more: Record<string, unknown> = {}) =>
    telling.write(org, by, { space, ...more });
  const ask = async (by: Person, ...users: Person[]) => {
    await done(by, '/requested-reviewers', { users: users.map(({ id }) => id) });
    return telling.last('change-request.review-requested');
  };
  const review = async (by: Person, status = 'approved') => {
    await done(by, '/reviews', { status });
    return telling.last('change-request.reviewed');
  };
  const merge = async (by: Person) => {
    await done(by, '/merge');
    return telling.last('change-request.merged');
  };
  const reply = (by: Person, participants: Person[], more: Record<string, unknown> = {}) => {
    const comment = server.app.kernel.newId();
    telling.said.participants.set(
      comment,
      participants.map(({ id }) => id),
    );
    return write(by, { comment, reply: server.app.kernel.newId(), ...more });
  };
  const allTold = async (): Promise<Told> =>
    Object.fromEntries(
      (await Promise.all(ROLES.map(async (role) => [role, await toldTo(org[role])] as const)))
        .filter(([, items]) => items.length > 0)
        .map(([role, items]) => [role, items.map(({ kind }: { kind: string }) => kind).join()]),
    );
  /** Somebody who commented on the space before. */
  const commented = (by: Person) =>
    server.app.kernel.db
      .insertInto('comments')
      .values({
        organization_id: org.id,
        id: server.app.kernel.newId(),
        space_id: space,
        created_by: by.id,
        created_at: new Date(),
      })
      .execute();

  const CASES: readonly [string, () => Promise<RecordedEvent>, Told][] = [
    ['a comment on a space: who made it', () => write(org.review), { admin: 'comment' }],
    [
      'a comment on a space: who commented on it before',
      async () => {
        await commented(org.comment);
        return write(org.review);
      },
      { admin: 'comment', comment: 'comment' },
    ],
    [
      'a comment on a space: who wrote in it',
      async () => {
        await done(org.edit, '/content', { changes: [{ operation: 'insert_page', title: 'New' }] });
        await done(org.review, '/merge');
        return write(org.read);
      },
      { admin: 'comment', edit: 'comment', review: 'comment' },
    ],
    [
      'a comment on a change request: its author',
      () => write(org.review, { changeRequest: request }),
      { edit: 'comment' },
    ],
    [
      'a comment on a change request: who was asked to review it, and who did',
      async () => {
        await ask(org.edit, org.read);
        await review(org.create);
        return write(org.review, { changeRequest: request });
      },
      { edit: 'comment', read: 'comment', create: 'comment' },
    ],
    ['a comment of the author', () => write(org.edit, { changeRequest: request }), {}],
    [
      'a mention: who can see it, and as the strongest reason of several',
      () =>
        write(org.review, {
          changeRequest: request,
          mentions: [org.edit.id, org.read.id, org.guest.id, 'nobody'],
        }),
      { edit: 'mention', read: 'mention' },
    ],
    ['a mention of oneself', () => write(org.admin, { mentions: [org.admin.id] }), {}],
    [
      'a reply: who takes part in the thread',
      () => reply(org.review, [org.comment, org.review]),
      { comment: 'reply' },
    ],
    [
      'a reply on a change request: its author too',
      () => reply(org.review, [org.comment], { changeRequest: request }),
      { comment: 'reply', edit: 'comment' },
    ],
    [
      'a reply with a mention: that comes first',
      () => reply(org.review, [org.comment, org.read], { mentions: [org.comment.id] }),
      { comment: 'mention', read: 'reply' },
    ],
    ['a review that people are asked for', () => ask(org.edit, org.read), { read: 'review-requested' }],
    ['a review that nobody is named for', () => ask(org.edit), { review: 'review-requested' }],
    [
      'a review that the only reviewer asks for: the next role up',
      async () => {
        request = await begin(org.review);
        at = `/spaces/${space}/change-requests/${request}`;
        return ask(org.review);
      },
      { create: 'review-requested' },
    ],
    ['a verdict: the author', () => review(org.review, 'changes-requested'), { edit: 'review-submitted' }],
    [
      'the words of a verdict: those whom they mention, for the author hears of the verdict',
      () => write(org.review, { changeRequest: request, review: 'r', mentions: [org.read.id] }),
      { read: 'mention' },
    ],
    [
      'a merge: the author, and who reviewed it or was asked to',
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
    await telling.tell(event);
    expect(await allTold()).toEqual(expected);
    // Jobs run at least once.
    await telling.tell(event);
    expect(await allTold()).toEqual(expected);
  });

  test('two processes that tell of the same event at once tell everybody once', async () => {
    const event = await write(org.review, { mentions: [org.edit.id, org.read.id] });
    await Promise.all([1, 2, 3, 4].map(() => telling.tell(event)));
    expect(await allTold()).toEqual({ admin: 'comment', edit: 'mention', read: 'mention' });
  });

  test('as many people are told as there are', async () => {
    const { db } = server.app.kernel;
    const many = Array.from({ length: 4000 }, () => server.app.kernel.newId());
    const at = new Date();
    await sql`
      insert into users (id, email, display_name, created_at, updated_at)
      select id, id || '@people.test', id, ${at}, ${at} from unnest(${many}::text[]) as id`.execute(db);
    await sql`
      insert into members (organization_id, user_id, role, joined_at)
      select ${org.id}, id, 'read', ${at} from unnest(${many}::text[]) as id`.execute(db);
    await telling.tell(await write(org.review, { mentions: many }));
    const { count } = await db
      .selectFrom('notifications')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('space_id', '=', space)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(4001);
  });

  test('a notification says who did what where, and how it begins', async () => {
    const comment = server.app.kernel.newId();
    const text = `Line\n\n${'word '.repeat(100)}`;
    await telling.tell(
      await write(org.review, {
        comment,
        changeRequest: request,
        page: 'page1',
        mentions: [org.edit.id],
        text,
      }),
    );
    const [mention] = await toldTo(org.edit);
    expect(mention).toMatchObject({
      object: 'notification',
      kind: 'mention',
      status: 'unread',
      actor: { id: org.review.id, email: org.review.email },
      organization: org.id,
      space: { id: space, title: 'Handbook' },
      changeRequest: { id: request, number: 1, subject: 'Say more' },
      comment,
      page: 'page1',
      urls: { app: `${server.url}/app/s/${space}/~/changes/1#comment-${comment}` },
    });
    expect(mention.excerpt).toMatch(/^Line word word .*…$/);
    expect(mention.excerpt).toHaveLength(280);
    expect((await org.edit.call('GET', `/user/notifications/${mention.id}`)).body).toEqual(mention);

    await telling.tell(await review(org.admin, 'changes-requested'));
    const [verdict] = await toldTo(org.edit);
    const { payload } = await telling.last('change-request.reviewed');
    expect(verdict.review).toEqual({ id: payload!.review, status: 'changes-requested' });
    expect(verdict.excerpt).toBeUndefined();
  });

  test('nobody is told of what they may not see any more', async () => {
    const close = (role: string | null) =>
      org.admin.call('POST', `/spaces/${space}/permissions`, { role, users: [org.read.id] });
    const event = await write(org.review, { mentions: [org.read.id, org.comment.id] });
    await close(null);
    await server.disable(org.comment);
    await telling.tell(event);
    expect(await allTold()).toEqual({ admin: 'comment' });
    const deleted = await write(org.review, { mentions: [org.edit.id] });
    await org.admin.call('DELETE', `/spaces/${space}`);
    await telling.tell(deleted);
    await org.admin.call('POST', `/spaces/${space}/restore`);
    expect(await allTold()).toEqual({ admin: 'comment' });
  });

  test('what was taken back is not told, and not left standing', async () => {
    const early = await write(org.review);
    telling.said.texts.delete(String(early.payload!.comment));
    await telling.tell(early);
    expect(await allTold()).toEqual({});

    const [comment, first, second] = [1, 2, 3].map(() => server.app.kernel.newId());
    telling.said.participants.set(comment!, [org.comment.id]);
    await telling.tell(await write(org.review, { comment }));
    for (const id of [first, second]) await telling.tell(await write(org.review, { comment, reply: id }));
    expect(await allTold()).toEqual({ admin: 'comment', comment: 'reply,reply' });
    const gone = await telling.record(org, org.review, 'comment-reply.deleted', {
      space,
      comment,
      reply: first,
    });
    await telling.run('forget', gone);
    expect(await allTold()).toEqual({ admin: 'comment', comment: 'reply' });
    await telling.run('forget', await telling.record(org, org.review, 'comment.deleted', { space, comment }));
    expect(await allTold()).toEqual({});
  });

  test('a verdict stands when its words were taken back', async () => {
    const event = await review(org.review);
    const comment = server.app.kernel.newId();
    telling.said.texts.set(comment, 'Well done');
    await telling.tell({ ...event, payload: { ...event.payload, comment } });
    expect(await toldTo(org.edit)).toMatchObject([
      { kind: 'review-submitted', excerpt: 'Well done', comment },
    ]);
    await telling.run('forget', await telling.record(org, org.review, 'comment.deleted', { space, comment }));
    const [verdict] = await toldTo(org.edit);
    expect([verdict.kind, verdict.excerpt, verdict.comment]).toEqual([
      'review-submitted',
      undefined,
      undefined,
    ]);
  });

  test('a space that goes to another organization takes what was told along, for those who see it there', async () => {
    await telling.tell(await write(org.review, { mentions: [org.edit.id] }));
    const elsewhere = (await org.admin.call('POST', '/orgs', { title: 'Elsewhere' })).body.id;
    const moved = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere });
    expect(moved.status).toBe(200);
    expect(await allTold()).toEqual({ admin: 'comment' });
    expect((await toldTo(org.admin))[0]).toMatchObject({ organization: elsewhere });
  });
});
