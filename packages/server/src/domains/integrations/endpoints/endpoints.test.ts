import { beforeAll, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import { eventsOf, traceOf, until } from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { scriptFailureError } from '../scripts/script-responses.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const name of ['echo', 'site-script'] as const) scripts[name] = await bundleIntegration(name);
});

const fetching = (address: string, options: RequestInit = {}) =>
  fetch(address, { redirect: 'manual', ...options });
const echoing = async (more: object = {}) => {
  const name = await publish(org, { script: scripts.echo, ...more });
  const installation = await install(org, name);
  const { body } = await org.admin.call('GET', installation.at);
  return { name, ...installation, endpoint: body.urls.publicEndpoint as string };
};

describe('HTTP endpoints of an integration', () => {
  test('are handled by its script, which knows the requested level', async () => {
    const { name, id, endpoint } = await echoing();
    const space = await org.space('Handbook');
    const at = `/integrations/${name}/installations/${id}/spaces`;
    await org.admin.call('POST', at, { space });
    const { urls } = (await org.admin.call('GET', `${at}/${space}`)).body;
    const general = (await org.admin.call('GET', `/integrations/${name}`)).body.urls.publicEndpoint;
    const told = async (address: string) =>
      (await (await fetching(`${address}/what?a=b`)).json()) as { environment: object };
    expect(await told(general)).toMatchObject({ method: 'GET', url: `${general}/what?a=b` });
    expect((await told(general)).environment).not.toHaveProperty('installation');
    expect((await told(endpoint)).environment).toMatchObject({ installation: { id } });
    expect((await told(urls.publicEndpoint)).environment).toMatchObject({
      installation: { id },
      spaceInstallation: { space },
    });
  });

  test('pass on bytes, redirects, and cookies limited to their path', async () => {
    const { name, endpoint } = await echoing();
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const same = await fetching(`${endpoint}/bytes`, { method: 'POST', body: bytes });
    expect(new Uint8Array(await same.arrayBuffer())).toEqual(bytes);
    const away = await fetching(`${endpoint}/redirect`);
    expect([away.status, away.headers.get('location')]).toEqual([302, 'https://elsewhere.example/there']);
    const cookies = await fetching(`${endpoint}/cookies`);
    expect(cookies.headers.getSetCookie()).toEqual([
      `a=1; Path=/~integrations/${name}`,
      `b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/~integrations/${name}`,
    ]);
  });

  test('have no origin in browsers, and do not receive credentials of Lectern', async () => {
    const { endpoint } = await echoing();
    const answer = await fetching(endpoint, {
      headers: {
        cookie:
          '__Host-lectern_session=secret; theirs=1;lectern_session=secret;more=2;\tlectern_other=secret',
        authorization: `Bearer ${org.admin.token}`,
        'x-theirs': 'yes',
      },
    });
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-same-origin)/);
    const { headers } = (await answer.json()) as { headers: Record<string, string> };
    expect(headers).toMatchObject({ 'x-theirs': 'yes', cookie: 'theirs=1; more=2' });
    expect(headers).not.toHaveProperty('authorization');
  });

  test('cannot set headers that affect more than their own response', async () => {
    const { endpoint } = await echoing();
    const theirs = {
      'cache-control': 'max-age=60',
      'content-disposition': 'attachment',
      'content-type': 'text/plain',
      etag: '"1"',
      'access-control-allow-origin': 'https://theirs.example',
      'x-slack-no-retry': '1',
    };
    const others = {
      'accept-ch': 'dpr',
      'alt-svc': 'h3="evil.example:443"',
      'expect-ct': 'max-age=60',
      nel: '{"report_to":"a","max_age":60}',
      'origin-agent-cluster': '?0',
      'report-to': '{"group":"a","max_age":60,"endpoints":[{"url":"https://evil.example"}]}',
      'reporting-endpoints': 'a="https://evil.example"',
      'set-login': 'logged-out',
      'x-accel-redirect': '/internal',
      'x-sendfile': '/etc/passwd',
    };
    const { headers } = await fetching(`${endpoint}/bytes`, {
      method: 'POST',
      body: 'x',
      headers: { ...theirs, ...others, 'x-request-id': 'forged', 'x-content-type-options': 'none' },
    });
    expect(Object.fromEntries(headers)).toMatchObject({ ...theirs, 'x-content-type-options': 'nosniff' });
    expect(Object.keys(others).filter((name) => headers.has(name))).toEqual([]);
    expect(headers.get('x-request-id')).not.toBe('forged');
  });

  test('are handled by the currently published script', async () => {
    const saying = (text: string) =>
      `export default { fetch: () => new Response(${JSON.stringify(text)}, { headers: { 'cache-control': 'no-store' } }) }`;
    const name = await publish(org, { script: saying('first') });
    const said = async () => (await fetching(`${server.url}/~integrations/${name}/integration`)).text();
    expect(await said()).toBe('first');
    await org.admin.call('DELETE', `/integrations/${name}`);
    await publish(org, { script: saying('second') }, name);
    expect(await said()).toBe('second');
  });

  test('are not found if the integration is not installed or paused, or the level is unknown', async () => {
    const { name, id, at, endpoint } = await echoing();
    const base = `${server.url}/~integrations/${name}`;
    for (const address of [base, `${base}/installations/none`, `${base}/installations/${id}/spaces/none`])
      expect((await fetching(address)).status).toBe(404);
    expect((await fetching(`${server.url}/~integrations/none/integration`)).status).toBe(404);
    await org.admin.call('PATCH', at, { status: 'paused' });
    expect((await fetching(endpoint)).status).toBe(404);
  });

  test('return errors that a script reports, but not the reason of a crash', async () => {
    const { endpoint } = await echoing();
    const refused = await fetching(`${endpoint}/refused`);
    expect([refused.status, await refused.json()]).toEqual([403, { error: 'This is not for you' }]);
    const broken = await fetching(`${endpoint}/broken`);
    expect([broken.status, await broken.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    const name = await publish(org, {
      script: 'export default { fetch: () => { throw new Error("a secret reason"); } }',
    });
    const crashed = await fetching(`${server.url}/~integrations/${name}/integration`);
    expect([crashed.status, await crashed.text()]).toEqual([502, expect.not.stringContaining('secret')]);
    // Its author reads it in the trace.
    const [event] = await until(async () => {
      const events = await eventsOf(org, name);
      expect(events).toHaveLength(1);
      return events;
    });
    expect(JSON.stringify(await traceOf(org, name, event!.id))).toContain('a secret reason');
  });

  test.each([
    ['unloadable', 502],
    ['crashed', 502],
    ['timeout', 504],
    ['too-large', 502],
    ['interrupted', 503],
    ['unavailable', 503],
    ['stopping', 503],
    ['busy', 503],
  ] as const)('do not reveal why a script is %s', (kind, status) => {
    const error = scriptFailureError('echo', { kind, message: 'Error: the key is k3y' });
    expect(error).toMatchObject({ status, message: expect.not.stringContaining('k3y') });
    expect(error.retryAfter).toEqual(status === 503 ? expect.any(Number) : undefined);
  });
});

describe('site scripts of integrations', () => {
  test('are listed with their policy and their configuration', async () => {
    const script = scripts['site-script'];
    const name = await publish(org, {
      script,
      scopes: ['site:script:inject'],
      contentSecurityPolicy: { 'script-src': 'https://cdn.example' },
    });
    const { at } = await install(org, name);
    const site = await org.site({ title: 'Docs' });
    await org.admin.call('POST', `${at}/sites`, { siteId: site });
    const listed = async () =>
      (await org.admin.call('GET', `/orgs/${org.id}/sites/${site}/integration-scripts`)).body;
    const [entry] = await listed();
    expect(entry).toMatchObject({ contentSecurityPolicy: 'script-src https://cdn.example', cookies: false });
    const text = async () => (await fetching(entry.script)).text();
    expect(await text()).toBe('/** no-op */');
    await org.admin.call('PATCH', `${at}/sites/${site}`, { configuration: { key: 'K1' } });
    expect(await text()).toBe('window.tracked = "K1";');
    await org.admin.call('PATCH', at, { status: 'paused' });
    expect(await listed()).toEqual([]);
  });
});
