import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { install, publish } from '../../../testing/published-integrations.ts';
import { eventsOf, traceOf, until } from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const LIMIT = 600;
const logged: { level: number; msg: string }[] = [];
const log = pino(
  { level: 'debug' },
  new Writable({
    write: (line, _encoding, done) => {
      logged.push(JSON.parse(String(line)));
      done();
    },
  }),
);
const clock = testClock();
let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { log, clock, config: { rateLimit: 3000 } },
);
beforeEach(() => {
  logged.length = 0;
});

const answering = (body: string) =>
  publish(org, { script: `export default { fetch: () => { ${body} } }`, visibility: 'public' });
const endpointOf = (name: string) => `${server.url}/~integrations/${name}/integration`;

describe('the endpoint of an integration', () => {
  test('is limited for each address, with the time after which to try again', async () => {
    const [name, other] = [
      await answering(`return new Response('hi')`),
      await answering(`return new Response('hi')`),
    ];
    const frozen = clock.now();
    for (let n = 0; n < LIMIT; n += 30) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => fetch(endpointOf(name))));
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    }
    const refused = await fetch(`${endpointOf(name)}/any`, { method: 'POST', body: 'x' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringMatching(/^Too many requests/) },
    });
    expect((await fetch(endpointOf(other))).status).toBe(200);
    expect((await org.admin.call('GET', '/user')).status).toBe(200);
    clock.advance(61_000 - (clock.now().getTime() - frozen.getTime()));
    expect((await fetch(endpointOf(name))).status).toBe(200);
    // A refused call does not reach the script.
    await until(async () => {
      const { body } = await org.admin.call('GET', `/integrations/${name}/events?limit=1`);
      expect(body.count).toBe(LIMIT + 1);
    });
  });

  test('does not write failures of a script into the log of the server, but into that of the integration', async () => {
    const name = await answering(`throw new Error('my own mistake')`);
    await install(org, name);
    expect((await fetch(endpointOf(name))).status).toBe(502);
    const [event] = await until(async () => {
      const found = (await eventsOf(org, name)).filter(({ payload }) => payload.type === 'fetch');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(JSON.stringify(await traceOf(org, name, event!.id))).toContain('my own mistake');
    expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
    expect(logged.map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('did not respond: it failed'),
    );
  });
});
