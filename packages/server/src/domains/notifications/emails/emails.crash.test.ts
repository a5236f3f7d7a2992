import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MailServer, readMessage, startMailServer } from '../../../testing/mail-server.ts';
import { buildProgram, freePort, type Program } from '../../../testing/program.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

const PEOPLE = 14;

describe('notification e-mails of a process that ends while sending', () => {
  let smtp: MailServer;
  let program: Program;
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let people: Person[];
  beforeAll(async () => {
    smtp = await startMailServer();
    program = await buildProgram();
    // Mails are due by what a process knows that takes requests; the one that works comes and goes.
    server = await startServer();
    org = await server.organization();
    space = await org.space('Handbook');
    people = await Promise.all(Array.from({ length: PEOPLE }, () => server.member(org.id, 'read')));
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      PORT: String(await freePort()),
      PUBLIC_URL: 'https://docs.test',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'docs@lectern.test',
    });
  const mentionAll = async () => {
    const markdown = people.map(({ id }) => `[x](/users/${id} "mention")`).join(' ');
    const { status } = await org.review.call('POST', `/spaces/${space}/comments`, { body: { markdown } });
    expect(status).toBe(200);
  };
  /** How many mails are in each state, those of the administrator, who made the space, included. */
  const states = async () => {
    const rows = await server.app.kernel.db
      .selectFrom('notifications')
      .select(({ fn }) => ['mail', fn.countAll<string>().as('count')])
      .groupBy('mail')
      .execute();
    return Object.fromEntries(rows.map(({ mail, count }) => [mail, Number(count)]));
  };
  /** The messages that the mail server has, by their id: each is to be there once. */
  const taken = () => smtp.accepted.map((message) => readMessage(message).headers.get('message-id'));
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 50 });
  /** What waiting for as long as a job may take does: whoever had it is thought to be gone. */
  const passTime = () =>
    sql`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`.execute(
      server.app.kernel.db,
    );

  test('are sent once each, none lost and none duplicated, after a kill', async () => {
    const first = await work();
    const had = 4;
    Object.assign(smtp.delays, {
      recipient: (attempt: number) => (attempt > had ? 60_000 : 0),
      answer: 60_000,
    });
    await mentionAll();
    // Some are with the mail server, which has not answered; of others it knows the recipient, of the rest nothing.
    await until(() => expect([smtp.accepted.length, smtp.attempts()]).toEqual([had, 10]));
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await states()).toEqual({ sending: had, due: PEOPLE + 1 - had });

    Object.assign(smtp.delays, { recipient: () => 0, answer: 0 });
    await passTime();
    const second = await work();
    await until(async () => expect(await states()).toEqual({ sent: PEOPLE + 1 - had, unknown: had }));
    expect(new Set(taken()).size).toBe(PEOPLE + 1);
    expect(taken()).toHaveLength(PEOPLE + 1);
    expect((await second.stop('SIGTERM')).code).toBe(0);
  });

  test('are completed by a process that is asked to stop, and the others are sent after the next start', async () => {
    smtp.accepted.splice(0);
    await server.app.kernel.db.deleteFrom('notifications').execute();
    const first = await work();
    smtp.delays.answer = 1500;
    await mentionAll();
    await until(() => expect(smtp.accepted.length).toBeGreaterThan(0));
    expect((await first.stop('SIGTERM')).code).toBe(0);
    const { sent, due, ...others } = await states();
    // It takes ten at once, and is asked to stop while it has them.
    expect([sent, due, others]).toEqual([smtp.accepted.length, PEOPLE + 1 - smtp.accepted.length, {}]);

    smtp.delays.answer = 0;
    const second = await work();
    await until(async () => expect(await states()).toEqual({ sent: PEOPLE + 1 }));
    expect([new Set(taken()).size, taken().length]).toEqual([PEOPLE + 1, PEOPLE + 1]);
    expect((await second.stop('SIGTERM')).code).toBe(0);
  });
});
