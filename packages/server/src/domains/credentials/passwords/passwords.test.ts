import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../kernel/log.ts';
import { type BrowserClient, newBrowser, signedInBrowser } from '../../../testing/browser-client.ts';
import { type MailServer, readMessage } from '../../../testing/mail-server.ts';
import {
  type Person,
  startServer,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../../testing/server.ts';
import { withMail } from '../../../testing/set-up.ts';
import { RECENT_MS } from '../../sessions/index.ts';

const PASSWORD = 'a lamp beside the window';
const OTHER = 'two lamps beside the door';

/** Signs in on the sign-in page. */
const signIn = async (browser: BrowserClient, email: string, password: string, to = '/account') =>
  browser.submit(await browser.open(`/login?to=${to}`), '/login/password', { email, password });

/** Fills in the form of the account page. */
const setPassword = async (browser: BrowserClient, password: string, present = '') =>
  browser.submit(await browser.open('/account'), '/account/password', { password, present });

describe('passwords', () => {
  const clock = testClock();
  let server: TestServer;
  let smtp: MailServer;
  let org: TestOrganization;
  withMail((fresh) => {
    ({ server, smtp } = fresh);
  }, clock);

  const withPassword = async (person: Person) => {
    const browser = await signedInBrowser(server, person);
    expect((await setPassword(browser, PASSWORD)).location).toBe('/account?done=password');
    return browser;
  };

  test('are set after a recent sign-in, and sign in', async () => {
    org = await server.organization();
    const browser = await withPassword(org.read);
    expect((await browser.open('/account?done=password')).text).toContain('Your password was saved.');
    const other = newBrowser(server);
    const done = await signIn(other, org.read.email.toUpperCase(), PASSWORD);
    expect([done.status, done.location]).toEqual([303, '/account']);
    expect((await other.open('/account')).text).toContain('data-column="Sign-in method"><div>Password</div>');
    expect(await server.eventsOf(org.read.id)).toMatchObject([
      { action: 'user.password-set', actor: org.read.id, organization: null },
      { action: 'member.password-set', actor: org.read.id, organization: org.id },
    ]);
  });

  test('are stored as argon2id hashes, with a salt', async () => {
    const [one, two] = [await server.person(), await server.person()];
    await withPassword(one);
    await withPassword(two);
    const rows = await server.app.kernel.db
      .selectFrom('passwords')
      .select('hash')
      .where('user_id', 'in', [one.id, two.id])
      .execute();
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  });

  test('are changed with the present password, also long after sign-in, and end other sessions', async () => {
    const person = await server.person();
    const browser = await withPassword(person);
    const other = newBrowser(server);
    await signIn(other, person.email, PASSWORD);
    clock.advance(RECENT_MS + 1);
    expect((await browser.open('/account')).text).toContain('name="present" type="password" required');
    const refused = await setPassword(browser, OTHER);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('enter your present password');
    const wrong = await setPassword(browser, OTHER, 'not this one at all');
    expect([wrong.status, wrong.text.includes('The present password is wrong.')]).toEqual([400, true]);
    expect((await other.open('/account')).status).toBe(200);
    expect((await setPassword(browser, OTHER, PASSWORD)).status).toBe(303);
    expect((await other.open('/account')).location).toContain('/login');
    expect((await browser.open('/account')).status).toBe(200);
    expect((await signIn(newBrowser(server), person.email, PASSWORD)).status).toBe(403);
    expect((await signIn(newBrowser(server), person.email, OTHER)).status).toBe(303);
  });

  test('are removed, and then sign nobody in', async () => {
    const person = await server.person();
    const browser = await withPassword(person);
    const done = await browser.submit(await browser.open('/account'), '/account/password/remove');
    expect(done.location).toBe('/account?done=password-removed');
    expect((await signIn(newBrowser(server), person.email, PASSWORD)).status).toBe(403);
    expect((await server.eventsOf(person.id)).map(({ action }) => action)).toEqual([
      'user.password-set',
      'user.password-removed',
    ]);
    // Removing it again is no error.
    expect((await browser.send('/account/password/remove', await formOf(browser))).status).toBe(303);
  });

  const formOf = async (browser: BrowserClient) => ({
    seal: /name="seal" value="([^"]*)"/.exec((await browser.open('/account')).text)![1]!,
  });

  test('cannot be set in an old session without the present password', async () => {
    const browser = await signedInBrowser(server, await server.person());
    clock.advance(RECENT_MS + 1);
    const page = await browser.open('/account');
    expect(page.text).toContain('href="/login?to=/account"');
    expect(page.text).not.toContain('action="/account/password"');
    const answer = await browser.send('/account/password', {
      password: PASSWORD,
      ...(await formOf(browser)),
    });
    expect(answer.status).toBe(403);
  });

  test('must be long and not common; the error names the field', async () => {
    const person = await server.person();
    const browser = await signedInBrowser(server, person);
    for (const [password, problem] of [
      ['short', 'The password must have at least 10 characters.'],
      ['password1234', 'The password is too common'],
      [`${person.email}`, 'The password must not consist of your name'],
    ] as const) {
      const page = await setPassword(browser, password);
      expect([page.status, page.text.includes(problem)]).toEqual([400, true]);
      expect(/<input [^>]*name="password"[^>]*>/.exec(page.text)![0]).not.toContain('value');
    }
    const json = await browser.send(
      '/account/password',
      { password: 'short', ...(await formOf(browser)) },
      { accept: 'application/json' },
    );
    expect(JSON.parse(json.text).error.details[0].path).toBe('body.password');
  });

  test('keep the address in the form after a failure, and never the password', async () => {
    const page = await signIn(newBrowser(server), 'nobody@people.test', 'my secret pass phrase');
    expect(page.status).toBe(403);
    expect(page.text).toContain('The e-mail address or the password is wrong.');
    expect(page.text).toContain('value="nobody@people.test"');
    expect(page.text).not.toContain('my secret pass phrase');
  });

  test('are the same in every encoding of their characters', async () => {
    const person = await server.person();
    const browser = await signedInBrowser(server, person);
    await setPassword(browser, 'Über den grünen Hügeln'.normalize('NFD'));
    const done = await signIn(newBrowser(server), person.email, 'Über den grünen Hügeln'.normalize('NFC'));
    expect(done.status).toBe(303);
  });

  test('are announced by e-mail when they change', async () => {
    const person = await server.person();
    await server.app.services.credentialChanges.notify({
      email: person.email,
      displayName: 'Ann',
      change: 'password-changed',
    });
    expect(smtp.accepted).toHaveLength(1);
    expect(smtp.accepted[0]).toContain('Subject: The password of your account was changed');
    expect(readMessage(smtp.accepted[0]!).body).toContain('/account');
    await withPassword(person);
    const { sql } = await import('kysely');
    const { rows } = await sql<{ data: unknown }>`select data from pgboss.job
      where name = 'credentials.notify-change' and data ->> 'email' = ${person.email}`.execute(
      server.app.kernel.db,
    );
    expect(rows).toMatchObject([{ data: { change: 'password-set' } }]);
  });
});

test('passwords are in no log, event, job or table', async () => {
  const lines: string[] = [];
  const log = createLog(
    'trace',
    new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line));
        done();
      },
    }),
  );
  const server = await startServer({ log, ownDatabase: true });
  try {
    const person = await server.person();
    const browser = await signedInBrowser(server, person);
    await setPassword(browser, PASSWORD);
    await setPassword(browser, OTHER, PASSWORD);
    await signIn(newBrowser(server), person.email, OTHER);
    await signIn(newBrowser(server), person.email, 'wrong lamps entirely');
    await setPassword(browser, 'short pw');
    const { sql } = await import('kysely');
    const { db } = server.app.kernel;
    const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
      from pg_tables where schemaname in ('public', 'pgboss')`.execute(db);
    const dump: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
      dump.push(...rows.map(({ row }) => row));
    }
    expect(dump.some((row) => row.includes(person.email))).toBe(true);
    expect(lines.length).toBeGreaterThan(5);
    for (const secret of [PASSWORD, OTHER, 'wrong lamps', 'short pw'])
      for (const text of [...dump, ...lines])
        for (const form of [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')])
          expect(text).not.toContain(form);
    expect(lines.join()).not.toContain('$argon2id$');
  } finally {
    await server.close();
  }
});
