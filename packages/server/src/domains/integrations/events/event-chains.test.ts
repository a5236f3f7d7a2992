import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { REF } from '../../../testing/git-sync.ts';
import { install, newName, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
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
/** A chain of other integrations, and the one that acts. */
const chain = (before: number) => ({
  origin: 'the-first-event',
  path: [...Array.from({ length: before }, (_, at) => `other-${at}`), 'itself'],
});
const tracesOf = async (name: string) =>
  (await Promise.all((await suppressed(name)).map(async ({ id }) => (await traceOf(org, name, id))[0]!))).map(
    ({ level, message }) => `${level} ${message}`,
  );

describe('integrations that react to each other', () => {
  test('stop after two turns of each, and the log of both names the chain', async () => {
    const [here, there] = [await createLiveSpace(org), await createLiveSpace(org)];
    const before = [await editsOf(here), await editsOf(there)] as const;
    const [ping, pong] = [
      await publish(org, { scopes: SCOPES, script: answering(here, there) }),
      await publish(org, { scopes: SCOPES, script: answering(there, here) }),
    ];
    for (const name of [ping, pong]) await installEverywhere(org, name);
    await org.admin.call('POST', `/spaces/${here}/content`, newPage('By a person'));
    await until(async () => {
      expect([await suppressed(ping), await suppressed(pong)].map(({ length }) => length)).toEqual([2, 1]);
    }, 60_000);
    const path = [ping, pong, ping, pong].join(' → ');
    for (const name of [ping, pong])
      expect(await tracesOf(name)).toContainEqual(
        expect.stringMatching(
          new RegExp(`^warn Not delivered: this integration has acted 2 times .* → ${path}\\.$`),
        ),
      );
    // Two answers of each, and one edit of a person.
    expect([(await editsOf(here)) - before[0], (await editsOf(there)) - before[1]]).toEqual([3, 2]);
    expect([await queueOf(server, ping), await queueOf(server, pong)]).toEqual([[], []]);
    // What people do starts a new chain.
    await org.admin.call('POST', `/spaces/${there}/content`, newPage('By a person'));
    await until(async () => expect(await suppressed(pong)).toHaveLength(3), 60_000);
  });

  test('stop soon in one space, where each gets what both do', async () => {
    const space = await createLiveSpace(org);
    const before = await editsOf(space);
    const names = [
      await publish(org, { scopes: SCOPES, script: answering(space, space) }),
      await publish(org, { scopes: SCOPES, script: answering(space, space) }),
    ];
    for (const name of names) await installEverywhere(org, name);
    await org.admin.call('POST', `/spaces/${space}/content`, newPage('By a person'));
    // One edit of a person, and one for each order of up to two turns of both: 2 + 4 + 6 + 6.
    await until(async () => {
      for (const name of names) {
        expect(await suppressed(name)).not.toEqual([]);
        expect(await queueOf(server, name)).toEqual([]);
      }
      expect((await editsOf(space)) - before).toBe(19);
    }, 120_000);
    for (const name of names)
      for (const other of names) expect((await tracesOf(name)).join('\n')).toContain(other);
  });

  test('stop after ten ways to each, however many there are in a space', async () => {
    const space = await createLiveSpace(org);
    const before = await editsOf(space);
    const names = await Promise.all(
      Array.from({ length: 3 }, () => publish(org, { scopes: SCOPES, script: answering(space, space) })),
    );
    for (const name of names) await installEverywhere(org, name);
    const offered = async (name: string) =>
      (
        await server.app.kernel.db
          .selectFrom('integration_events as e')
          .innerJoin('integrations as g', 'g.id', 'e.integration_id')
          .select('e.id')
          .where('g.name', '=', name)
          .where('e.type', '=', 'space_content_updated')
          .where('e.status', '<>', 'pending')
          // A notice about what others did not get is no offer.
          .where(sql<boolean>`e.logs::text not like '%Not delivered to %'`)
          .execute()
      ).length;
    await org.admin.call('POST', `/spaces/${space}/content`, newPage('By a person'));
    // It is over when each of them was offered every edit.
    const edits = await until(async () => {
      const count = (await editsOf(space)) - before;
      expect(await Promise.all(names.map(offered))).toEqual(names.map(() => count));
      return count;
    }, 120_000);
    expect(edits).toBeGreaterThan(10);
    expect(edits).toBeLessThanOrEqual(1 + 3 * 10);
    expect((await tracesOf(names[0]!)).join('\n')).toContain('reached this integration in 10 ways already');
  });

  test('pass work on in a chain of eight', async () => {
    const spaces = await Promise.all(Array.from({ length: 9 }, () => createLiveSpace(org)));
    for (const [at, to] of spaces.slice(1).entries()) {
      const name = await publish(org, { scopes: SCOPES, script: answering(spaces[at]!, to) });
      await installEverywhere(org, name);
    }
    const last = spaces.at(-1)!;
    const before = await editsOf(last);
    await org.admin.call('POST', `/spaces/${spaces[0]}/content`, newPage('By a person'));
    await until(async () => expect((await editsOf(last)) - before).toBe(1), 120_000);
  });

  test('are named in the log of the one that acted last, too', async () => {
    const space = await createLiveSpace(org);
    const listener = await publish(org, { scopes: SCOPES });
    // It gets no events about contents.
    const writer = await publish(org, { scopes: ['space:content:write'] });
    await installEverywhere(org, listener);
    const { id } = await installEverywhere(org, writer);
    const idOf = async (of: string) =>
      (await server.app.services.scriptEnvironments.integrationRecipient(of))!.integration.id;
    const [one, other] = [await idOf(listener), await idOf(writer)];
    const { installation } = await serviceAccountsOf(server, writer, id, {
      origin: 'first',
      path: [one, other, one, other],
    });
    expect((await installation('POST', `/spaces/${space}/content`, newPage('Mine'))).status).toBe(200);
    const shown = ['the event first', listener, writer, listener, writer].join(' → ');
    await until(async () => {
      expect(await tracesOf(listener)).toEqual([expect.stringContaining(shown)]);
      expect(await tracesOf(writer)).toEqual([
        `warn Not delivered to ${listener}: integrations react to each other: ${shown}.`,
      ]);
    });
  });

  test('names only integrations that the publisher of an integration may see', async () => {
    const [space, stranger] = [await createLiveSpace(org), await server.organization()];
    const name = await publish(stranger, { scopes: SCOPES, visibility: 'unlisted' });
    const [secret, open] = [await publish(org), await publish(org, { visibility: 'unlisted' })];
    const idOf = async (of: string) =>
      (await server.app.services.scriptEnvironments.integrationRecipient(of))!.integration.id;
    const { id } = await installEverywhere(org, name);
    await until(async () => expect(await queueOf(server, name)).toEqual([]));
    const own = await idOf(name);
    const path = [await idOf(secret), own, await idOf(open), own];
    const { installation } = await serviceAccountsOf(server, name, id, { origin: 'first', path });
    expect((await installation('POST', `/spaces/${space}/content`, newPage('Mine'))).status).toBe(200);
    await until(async () => {
      const log = await stranger.admin.call('GET', `/integrations/${name}/events`);
      const failed = log.body.items.filter(({ status }: { status: string }) => status === 'failed');
      expect(failed).toHaveLength(1);
      const event = await stranger.admin.call('GET', `/integrations/${name}/events/${failed[0].id}`);
      expect(event.body.trace.logs[0].message).toContain(
        `the event first → another integration → ${name} → ${open} → ${name}.`,
      );
    });
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
    for (const line of await tracesOf(name))
      expect(line).toContain('8 times in a row: the event the-first-event → another integration');
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
    expect(task).toMatchObject({ origin_id: 'the-first-event', chain_path: chain(3).path });
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
    const [secret, path, origin, signature] = token.split('~') as [string, string, string, string];
    const statusOf = async (forged: string) => (await server.withToken(forged)('GET', at)).status;
    expect(await statusOf(token)).toBe(200);
    for (const forged of [
      secret,
      `${secret}~`,
      `${secret}~${signature}`,
      `${secret}~other.~${origin}~${signature}`,
      `${secret}~~${origin}~${signature}`,
      `${secret}~${path}~another~${signature}`,
      `${secret}~${path}~${origin}~`,
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

describe('endpoints that scripts call', () => {
  /** A script that calls an address on each update of a space; its own endpoint edits a space. */
  const calling = (from: string, to: string, address: string) => `export default { async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    const { apiEndpoint, apiTokens } = JSON.parse(form.get('environment'));
    if (event.type === 'space_content_updated' && event.spaceId === '${from}')
      return new Response('', { status: (await fetch(${address}, { method: 'POST' })).status });
    if (event.type !== 'fetch') return new Response('', { status: 406 });
    const { status } = await fetch(apiEndpoint + '/v1/spaces/${to}/content', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + apiTokens.installation, 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(newPage('Answer')))},
    });
    return new Response(String(event.request.headers['x-lectern-chain']), { status });
  } }`;

  test('continue the chain of the script that calls them', async () => {
    const space = await createLiveSpace(org);
    const helper = await publish(org, { scopes: SCOPES, script: calling('none', space, "''") });
    const { id } = await installEverywhere(org, helper);
    const endpoint = `${server.url}/~integrations/${helper}/installations/${id}/edit`;
    const before = await editsOf(space);
    const name = await publish(org, {
      scopes: SCOPES,
      script: calling(space, space, JSON.stringify(endpoint)),
    });
    await installEverywhere(org, name);
    await org.admin.call('POST', `/spaces/${space}/content`, newPage('By a person'));
    await until(async () => expect(await suppressed(name)).toHaveLength(1), 60_000);
    const path = [name, helper, name, helper].join(' → ');
    expect(await tracesOf(name)).toEqual([expect.stringContaining(` → ${path}.`)]);
    expect((await editsOf(space)) - before).toBe(3);
  });

  test('of their own integration continue its turn', async () => {
    const space = await createLiveSpace(org);
    const name = newName();
    const before = await editsOf(space);
    const own = `JSON.parse(form.get('environment')).installation.urls.publicEndpoint + '/edit'`;
    await publish(org, { scopes: SCOPES, script: calling(space, space, own) }, name);
    await installEverywhere(org, name);
    await org.admin.call('POST', `/spaces/${space}/content`, newPage('By a person'));
    await until(async () => expect(await suppressed(name)).toHaveLength(1), 60_000);
    expect(await tracesOf(name)).toEqual([expect.stringContaining(` → ${name} → ${name}.`)]);
    expect((await editsOf(space)) - before).toBe(3);
  });

  test('refuse scripts that call each other again and again', async () => {
    const [one, other] = [newName(), newName()];
    const calls = (name: string) => `export default { async fetch(request) {
      const { environment } = Object.fromEntries(await request.formData());
      const { apiEndpoint } = JSON.parse(environment);
      const answer = await fetch(apiEndpoint + '/~integrations/${name}/integration/next');
      return new Response('1 ' + await answer.text());
    } }`;
    await publish(org, { script: calls(other) }, one);
    await publish(org, { script: calls(one) }, other);
    const answer = await fetch(`${server.url}/~integrations/${one}/integration`, {
      // Nobody else can name a chain.
      headers: { 'x-lectern-chain': '~forged~' },
    });
    expect(await answer.text()).toMatch(/^1 1 1 1 .*"code":429.*call each other too often/);
    await until(async () => expect(await tracesOf(one)).toHaveLength(1));
    expect((await tracesOf(one))[0]).toContain([one, other, one, other].join(' → '));
  });
});
