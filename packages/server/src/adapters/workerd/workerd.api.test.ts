import { describe, expect, test } from 'vitest';
import type { Script, ScriptResponse } from '../../kernel/integration-scripts.ts';
import { bytesOf } from '../../kernel/script-body.ts';
import { bundleIntegration } from '../../testing/integration-scripts.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { environmentOf } from './workerd.fixture.ts';

describe('a script that calls the API of its own server', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const scriptOf = (text: string): Script => ({
    id: `asking-${org.id}@1`,
    owner: org.id,
    runtime: 'v2',
    text: async () => text,
  });
  const ask = async (path: string, headers: Record<string, string>): Promise<ScriptResponse> => {
    const url = JSON.stringify(server.url + path);
    const text = `export default { async fetch() { const it = await fetch(${url}, { headers: ${JSON.stringify(headers)} }); return new Response(it.body, it); } }`;
    const { outcome } = await server.app.kernel.scripts.run({
      script: { ...scriptOf(text), id: `asking-${crypto.randomUUID()}@1` },
      event: { eventId: 'e', type: 'site_view' },
      environment: {},
    });
    return outcome as ScriptResponse;
  };

  test('reads with its token, at a URL that nothing else on the machine has', async () => {
    const space = await org.space('Handbook');
    const environment = {
      ...environmentOf('logger'),
      apiEndpoint: server.url,
      apiTokens: { integration: org.admin.token },
    };
    const { outcome, logs } = await server.app.kernel.scripts.run({
      script: scriptOf(await bundleIntegration('event-logger')),
      event: { eventId: 'e', type: 'space_content_updated', spaceId: space },
      environment,
    });
    expect(outcome).toMatchObject({ status: 200 });
    expect((await logs).map(({ message }) => message)).toContain('content of Handbook');
    expect((await ask('/metrics', {})).status).toBeUndefined();
  });
  test('gets the same responses as other clients', async () => {
    expect((await ask('/v1/user', {})).status).toBe(401);
    const { status, headers, body } = await ask('/v1/user', { authorization: `Bearer ${org.admin.token}` });
    expect([status, JSON.parse(bytesOf(body).toString()).id]).toEqual([200, org.admin.id]);
    expect(new Map(headers).get('x-request-id')).toBeTruthy();
  });
  test('cannot impersonate another host', async () => {
    const authorization = `Bearer ${org.admin.token}`;
    const forged = { authorization, 'x-forwarded-host': 'some.localhost', host: 'some.localhost' };
    expect((await ask('/v1/user', forged)).status).toBe(200);
  });
});
