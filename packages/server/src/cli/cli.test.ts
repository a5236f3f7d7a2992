import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runInThisProcess } from '../testing/command.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { buildProgram, freePort, type Program } from '../testing/program.ts';

let program: Program;
beforeAll(async () => {
  program = await buildProgram();
});
const lectern = (args: readonly string[], env: Record<string, string>) => program.launch(args, env).ended;
const serve: Program['serve'] = (...all) => program.serve(...all);

const userOf = async (url: string, token: string) =>
  (await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).json();

describe('invalid settings', () => {
  test('prevent the start with a list of all errors', async () => {
    const { code, err } = await lectern(['serve'], { PORT: 'x', PUBLIC_URL: 'y', LOG_LEVEL: 'z' });
    expect(code).toBe(1);
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(err).toContain(`- ${name} must`);
    expect(err).not.toContain('    at ');
  });

  test('an unreachable database is reported in a sentence', async () => {
    const { code, err } = await lectern(['serve'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(err).toContain('The database at DATABASE_URL does not respond');
  });

  test('commands have help and report invalid options', async () => {
    expect((await lectern(['--help'], {})).out).toContain('serve');
    expect((await lectern(['serve', '--role', 'king'], {})).err).toContain('api, worker, or both');
    expect((await lectern(['user', 'create', '--email', 'nobody'], {})).err).toContain('e-mail address');
    expect((await lectern(['token', 'create'], {})).err).toContain('--user');
    for (const [args, message] of [
      [['user', 'create', '--email', 'a@b.test', '--name', ' '], '1 to 64 characters'],
      [['user', 'create', '--email', 'a@b.test', '--role', 'read'], '--role requires --org'],
      [['token', 'create', '--user', 'a@b.test', '--label', ' '], '1 to 100 characters'],
    ] as const) {
      const refused = await lectern(args, {});
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toContain(message);
    }
    expect((await lectern(['user', 'create', '--help'], {})).out).toContain('invited');
    expect((await lectern(['nonsense'], {})).code).not.toBe(0);
  });

  test('openapi needs neither a server nor a database', async () => {
    const { code, out } = await lectern(['openapi', '--url', 'https://docs.example'], {});
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://docs.example' }] });
  });
});

describe('a first run with the embedded database', () => {
  let dataDir: string;
  let url: string;
  let env: Record<string, string>;
  let token: string;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-cli-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    env = { LECTERN_DATA_DIR: dataDir, PORT: String(port) };
    server = await serve({ ...env, LECTERN_SAMPLE_SITES: 'true' });
    token = /lct_[A-Za-z0-9]{43}/.exec(server.output())?.[0] ?? '';
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('prints the URL, a token, and a working curl command', async () => {
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('curl'))!
      .trim();
    expect(line).toBe(`curl -H "Authorization: Bearer ${token}" ${url}/v1/orgs`);
    const answer = await fetch(`${url}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await answer.json()) as { items: { id: string; title: string }[] };
    expect(items.map((item) => item.title)).toEqual(['My organization']);
    const spaces = await fetch(`${url}/v1/orgs/${items[0]!.id}/spaces`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const found = (await spaces.json()) as { items: { id: string }[] };
    expect(found).toMatchObject({
      count: 2,
      items: [{ title: 'Sample space', permissions: { admin: true } }, { title: 'Lectern docs' }],
    });
    const pages = await fetch(`${url}/v1/spaces/${found.items[0]!.id}/content/pages`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(((await pages.json()) as { pages: object[] }).pages[0]).toMatchObject({
      title: 'Welcome to Lectern',
    });
  });

  test('publishes the documentation', async () => {
    const { host, pathname } = new URL(/Documentation {2}(\S+)/.exec(server.output())![1]!);
    const read = (page: string) =>
      new Promise<string>((resolve, reject) => {
        const request = http.get(`${url}${pathname}${page}`, { headers: { host } }, async (answer) =>
          resolve((await answer.setEncoding('utf8').toArray()).join('')),
        );
        request.once('error', reject);
      });
    await expect.poll(() => read('')).toContain('Publish your first site');
    expect(await read('guides/backups.md')).toContain('npx lectern restore');
  });

  /** Calls the API as the administrator, or with another token. */
  const call = async (method: string, at: string, body?: object, as = token) => {
    const answer = await fetch(`${url}/v1${at}`, {
      method,
      headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  const run = (...args: string[]) => runInThisProcess(args, env);
  const createUser = (email: string, ...more: string[]) => run('user', 'create', '--email', email, ...more);
  const organization = async (body: object) => (await call('POST', '/orgs', body)).body.id as string;
  /** The events of the command line in the audit log of an organization, oldest first. */
  const commands = async (org: string) => {
    const { items } = (await call('GET', `/orgs/${org}/audit-events?actor=command-line`)).body;
    const details = await Promise.all(
      items.map(
        async ({ id }: { id: string }) => (await call('GET', `/orgs/${org}/audit-events/${id}`)).body,
      ),
    );
    return details.reverse();
  };

  test('users and tokens are created while the server runs, and each command prints only the result', async () => {
    const org = await organization({ title: 'Beside' });
    const ann = ['--email', 'ann@example.test', '--name', ' Ann ', '--org', org, '--role', 'edit'];
    const made = await lectern(['user', 'create', ...ann], env);
    expect(made.out).toMatch(/^[A-Za-z0-9]{22}\n$/);
    const fresh = await lectern(
      ['token', 'create', '--user', 'ANN@example.test', '--label', 'laptop', '--expires', '7'],
      env,
    );
    expect(fresh.out).toMatch(/^lct_[A-Za-z0-9]{43}\n$/);
    const id = made.out.trim();
    expect(await userOf(url, fresh.out.trim())).toMatchObject({
      email: 'ann@example.test',
      displayName: 'Ann',
      id,
    });
    expect((await lectern(['token', 'create', '--user', 'bob@example.test'], env)).err).toContain('no user');
    expect((await createUser('b@example.test', '--org', 'x')).err).toContain('no organization');
    // Nothing is left of what was refused.
    expect((await lectern(['token', 'create', '--user', 'b@example.test'], env)).code).toBe(1);
    // The log of the organization tells what the operator did there, and that it was the operator.
    const by = {
      actor: { type: 'system', id: 'command-line', label: 'Command line' },
      source: 'script',
      target: { type: 'member', id, label: 'Ann' },
    };
    expect(await commands(org)).toMatchObject([
      { action: 'member.added', ...by, payload: { by: 'command-line', role: 'edit' } },
      {
        action: 'member.token-created',
        ...by,
        payload: { label: 'laptop', token: expect.any(String), expiresAt: expect.any(String) },
      },
    ]);
    expect(JSON.stringify(await commands(org))).not.toContain(fresh.out.trim());
  });

  test('the operator removes a member that an identity provider manages and disabled', async () => {
    const org = await organization({ title: 'Keeping' });
    const provider = (await call('POST', `/orgs/${org}/saml`, { label: 'Staff' })).body;
    const scim = (await call('POST', `/orgs/${org}/saml/${provider.id}/scim/token`)).body;
    const email = 'kim@kept.test';
    const turnOff = (userName: string, secret: string = scim.secret) =>
      fetch(`${url}/scim/v2/Users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({ userName, active: false }),
      });
    const signIn = (whom = email) => run('user', 'sign-in', '--email', whom);
    const leave = () => run('user', 'leave', '--email', email, '--org', org);
    const enable = () => run('user', 'enable', '--email', email, '--org', org);
    // The address is not verified, so its owner has not consented to single sign-on.
    expect((await turnOff('lee@kept.test')).status).toBe(201);
    expect((await signIn('lee@kept.test')).out).toContain('/login/link?token=lcl_');
    // Nor does the operator take anything from them by the way.
    const mistaken = await createUser('lee@kept.test');
    expect([mistaken.code, mistaken.out]).toEqual([1, '']);
    expect(mistaken.err).toContain(`npx lectern user leave --email lee@kept.test --org ${org}`);
    expect((await commands(org)).map(({ action }) => action)).toEqual([]);
    const bound = await run('token', 'create', '--user', 'lee@kept.test');
    expect([bound.code, bound.out]).toEqual([0, expect.stringMatching(/^lct_\w{43}\n$/)]);
    expect(bound.err).toContain(
      `The account lee@kept.test is managed by the identity provider of the organization ${org}`,
    );
    // Another organization that turned them off lets them in again, and they have to show that the address is theirs.
    const other = await organization({ title: 'Asking' });
    const theirs = (await call('POST', `/orgs/${other}/saml`, { label: 'Staff' })).body;
    const more = (await call('POST', `/orgs/${other}/saml/${theirs.id}/scim/token`)).body;
    expect((await turnOff('lee@kept.test', more.secret)).status).toBe(201);
    const turnOn = () => run('user', 'enable', '--email', 'lee@kept.test', '--org', other);
    const turned = await turnOn();
    expect([turned.code, turned.err]).toEqual([0, expect.stringContaining('is enabled again')]);
    expect((await turnOn()).err).toContain('is not disabled');
    expect((await commands(other)).map(({ action }) => action)).toEqual(['member.enabled']);
    expect((await createUser('lee@kept.test', '--release')).code).toBe(0);
    expect((await commands(org)).map(({ action }) => action)).toEqual([
      'member.token-created',
      'member.verified',
      'member.sso-released',
    ]);
    await createUser(email);
    await call('POST', `/orgs/${org}/invites`, { emails: [email], role: 'read', sso: true });
    const token = (await run('token', 'create', '--user', email)).out.trim();
    const agreed = await fetch(`${url}/account/organizations/${org}/agreement`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(),
    });
    expect(agreed.status).toBe(303);
    expect((await turnOff(email)).status).toBe(201);
    // Also when the identity provider is gone that could turn them on again.
    await call('DELETE', `/orgs/${org}/saml/${provider.id}`);
    const refused = await signIn();
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(`npx lectern user leave --email ${email} --org ${org}`);
    expect(await enable()).toMatchObject({ code: 0, out: '' });
    expect((await signIn()).out).toContain('/login/link?token=lcl_');
    expect(await leave()).toMatchObject({ code: 0, out: '' });
    expect((await enable()).err).toContain('is not a member');
    expect((await leave()).err).toContain('is not a member');
    expect((await signIn()).out).toContain('/login/link?token=lcl_');
    expect((await commands(org)).map(({ action }) => action)).toEqual([
      'member.token-created',
      'member.verified',
      'member.sso-released',
      'member.token-created',
      'member.enabled',
      'member.removed',
    ]);
  });

  test('an invited user is completed and verified', async () => {
    const org = await organization({ title: 'Inviting' });
    const open = await organization({ title: 'Open', emailDomains: ['invited.test'] });
    const email = 'Ida@invited.test';
    const invited = await call('POST', `/orgs/${org}/invites`, { emails: [email], role: 'comment' });
    const [id] = invited.body.users;
    const refused = await createUser(email, '--org', org, '--role', 'admin');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('with the role comment');
    const made = await createUser('ida@invited.test', '--name', 'Ida', '--org', org);
    expect([made.code, made.out]).toEqual([0, `${id}\n`]);
    const fresh = (await run('token', 'create', '--user', email)).out.trim();
    expect(await userOf(url, fresh)).toMatchObject({ id, displayName: 'Ida' });
    // An address that is verified joins by its domain.
    expect((await call('POST', `/orgs/${open}/join`, undefined, fresh)).status).toBe(204);
    expect((await call('GET', `/orgs/${org}/members/${id}`)).body.role).toBe('comment');
    expect((await commands(org)).map(({ action }) => action)).toEqual([
      'member.verified',
      'member.token-created',
    ]);
    const again = await createUser(email, '--org', org);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain('Nothing was changed');
  });

  test('an existing user becomes a member of another organization, once', async () => {
    const [first, second] = [await organization({ title: 'First' }), await organization({ title: 'Second' })];
    const id = (await createUser('eve@example.test', '--name', 'Eve', '--org', first)).out;
    const alone = await createUser('EVE@example.test');
    expect([alone.code, alone.out]).toEqual([1, '']);
    expect(alone.err).toContain('--org');
    const added = await createUser('EVE@example.test', '--name', 'Eva', '--org', second, '--role', 'guest');
    expect([added.code, added.out]).toEqual([0, id]);
    expect(added.err).toContain('The name stays Eve');
    expect((await call('GET', `/orgs/${second}/members/${id.trim()}`)).body.role).toBeNull();
    for (const [role, message] of [
      ['guest', 'Nothing was changed'],
      ['edit', 'as a guest'],
    ] as const) {
      const refused = await createUser('eve@example.test', '--org', second, '--role', role);
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toContain(message);
    }
    expect((await commands(second)).map(({ action, payload }) => [action, payload])).toEqual([
      ['member.added', { by: 'command-line', role: null }],
    ]);
  });

  test('doctor and migrate check the running installation', async () => {
    const { code, out } = await lectern(['doctor'], { ...env, LECTERN_SCRIPT_PROCESSES: '3' });
    expect([code, out]).toEqual([0, expect.stringContaining('running, version 18')]);
    expect((await lectern(['migrate'], env)).out).toContain('up to date');
    expect((await lectern(['doctor'], { ...env, PORT: 'x' })).code).toBe(1);
    expect(out).toContain('not configured (SMTP_URL)');
    expect(out).toMatch(/Scripts +run by workerd, in up to 3 processes/);
    for (const measure of ['limits', 'network', 'privileges', 'parent', 'user'])
      expect(out).toMatch(new RegExp(`^ok +Scripts, ${measure} +\\S`, 'm'));
    const look = (settings: Record<string, string>) => runInThisProcess(['doctor'], { ...env, ...settings });
    const without = await look({ LECTERN_SCRIPT_PROCESSES: '0' });
    expect(without.out).toMatch(/^ok +Scripts +disabled: .*LECTERN_SCRIPT_PROCESSES is 0/m);
    const silent = `smtp://127.0.0.1:${await freePort()}`;
    const mail = { SMTP_URL: silent, MAIL_FROM: 'docs@example.com', PUBLIC_URL: url };
    const looked = await look(mail);
    expect([looked.code, looked.out]).toEqual([1, expect.stringMatching(/BAD +Mail +127.*ECONNREFUSED/)]);
    const smtp = await startMailServer({ user: 'docs', password: 'right' });
    const ask = (password: string) =>
      look({ ...mail, SMTP_URL: `smtp://docs:${password}@127.0.0.1:${smtp.port}` });
    const answers = await ask('right');
    expect([answers.code, answers.out]).toEqual([0, expect.stringMatching(/ok +Mail +127.*responds/)]);
    const refused = await ask('wrong-secret');
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/BAD +Mail +127.*535/)]);
    expect(refused.out).not.toContain('wrong-secret');
    // Looking sends nothing, and begins nothing.
    expect([smtp.attempts(), smtp.accepted]).toEqual([0, []]);
    await smtp.close();
    expect(answers.out).not.toContain('Mails ');
  });

  test('doctor reports e-mails that were not sent', async () => {
    const { joinEmbeddedPostgres } = await import('../adapters/postgres-embedded/index.ts');
    const joined = await joinEmbeddedPostgres({ dataDir });
    const client = new pg.Client({ connectionString: joined!.connectionString });
    await client.connect();
    try {
      const states = ['due', 'refused', 'refused', 'expired', 'unknown', 'sent', 'dropped', 'none'];
      await client.query(
        `insert into notifications (organization_id, id, user_id, event_id, kind, actor_id, space_id, in_app, mail, created_at)
         select s.organization_id, 'mail' || n, u.id, gen_random_uuid(), 'comment', u.id, s.id, true, mail, now()
         from unnest($1::text[]) with ordinality as m(mail, n), (select * from spaces limit 1) s, (select * from users limit 1) u`,
        [states],
      );
      const { code, out } = await lectern(['doctor'], env);
      expect(code).toBe(0);
      for (const line of [
        /Mails waiting +1:/,
        /Mails refused +2:/,
        /Mails expired +1:/,
        /Mails unconfirmed +1:/,
      ])
        expect(out).toMatch(line);
      await client.query("delete from notifications where id like 'mail%'");
    } finally {
      await client.end();
    }
  });

  test('a port in use is reported in a sentence, and a second server joins the database', async () => {
    const taken = await lectern(['serve'], env);
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('is already in use')]);
    const port = await freePort();
    const second = await serve({ ...env, PORT: String(port) });
    expect(second.output()).not.toContain('lct_');
    expect(await userOf(`http://127.0.0.1:${port}`, token)).toMatchObject({ email: 'admin@lectern.local' });
    expect((await second.stop('SIGTERM')).code).toBe(0);
    expect(await userOf(url, token)).toMatchObject({ email: 'admin@lectern.local' });
  });

  test('a worker runs without listening', async () => {
    const worker = await serve({ ...env, PORT: '1' }, '--role', 'worker');
    const { code, out } = await worker.stop();
    expect([code, out]).toEqual([0, expect.stringContaining('start with http://127.0.0.1:1.')]);
  });

  test('Ctrl-C stops everything, and the next start has the same data', async () => {
    expect((await server.stop()).code).toBe(0);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    // Without a server, commands start the database for themselves and stop it again.
    expect((await lectern(['token', 'create', '--user', 'admin@lectern.local'], env)).out).toMatch(/^lct_/);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    server = await serve(env);
    expect(server.output()).not.toContain('lct_');
    expect(await userOf(url, token)).toMatchObject({ email: 'admin@lectern.local' });
  });
});

test('LECTERN_ADMIN_TOKEN is the token of the first run', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-cli-'));
  const port = await freePort();
  const chosen = 'a-token-of-my-own-choice';
  const server = await serve({ LECTERN_DATA_DIR: dataDir, PORT: String(port), LECTERN_ADMIN_TOKEN: chosen });
  expect(await userOf(`http://127.0.0.1:${port}`, chosen)).toMatchObject({ displayName: 'Administrator' });
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
