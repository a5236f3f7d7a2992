import { expect, vi } from 'vitest';
import { readMessage, startMailServer } from '../../packages/server/src/testing/mail-server.ts';
import { type Person, startServer } from '../../packages/server/src/testing/server.ts';
import { ChangeRequestReviewStatus, type Scene } from '../client.ts';

// The client does not have operations for notifications.
const inboxOf = async (person: Person) => (await person.call('GET', '/user/notifications')).body;
const mention = ({ id }: Person) => `[x](/users/${id} "mention")`;

/** Comments and reviews notify the users concerned, in the app and by e-mail, according to their settings. */
export const usersAreNotifiedInTheAppAndByEmail = async ({ server, clients }: Scene) => {
  const smtp = await startMailServer();
  const worker = await startServer({
    connectionString: server.connectionString,
    roles: ['api', 'worker'],
    config: { smtp: { url: smtp.url, from: 'docs@lectern.test' }, publicUrl: 'https://docs.test' },
  });
  const org = await server.organization('Notified');
  const [author, reviewer, reader] = [clients.as(org.edit), clients.as(org.review), clients.as(org.comment)];
  /** The subjects of the e-mails to a user. */
  const mailsTo = ({ email }: Person) =>
    smtp.accepted
      .map((message) => readMessage(message).headers)
      .filter((headers) => headers.get('to')!.includes(email))
      .map((headers) => headers.get('subject')!);
  /** Waits until a user has these notifications, newest last, and e-mails. */
  const expectNotified = async (person: Person, inApp: readonly string[], mailed: readonly RegExp[]) =>
    vi.waitFor(
      async () => {
        const { items } = await inboxOf(person);
        expect(items.map(({ kind }: { kind: string }) => kind).reverse()).toEqual(inApp);
        expect(mailsTo(person)).toHaveLength(mailed.length);
        for (const subject of mailed) expect(mailsTo(person)).toContainEqual(expect.stringMatching(subject));
      },
      { timeout: 240_000, interval: 50 },
    );
  try {
    const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
    const { data: request } = await author.spaces.createChangeRequest(space.id, { subject: 'Say more' });

    await author.spaces.requestReviewersForChangeRequest(space.id, request.id, { users: [org.review.id] });
    const reviewRequested = /asks for your review of “Say more” \(#1\) in Handbook/;
    await expectNotified(org.review, ['review-requested'], [reviewRequested]);

    const { data: comment } = await reader.spaces.postCommentInChangeRequest(space.id, request.id, {
      body: { markdown: `Is this right, ${mention(org.review)}?` },
    });
    await expectNotified(org.edit, ['comment'], [/commented on “Say more”/]);
    await expectNotified(
      org.review,
      ['review-requested', 'mention'],
      [reviewRequested, /mentioned you in “Say more”/],
    );

    // The reader turns off e-mails about replies; the author turns off all notifications of merges.
    const settings = '/user/notification-settings';
    const quiet = await org.comment.call('PATCH', settings, { kinds: { reply: { email: false } } });
    expect(quiet.body.kinds.reply).toEqual({ app: true, email: false });
    const off = { 'change-request-merged': { app: false, email: false } };
    expect((await org.edit.call('PATCH', settings, { kinds: off })).status).toBe(200);

    await reviewer.spaces.postCommentReplyInChangeRequest(space.id, request.id, comment.id, {
      body: { markdown: 'It is.' },
    });
    await expectNotified(org.comment, ['reply'], []);

    await reviewer.spaces.submitChangeRequestReview(space.id, request.id, {
      status: ChangeRequestReviewStatus.Approved,
      comment: { markdown: 'Well done' },
    });
    const heard = ['comment', 'comment', 'review-submitted'];
    const written = [/commented on/, /commented on/, /approved “Say more”/];
    await expectNotified(org.edit, heard, written);

    await reviewer.spaces.mergeChangeRequest(space.id, request.id);
    const afterMerge = ['reply', 'comment', 'change-request-merged'];
    await expectNotified(org.comment, afterMerge, [/commented on/, /merged “Say more”/]);
    await expectNotified(org.edit, heard, written);

    // Notifications are marked as read one by one, or all at once.
    const { items, unread } = await inboxOf(org.edit);
    expect([unread, items[0]]).toMatchObject([
      3,
      { kind: 'review-submitted', excerpt: 'Well done', actor: { id: org.review.id } },
    ]);
    const marked = await org.edit.call('PATCH', `/user/notifications/${items[0].id}`, { status: 'read' });
    expect(marked.body.status).toBe('read');
    expect((await inboxOf(org.edit)).unread).toBe(2);
    expect((await org.edit.call('POST', '/user/notifications/read')).body).toEqual({ unread: 0 });
    expect((await inboxOf(org.read)).items).toEqual([]);
    expect(mailsTo(org.read)).toEqual([]);
  } finally {
    await worker.close();
    await smtp.close();
  }
};
