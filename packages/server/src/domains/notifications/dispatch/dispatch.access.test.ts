import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../kernel/events/event.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import {
  type NotificationJobs,
  notificationJobsOf,
  notificationsOf,
} from '../../../testing/notifications.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

/** A space, and a change request in it that somebody made. */
interface Scene {
  readonly space: string;
  readonly request: string;
  readonly who: Person;
}

describe('a user who lost access to a space', () => {
  let smtp: MailServer;
  let server: TestServer;
  let org: TestOrganization;
  let notificationJobs: NotificationJobs;
  beforeAll(async () => {
    smtp = await startMailServer();
    const url = 'https://docs.test';
    server = await startServer({
      config: { smtp: { url: smtp.url, from: 'docs@lectern.test' }, publicUrl: url },
    });
    notificationJobs = notificationJobsOf(server);
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });
  beforeEach(async () => {
    org = await server.organization();
    smtp.accepted.splice(0);
  });

  const inRequest = async ({ space, request }: Scene, by: Person, path: string, body?: object) => {
    const { status } = await by.call('POST', `/spaces/${space}/change-requests/${request}${path}`, body);
    expect([200, 201]).toContain(status);
  };

  // What somebody who made the change request is told of it, and of its space, by kind.
  const HAPPENINGS: readonly [string, (scene: Scene) => Promise<RecordedEvent>][] = [
    ['mention', ({ space, who }) => notificationJobs.write(org.review, { space, mentions: [who.id] })],
    [
      'mention',
      ({ space, request, who }) =>
        notificationJobs.write(org.review, { space, changeRequest: request, mentions: [who.id] }),
    ],
    [
      'reply',
      async ({ space, who }) => {
        const { payload } = await notificationJobs.write(who, { space });
        return notificationJobs.write(org.review, { space, comment: String(payload!.comment) });
      },
    ],
    [
      'comment',
      async ({ space, who }) => {
        await notificationJobs.write(who, { space });
        return notificationJobs.write(org.review, { space });
      },
    ],
    [
      'comment',
      ({ space, request }) => notificationJobs.write(org.review, { space, changeRequest: request }),
    ],
    [
      'review-requested',
      async (scene) => {
        await inRequest(scene, org.admin, '/requested-reviewers', { users: [scene.who.id] });
        return notificationJobs.last('change-request.review-requested');
      },
    ],
    [
      'review-submitted',
      async (scene) => {
        await inRequest(scene, org.review, '/reviews', { status: 'approved' });
        return notificationJobs.last('change-request.reviewed');
      },
    ],
    [
      'change-request-merged',
      async (scene) => {
        await inRequest(scene, org.review, '/merge');
        return notificationJobs.last('change-request.merged');
      },
    ],
  ];

  const LOSSES: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
    'no access': ({ space, who }) =>
      org.admin.call('POST', `/spaces/${space}/permissions`, { role: null, users: [who.id] }),
    'a guest': ({ who }) => org.admin.call('PATCH', `/orgs/${org.id}/members/${who.id}`, { role: null }),
    removed: ({ who }) => org.admin.call('DELETE', `/orgs/${org.id}/members/${who.id}`),
    disabled: ({ who }) => server.disable(who),
    'space deleted': ({ space }) => org.admin.call('DELETE', `/spaces/${space}`),
  };

  const begin = async (): Promise<Scene> => {
    const space = await org.space('Handbook');
    const who = await server.member(org.id, 'edit');
    const { body } = await who.call('POST', `/spaces/${space}/change-requests`, { subject: 'Say more' });
    return { space, request: body.id, who };
  };
  const mailsOf = ({ who }: Scene) =>
    server.app.kernel.db
      .selectFrom('notifications')
      .select(['user_id as user', 'id', 'kind', 'mail'])
      .where('user_id', '=', who.id)
      .execute();
  const addressed = ({ who }: Scene) => smtp.accepted.filter((message) => message.includes(who.email));

  test.each(HAPPENINGS)('gets no notification of the kind %s, nor a pending e-mail', async (kind, happen) => {
    for (const [loss, lose] of Object.entries(LOSSES)) {
      const early = await begin();
      const event = await happen(early);
      await lose(early);
      await notificationJobs.dispatch(event);
      expect([loss, await mailsOf(early)]).toEqual([loss, []]);

      const late = await begin();
      await notificationJobs.dispatch(await happen(late));
      const [key, ...more] = await mailsOf(late);
      expect([key, more]).toEqual([expect.objectContaining({ kind, mail: 'due' }), []]);
      expect(await notificationsOf(late.who)).toMatchObject([{ kind }]);
      await lose(late);
      await notificationJobs.run('send-mail', key!);
      expect([loss, await notificationsOf(late.who), addressed(late)]).toEqual([loss, [], []]);
      expect(await mailsOf(late)).toMatchObject([{ mail: 'dropped' }]);
      const one = await late.who.call('GET', `/user/notifications/${key!.id}`);
      expect([loss, one.status]).toEqual([loss, 404]);
    }
    // The same, of which nothing was lost.
    const kept = await begin();
    await notificationJobs.dispatch(await happen(kept));
    await notificationJobs.run('send-mail', (await mailsOf(kept))[0]!);
    expect(addressed(kept)).toHaveLength(1);
  });

  test('does not get open review requests, nor do guests', async () => {
    const scene = await begin();
    const other = await server.member(org.id, 'review');
    await org.admin.call('POST', `/spaces/${scene.space}/permissions`, { role: null, users: [other.id] });
    await inRequest(scene, scene.who, '/requested-reviewers', { users: [] });
    await notificationJobs.dispatch(await notificationJobs.last('change-request.review-requested'));
    expect([
      await notificationsOf(org.review),
      await notificationsOf(other),
      await notificationsOf(org.guest),
    ]).toMatchObject([[{ kind: 'review-requested' }], [], []]);
  });

  test('a guest with access is notified, and sees no e-mail addresses of members', async () => {
    const scene = await begin();
    const grant = { role: 'comment', users: [org.guest.id] };
    await org.admin.call('POST', `/spaces/${scene.space}/permissions`, grant);
    const { payload } = await notificationJobs.write(org.guest, { space: scene.space });
    await notificationJobs.dispatch(
      await notificationJobs.write(org.review, { space: scene.space, comment: String(payload!.comment) }),
    );
    const [told] = await notificationsOf(org.guest);
    expect([told.kind, told.actor.id]).toEqual(['reply', org.review.id]);
    expect(JSON.stringify(told)).not.toContain(org.review.email);
    const [key] = await mailsOf({ ...scene, who: org.guest });
    await notificationJobs.run('send-mail', key!);
    expect(smtp.accepted).toHaveLength(1);
    expect(smtp.accepted[0]).not.toContain(org.review.email);
  });

  test('any number of recipients takes a constant number of queries', async () => {
    const { space } = await begin();
    const people = await Promise.all(Array.from({ length: 200 }, () => server.member(org.id, 'read')));
    const queriesFor = async (count: number) => {
      const mentions = people.slice(0, count).map(({ id }) => id);
      const events: RecordedEvent[] = [];
      for (let n = 0; n < 3; n++) events.push(await notificationJobs.write(org.admin, { space }));
      return server.countQueries(async () => {
        const event = events.pop()!;
        await notificationJobs.dispatch({ ...event, payload: { ...event.payload, mentions } });
      });
    };
    const few = await queriesFor(2);
    expect(await queriesFor(200)).toBe(few);
    expect(few).toBeLessThan(12);
    const { db } = server.app.kernel;
    const due = await db
      .selectFrom('notifications')
      .select('id')
      .where('space_id', '=', space)
      .where('mail', '=', 'due')
      .execute();
    expect(due).toHaveLength(3 * 202);
  });
});
