import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMail } from '../../../adapters/mail/index.ts';
import { type MailServer, readMessage, startMailServer } from '../../../testing/mail-server.ts';
import {
  type CommentInput,
  type NotificationJobs,
  notificationJobsOf,
  notificationsOf,
} from '../../../testing/notifications.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { createEmailsService } from './emails.service.ts';

describe('notification e-mails', () => {
  let smtp: MailServer;
  let server: TestServer;
  let org: TestOrganization;
  let notificationJobs: NotificationJobs;
  let space: string;
  beforeAll(async () => {
    smtp = await startMailServer();
    server = await startServer({
      config: { smtp: { url: smtp.url, from: 'Docs <docs@lectern.test>' }, publicUrl: 'https://docs.test' },
    });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });
  beforeEach(async () => {
    org = await server.organization();
    notificationJobs = notificationJobsOf(server);
    space = await org.space('Handbook');
  });
  afterEach(() => void smtp.accepted.splice(0));

  const mailsOf = (person: Person) =>
    server.app.kernel.db
      .selectFrom('notifications')
      .select(['user_id as user', 'id', 'mail'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute();
  const stateOf = async (person: Person) => (await mailsOf(person)).map(({ mail }) => mail);
  const mention = async (person: Person, more: Partial<CommentInput> = {}) => {
    await notificationJobs.dispatch(
      await notificationJobs.write(org.review, { space, mentions: [person.id], ...more }),
    );
    return (await mailsOf(person)).at(-1)!;
  };
  const send = (key: object) => notificationJobs.run('send-mail', key);
  const queued = async (id: string) => {
    const { sql } = await import('kysely');
    const { rows } = await sql`select 1 from pgboss.job
      where name = 'notifications.send-mail' and data ->> 'id' = ${id}`.execute(server.app.kernel.db);
    return rows.length;
  };

  test('contain the actor, the action, the location, an excerpt and a link', async () => {
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'A <b>\n& c',
    });
    const text = 'Is 1 < 2?\r\nBcc: everybody@people.test `<script>alert(1)</script>`';
    const key = await mention(org.read, { changeRequest: body.id, text });
    expect(await queued(key.id)).toBe(1);
    await send(key);
    const { headers, body: content } = readMessage(smtp.accepted[0]!);
    expect(headers.get('subject')).toBe(
      `${org.review.email.split('@')[0]} mentioned you in “A <b> & c” (#1) in Handbook`,
    );
    expect(headers.get('to')).toContain(org.read.email);
    expect(headers.get('message-id')).toBe(`<notification.${key.id}@lectern.test>`);
    expect(headers.get('list-unsubscribe')).toBe('<https://docs.test/account#notifications>');
    expect(headers.has('bcc')).toBe(false);
    expect(content).toContain('> Is 1 < 2? Bcc: everybody@people.test');
    expect(content).toContain(`https://docs.test/app/s/${space}/~/changes/1#comment-`);
    expect(content).toContain('Is 1 &lt; 2? Bcc: everybody@people.test &lt;script&gt;');
    expect(content).toContain('“A &lt;b&gt; &amp; c”');
    expect(await stateOf(org.read)).toEqual(['sent']);
  });

  test('are sent once, however often and concurrently the jobs run', async () => {
    const event = await notificationJobs.write(org.review, { space, mentions: [org.read.id] });
    await Promise.all([notificationJobs.dispatch(event), notificationJobs.dispatch(event)]);
    await notificationJobs.dispatch(event);
    const [key, ...more] = await mailsOf(org.read);
    expect([more, await queued(key!.id)]).toEqual([[], 1]);
    // Of several that find it due, one takes it; what the others say of it is not that it was sent.
    await Promise.allSettled([1, 2, 3, 4, 5].map(() => send(key!)));
    await send(key!);
    expect(smtp.accepted).toHaveLength(1);
  });

  test('stay due until the mail server has received them completely', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const mail = createMail({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.test', timeoutMs: 3_000 });
    const key = await mention(org.read);
    const sending = expect(
      createEmailsService({ ...server.app.kernel, emails: mail }).send(key),
    ).rejects.toThrow('deferred');
    await new Promise((resolve) => silent.once('connection', resolve));
    expect(await stateOf(org.read)).toEqual(['due']);
    await sending;
    silent.close();
    await send(key);
    expect([smtp.accepted.length, await stateOf(org.read)]).toEqual([1, ['sent']]);
  });

  test('are not sent again after a crash between the content and the response, and are counted', async () => {
    const key = await mention(org.read);
    const { db, metrics } = server.app.kernel;
    await db.updateTable('notifications').set({ mail: 'sending' }).where('id', '=', key.id).execute();
    const before = (await metrics.unconfirmedEmails.get()).values[0]!.value;
    await expect(send(key)).rejects.toThrow('unknown');
    await send(key);
    expect([smtp.accepted, await stateOf(org.read)]).toEqual([[], ['unknown']]);
    expect((await metrics.unconfirmedEmails.get()).values[0]!.value).toBe(before + 1);
  });

  test('are not sent again if the mail server disconnected after the content', async () => {
    const key = await mention(org.read);
    smtp.next('drop after the content');
    await expect(send(key)).rejects.toThrow('unknown');
    await send(key);
    expect([smtp.accepted, await stateOf(org.read)]).toEqual([[], ['unknown']]);
  });

  test('are retried if they were certainly not accepted, but not if they were rejected', async () => {
    const key = await mention(org.read);
    smtp.next(451, 'drop before the content');
    await expect(send(key)).rejects.toThrow('deferred');
    await expect(send(key)).rejects.toThrow('deferred');
    expect(await stateOf(org.read)).toEqual(['due']);
    await send(key);
    expect([smtp.accepted.length, await stateOf(org.read)]).toEqual([1, ['sent']]);

    const refused = await mention(org.comment);
    smtp.next(550);
    await expect(send(refused)).rejects.toThrow('refused');
    await send(refused);
    expect([smtp.accepted.length, await stateOf(org.comment)]).toEqual([1, ['refused']]);
  });

  test('are dropped when they are too old, even with attempts left', async () => {
    const { db } = server.app.kernel;
    const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
    const age = (key: { id: string }, created_at: Date) =>
      db.updateTable('notifications').set({ created_at }).where('id', '=', key.id).execute();
    const [young, old, left] = [await mention(org.read), await mention(org.comment), await mention(org.edit)];
    await age(young, days(2.9));
    await age(old, days(3.1));
    await age(left, days(30));
    await expect(send(old)).rejects.toThrow('expired');
    await send(old);
    await send(young);
    await expect(notificationJobs.run('expire-mails')).rejects.toThrow('1 e-mails expired');
    await notificationJobs.run('expire-mails');
    await send(left);
    expect([await stateOf(org.read), await stateOf(org.comment), await stateOf(org.edit)]).toEqual([
      ['sent'],
      ['expired'],
      ['expired'],
    ]);
    expect(smtp.accepted).toHaveLength(1);
    // What was not sent is in the app all the same.
    expect(await notificationsOf(org.edit)).toMatchObject([{ kind: 'mention' }]);
  });

  test('are turned off per channel', async () => {
    const change = (mentionSwitches: object) =>
      org.read.call('PATCH', '/user/notification-settings', { kinds: { mention: mentionSwitches } });
    expect((await change({ email: false })).body.emailAvailable).toBe(true);
    await mention(org.read);
    expect([await stateOf(org.read), (await notificationsOf(org.read)).length]).toEqual([['none'], 1]);
    await change({ app: false, email: true });
    await send(await mention(org.read));
    expect([await stateOf(org.read), (await notificationsOf(org.read)).length]).toEqual([
      ['none', 'sent'],
      1,
    ]);
    await change({ app: false, email: false });
    await mention(org.read);
    expect(await stateOf(org.read)).toEqual(['none', 'sent']);
    expect(smtp.accepted).toHaveLength(1);
  });

  test('are not sent to users who lost access or changed their settings', async () => {
    const [lost, muted] = [await mention(org.read), await mention(org.comment)];
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: null, users: [org.read.id] });
    await org.comment.call('PATCH', '/user/notification-settings', { kinds: { mention: { email: false } } });
    await send(lost);
    await send(muted);
    expect([await stateOf(org.read), await stateOf(org.comment)]).toEqual([['dropped'], ['dropped']]);
    expect(smtp.accepted).toEqual([]);
  });

  test('are not sent to unverified addresses', async () => {
    const unproved = await server.member(org.id, 'read', await server.person('new@people.test', false));
    await mention(unproved);
    expect(await stateOf(unproved)).toEqual(['none']);
  });

  test('are sent by a running server, and retried later if the mail server asks for it', async () => {
    const worker = await startServer({
      roles: ['api', 'worker'],
      config: { smtp: { url: smtp.url, from: 'docs@lectern.test' }, publicUrl: 'https://docs.test' },
    });
    try {
      const there = await worker.organization();
      const requests = `/spaces/${await there.space()}/change-requests`;
      smtp.next(451);
      const { body } = await there.edit.call('POST', requests, { subject: 'More' });
      await there.edit.call('POST', `${requests}/${body.id}/requested-reviewers`, {
        users: [there.comment.id],
      });
      await vi.waitFor(() => expect(smtp.accepted).toHaveLength(1), { timeout: 240_000, interval: 50 });
      const { headers } = readMessage(smtp.accepted[0]!);
      expect(headers.get('subject')).toContain('asks for your review of “More”');
      expect(headers.get('to')).toContain(there.comment.email);
      expect(await notificationsOf(there.comment)).toMatchObject([{ kind: 'review-requested' }]);
    } finally {
      await worker.close();
    }
  });
});
