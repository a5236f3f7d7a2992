import { describe, expect, test } from 'vitest';
import { notificationJobsOf, notificationsOf } from '../../../testing/notifications.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const PATH = '/user/notification-settings';

describe('notification settings', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  const change = (kinds: unknown, by = org.read) => by.call('PATCH', PATH, { kinds });
  const settings = async () => (await org.read.call('GET', PATH)).body;

  test('are all on by default, and turned off individually', async () => {
    const before = await settings();
    expect(before).toMatchObject({ object: 'notification-settings', emailAvailable: false });
    expect(Object.keys(before.kinds).sort()).toEqual([
      'change-request-merged',
      'comment',
      'git-sync-failed',
      'mention',
      'reply',
      'review-requested',
      'review-submitted',
    ]);
    for (const channels of Object.values(before.kinds)) expect(channels).toEqual({ app: true, email: true });
    const changed = await change({ reply: { email: false }, comment: { app: false, email: false } });
    const expected = {
      ...before.kinds,
      reply: { app: true, email: false },
      comment: { app: false, email: false },
    };
    expect(changed.body.kinds).toEqual(expected);
    expect((await settings()).kinds).toEqual(expected);
    expect((await org.comment.call('GET', PATH)).body).toEqual(before);
    await change({ reply: { app: true, email: false } });
    await change({});
    expect((await settings()).kinds).toEqual(expected);
    expect((await change({ reply: { email: true }, comment: { app: true, email: true } })).body).toEqual(
      before,
    );
    const events = await server.eventsOf(org.read.id);
    expect(
      events.filter(({ action }) => action === 'notification-settings.updated').map(({ payload }) => payload),
    ).toEqual([
      {
        changes: {
          'reply.email': { from: true, to: false },
          'comment.app': { from: true, to: false },
          'comment.email': { from: true, to: false },
        },
      },
      {
        changes: {
          'reply.email': { from: false, to: true },
          'comment.app': { from: false, to: true },
          'comment.email': { from: false, to: true },
        },
      },
    ]);
  });

  test('end in one of the requested states after concurrent changes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => change({ mention: { app: n % 2 === 0, email: n % 2 === 0 } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { mention } = (await settings()).kinds;
    expect(mention.app).toBe(mention.email);
  });

  test.each([
    [{ kinds: { mention: { app: 'no' } } }, 'body.kinds.mention.app'],
    [{ kinds: { mention: false } }, 'body.kinds.mention'],
    [{ kinds: { gossip: { app: false } } }, 'body.kinds.gossip'],
    [{ kinds: { mention: { pigeon: false } } }, 'body.kinds.mention.pigeon'],
    [{ kinds: [] }, 'body.kinds'],
    [{}, 'body.kinds'],
  ])('reject an invalid value by name, without changes: %j', async (body, path) => {
    const refused = await org.read.call('PATCH', PATH, body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
    expect((await settings()).kinds.mention).toEqual({ app: true, email: true });
  });

  test('that are off in the app suppress only notifications in the app', async () => {
    const notificationJobs = notificationJobsOf(server);
    const space = await org.space();
    await change({ mention: { app: false } }, org.comment);
    await notificationJobs.dispatch(
      await notificationJobs.write(org.review, { space, mentions: [org.comment.id] }),
    );
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    await org.edit.call('POST', `/spaces/${space}/change-requests/${body.id}/requested-reviewers`, {
      users: [org.comment.id],
    });
    await notificationJobs.dispatch(await notificationJobs.last('change-request.review-requested'));
    const told = (await notificationsOf(org.comment)).map(({ kind }: { kind: string }) => kind);
    expect(told).toEqual(['review-requested']);
  });

  test('with mentions off turn a reply with a mention into a reply', async () => {
    const notificationJobs = notificationJobsOf(server);
    const space = await org.space();
    const { payload } = await notificationJobs.write(org.comment, { space });
    const answer = { space, comment: String(payload!.comment), mentions: [org.comment.id] };
    await notificationJobs.dispatch(await notificationJobs.write(org.review, answer));
    await change({ mention: { app: false, email: false } }, org.comment);
    await notificationJobs.dispatch(await notificationJobs.write(org.review, answer));
    const told = (await notificationsOf(org.comment)).map(({ kind }: { kind: string }) => kind);
    expect(told).toEqual(['reply', 'mention']);
  });
});
