import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { REF } from '../../../testing/git-sync.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import {
  eventsOf,
  installEverywhere,
  queueOf,
  traceOf,
  until,
} from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'], config: { gitFolders: repositories.top } },
);

const SCOPES = ['space:content:read', 'space:content:write', 'space:git:sync'];
const newPage = (title: string) => ({
  changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
});
/** A script that edits a space whenever another one was edited. */
const answering = (from: string, to: string) => `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get('event'));
  const { apiEndpoint, apiTokens } = JSON.parse(form.get('environment'));
  if (event.type !== 'space_content_updated' || event.spaceId !== '${from}') return new Response('', { status: 406 });
  const { status } = await fetch(apiEndpoint + '/v1/spaces/${to}/content', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + apiTokens.installation, 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify(newPage('Answer')))},
  });
  return new Response('', { status });
} }`;
const editsOf = async (space: string) =>
  (
    await server.app.kernel.db
      .selectFrom('events')
      .select('id')
      .where('action', '=', 'space.content-updated')
      .where('target_id', '=', space)
      .execute()
  ).length;
const suppressed = async (name: string) =>
  (await eventsOf(org, name)).filter(({ status }) => status === 'failed');
const chain = (depth: number) => ({ origin: 'the-first-event', depth });

describe('integrations that react to each other', () => {
  test('stop after eight reactions in a row, and the log says why', async () => {
    const [here, there] = [await createLiveSpace(org), await createLiveSpace(org)];
    const before = [await editsOf(here), await editsOf(there)] as const;
    const [ping, pong] = [
      await publish(org, { scopes: SCOPES, script: answering(here, there) }),
      await publish(org, { scopes: SCOPES, script: answering(there, here) }),
    ];
    for (const name of [ping, pong]) await installEverywhere(org, name);
    await org.admin.call('POST', `/spaces/${here}/content`, newPage('By a person'));
    const [last] = await until(async () => {
      const found = await suppressed(ping);
      expect(found).toHaveLength(1);
      return found;
    }, 60_000);
    expect(last!.payload).toMatchObject({ type: 'space_content_updated', spaceId: here });
    expect(await traceOf(org, ping, last!.id)).toMatchObject([
      { level: 'warn', message: expect.stringContaining('reacted to each other 8 times in a row') },
    ]);
    // Four answers of each, and one edit of a person.
    expect([(await editsOf(here)) - before[0], (await editsOf(there)) - before[1]]).toEqual([5, 4]);
    expect([await queueOf(server, ping), await queueOf(server, pong)]).toEqual([[], []]);
    // What people do starts a new chain.
    await org.admin.call('POST', `/spaces/${there}/content`, newPage('By a person'));
    await until(async () => expect(await suppressed(pong)).toHaveLength(2), 60_000);
  });

  test.each([
    'an edit',
    'an update of its own installation',
    'a Git sync',
    'an edit with a token that it asked for',
  ])('end a chain by %s', async (by) => {
    const space = await createLiveSpace(org);
    const name = await publish(org, { scopes: SCOPES });
    const { id, at } = await installEverywhere(org, name);
    await until(async () => expect(await queueOf(server, name)).toEqual([]));
    const acting = async (depth: number) => {
      const { installation, integration } = await serviceAccountsOf(server, name, id, chain(depth));
      if (by === 'an update of its own installation')
        return installation('PATCH', at, { configuration: { depth: `${depth}` } });
      if (by === 'a Git sync') {
        const { folder } = await repositories.repository();
        return installation('POST', `/spaces/${space}/git/import`, { url: folder, ref: REF });
      }
      const token = by === 'an edit' ? undefined : (await integration('POST', `${at}/tokens`)).body.token;
      const call = token ? server.withToken(token) : installation;
      return call('POST', `/spaces/${space}/content`, newPage('Mine'));
    };
    expect((await acting(7)).status).toBeLessThan(300);
    await until(async () => expect(await suppressed(name)).not.toEqual([]));
    for (const event of await suppressed(name))
      expect(await traceOf(org, name, event.id)).toMatchObject([
        { message: expect.stringContaining('since the event the-first-event') },
      ]);
  });
});

describe('tasks that queue tasks', () => {
  test('are limited per chain, with one line in the log', async () => {
    const name = await publish(org);
    const { id } = await install(org, name);
    const { integration } = await serviceAccountsOf(server, name, id, chain(3));
    const queue = () => integration('POST', `/integrations/${name}/tasks`, { task: {}, schedule: 3600 });
    expect((await queue()).status).toBe(204);
    const rows = await queueOf(server, name);
    const [task] = rows.filter(({ type }) => type === 'task');
    expect(task).toMatchObject({ origin_id: 'the-first-event', chain_depth: 3 });
    // The tasks before, which the script got already.
    await sql`insert into integration_events (organization_id, integration_id, id, type, payload, status, created_at, origin_id)
      select organization_id, integration_id, id || n, type, payload, 'success', created_at, origin_id
      from integration_events, generate_series(1, 998) n where id = ${task!.id}`.execute(
      server.app.kernel.db,
    );
    expect((await queue()).status).toBe(204);
    for (let n = 0; n < 3; n++) {
      const { status, body, headers } = await queue();
      expect([status, headers.get('retry-after')]).toEqual([429, '60']);
      expect(body.error.message).toContain('the event the-first-event has led to 1000 events and tasks');
    }
    const refused = await suppressed(name);
    expect(refused).toHaveLength(1);
    expect((await traceOf(org, name, refused[0]!.id))[0]!.message).toContain('has led to 1000 events');
    // Another chain is counted for itself.
    const { integration: other } = await serviceAccountsOf(server, name, id);
    expect((await other('POST', `/integrations/${name}/tasks`, { task: {}, schedule: 3600 })).status).toBe(
      204,
    );
  });
});

describe('the token of a script', () => {
  test('is valid only with the chain that it was issued with', async () => {
    const name = await publish(org);
    const { id, at } = await install(org, name);
    const { tokens } = await serviceAccountsOf(server, name, id, chain(7));
    const token = tokens.installation!;
    const other = (await serviceAccountsOf(server, name, id, chain(1))).tokens.installation!;
    const [secret, depth, origin, signature] = token.split('~') as [string, string, string, string];
    const statusOf = async (forged: string) => (await server.withToken(forged)('GET', at)).status;
    expect(await statusOf(token)).toBe(200);
    for (const forged of [
      secret,
      `${secret}~`,
      `${secret}~${signature}`,
      `${secret}~1~${origin}~${signature}`,
      `${secret}~${depth}~another~${signature}`,
      `${secret}~${depth}~${origin}~`,
      `${token}~1`,
      // The chain of a token of the integration.
      `${secret}~${tokens.integration.split('~').slice(1).join('~')}`,
      `${tokens.integration.split('~')[0]}~${other.split('~').slice(1).join('~')}`,
    ])
      expect([forged.slice(secret.length), await statusOf(forged)]).toEqual([
        forged.slice(secret.length),
        401,
      ]);
  });
});
