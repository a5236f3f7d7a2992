import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedInBrowser } from '../../testing/browser-client.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
let space: string;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const url = () => new URL(`${server.url}/mcp`);
const connect = async (token: string) => {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url(), { requestInit: { headers } }) as never);
  return client;
};
const tokenOf = async (person: Person, scopes?: readonly string[]): Promise<string> =>
  (await person.call('POST', '/user/tokens', { label: 'MCP', ...(scopes && { scopes }) })).body.token;
const connectAs = async (person: Person, scopes?: readonly string[]) =>
  connect(await tokenOf(person, scopes));
const call = async (client: Client, name: string, input: object = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  return [isError === true, (content as { text: string }[])[0]!.text] as const;
};
const textOf = async (client: Client, name: string, input: object = {}) => {
  const [isError, text] = await call(client, name, input);
  expect([isError, text]).toEqual([false, text]);
  return text;
};
const idIn = (text: string, title: string) =>
  new RegExp(`${title}[^\\n]*\\((?:page|group) (\\w+)`).exec(text)![1]!;

beforeEach(async () => {
  space = await createLiveSpace(org);
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Install', document: { markdown: 'Run the **installer**.' } },
      { operation: 'insert_page', title: 'Upgrade', document: { markdown: 'Run it again.' } },
    ],
  });
});

describe('the MCP server for members', () => {
  test('tells clients how to get a token, and the official client gets one', async () => {
    const refused = await fetch(url(), { method: 'POST', body: '{}' });
    const metadata = `${server.url}/.well-known/oauth-protected-resource/mcp`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ]);
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: `${server.url}/mcp`,
      authorization_servers: [server.url],
      scopes_supported: ['read', 'write'],
    });

    const saved = new Map<string, unknown>();
    const redirectUrl = 'http://127.0.0.1:4567/callback';
    const provider = {
      redirectUrl,
      clientMetadata: { client_name: 'Assistant', redirect_uris: [redirectUrl] },
      clientInformation: () => saved.get('client'),
      saveClientInformation: (client: unknown) => saved.set('client', client),
      tokens: () => saved.get('tokens'),
      saveTokens: (tokens: unknown) => saved.set('tokens', tokens),
      codeVerifier: () => saved.get('verifier'),
      saveCodeVerifier: (verifier: string) => saved.set('verifier', verifier),
      redirectToAuthorization: (to: URL) => saved.set('asked', to),
    } as unknown as OAuthClientProvider;
    const transport = new StreamableHTTPClientTransport(url(), { authProvider: provider });
    const client = new Client({ name: 'Assistant', version: '1' });
    await expect(client.connect(transport as never)).rejects.toThrow(UnauthorizedError);
    const asked = saved.get('asked') as URL;
    const browser = await signedInBrowser(server, org.edit);
    const page = await browser.open(asked.pathname + asked.search);
    expect(page.text).toContain('<strong>Assistant</strong> asks for access');
    const led = await browser.submit(page, '/oauth/authorize', { decision: 'allow' });
    await transport.finishAuth(new URL(led.location!).searchParams.get('code')!);
    const authorized = new Client({ name: 'Assistant', version: '1' });
    await authorized.connect(new StreamableHTTPClientTransport(url(), { authProvider: provider }) as never);
    expect(await textOf(authorized, 'listSpaces')).toContain(space);
  });

  test('refuses sessions and wrong tokens, and tells browsers how to use it', async () => {
    const shown = await fetch(url(), { headers: { accept: 'text/html' } });
    expect([shown.status, shown.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await shown.text()).toContain(`${server.url}/mcp`);
    const bad = await fetch(url(), { method: 'POST', headers: { authorization: 'Bearer no' }, body: '{}' });
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('resource_metadata='),
    ]);
    const browser = await signedInBrowser(server, org.edit);
    expect((await browser.send('/mcp', {})).status).toBe(401);
  });

  test('lists, searches and reads what the member may see', async () => {
    const client = await connectAs(org.read);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['listSpaces', true],
      ['search', true],
      ['listPages', true],
      ['getPage', true],
      ['listChangeRequests', true],
      ['getChangeRequest', true],
      ['proposeChanges', false],
      ['comment', false],
    ]);
    const pages = await textOf(client, 'listPages', { space });
    const page = idIn(pages, 'Install');
    expect(await textOf(client, 'search', { query: 'installer' })).toContain(
      `page ${page} in space ${space}`,
    );
    expect(await textOf(client, 'search', { query: 'installer', space })).toContain(page);
    expect(await textOf(client, 'search', { query: 'nonexistentword', space })).toBe('Nothing was found.');
    const read = await textOf(client, 'getPage', { space, page });
    expect(read).toMatch(/^Title: Install\nVersion: \S+\nURL: http[^\n]+\n\nRun the \*\*installer\*\*\./);

    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    for (const [name, input] of [
      ['listPages', { space }],
      ['getPage', { space, page }],
      ['search', { query: 'installer', space }],
      ['listChangeRequests', { space }],
      ['comment', { space, text: 'Hello' }],
    ] as const)
      expect(await call(client, name, input)).toEqual([true, 'space not found']);
    expect(await textOf(client, 'search', { query: 'installer' })).not.toContain(space);
  });

  test('proposes changes, which people review, and comments', async () => {
    const client = await connectAs(org.edit);
    const pages = await textOf(client, 'listPages', { space });
    const page = idIn(pages, 'Install');
    const version = /Version: (\S+)/.exec(await textOf(client, 'getPage', { space, page }))![1]!;
    const proposed = await textOf(client, 'proposeChanges', {
      space,
      subject: 'Name the file',
      description: 'The file was not named.\n\nAsked by three readers.',
      changes: [
        { page, markdown: 'Run the **installer** `setup.sh`.', version },
        { title: 'Remove', markdown: 'Delete the folder.' },
        { page: idIn(pages, 'Upgrade'), delete: true },
      ],
    });
    const number = /#(\d+) is open for review/.exec(proposed)![1]!;
    const { body: request } = await org.admin.call('GET', `/spaces/${space}/change-requests/${number}`);
    expect(request).toMatchObject({
      status: 'open',
      subject: 'Name the file',
      createdBy: { id: org.edit.id },
    });
    expect(JSON.stringify(request.description)).toContain('Asked by three readers.');
    const shown = await textOf(client, 'listPages', { space, changeRequest: number });
    expect(shown).toContain('Remove');
    expect(shown).not.toContain('Upgrade');
    expect(await textOf(client, 'listChangeRequests', { space })).toContain(`#${number} [Name the file]`);

    await textOf(client, 'comment', { space, changeRequest: number, text: 'Please **look**.' });
    await textOf(client, 'proposeChanges', {
      space,
      changeRequest: number,
      changes: [{ page, title: 'Set up' }],
    });
    const described = await textOf(client, 'getChangeRequest', { space, changeRequest: number });
    expect(described).toContain('Please **look**.');
    expect(described).toContain(`page edited: Set up (page ${page})`);
    // The space itself is as it was.
    expect(await textOf(client, 'listPages', { space })).toBe(pages);

    const events = await server.eventsOf(space);
    const called = events.filter(({ action }) => action === 'mcp.tool-called');
    expect(called.map(({ payload }) => (payload as { tool: string }).tool)).toContain('proposeChanges');
  });

  test('failed calls are in the audit log, too', async () => {
    const client = await connectAs(org.edit);
    expect((await call(client, 'getPage', { space, page: 'nope' }))[0]).toBe(true);
    const [failed] = (await server.eventsOf(space)).filter(({ action }) => action === 'mcp.tool-called');
    expect(failed!.payload).toEqual({ tool: 'getPage', failed: true });
  });

  test('a proposal that fails is archived, and says why', async () => {
    const client = await connectAs(org.edit);
    const page = idIn(await textOf(client, 'listPages', { space }), 'Install');
    const stale = { space, subject: 'Stale', changes: [{ page, markdown: 'New.', version: 'gone' }] };
    const [isError, text] = await call(client, 'proposeChanges', stale);
    expect([isError, text]).toEqual([true, expect.stringContaining('is not the current body of the page')]);
    const { body } = await org.admin.call('GET', `/spaces/${space}/change-requests?status=open`);
    expect(body.items).toEqual([]);
  });

  test('a token needs the scopes of what a tool does', async () => {
    const client = await connectAs(org.edit, ['space:read', 'organization:read']);
    const page = idIn(await textOf(client, 'listPages', { space }), 'Install');
    expect(await call(client, 'proposeChanges', { space, changes: [{ page, title: 'X' }] })).toEqual([
      true,
      expect.stringContaining('needs the scope space:write'),
    ]);
    await expect(connectAs(org.edit, ['user:read'])).rejects.toThrow(/space:read/);
  });

  test('invalid input is explained, and changes nothing', async () => {
    const client = await connectAs(org.edit);
    const pages = await textOf(client, 'listPages', { space });
    const page = idIn(pages, 'Install');
    const changes = [{ title: 'Published', markdown: 'At once.' }];
    for (const [name, input, problem] of [
      ['getPage', {}, 'space'],
      ['getPage', { space, page: '../../user' }, '/page'],
      ['getPage', { space, page: '..' }, '/page'],
      ['listPages', { space: 'x'.repeat(65) }, '/space'],
      ['listPages', { space: '..' }, '/space'],
      ['listSpaces', { organization: '..' }, '/organization'],
      ['listPages', { space, changeRequest: '..' }, '/changeRequest'],
      ['search', { query: '' }, '/query'],
      ['proposeChanges', { space, changes: [] }, '/changes'],
      ['proposeChanges', { space, changeRequest: '..', changes }, '/changeRequest'],
      ['proposeChanges', { space, changes: [{ title: 'A', into: '..' }] }, '/changes/0/into'],
      ['proposeChanges', { space, changes: [{ delete: true }] }, 'the page to delete'],
      ['proposeChanges', { space, changes: [{}] }, 'the page to change'],
      ['proposeChanges', { space, changes: [{ page, delete: true, version: 'old' }] }, 'current version'],
      ['comment', { space, text: 7 }, '/text'],
      ['comment', { space, changeRequest: '.', text: 'Hello' }, '/changeRequest'],
      ['nothing', {}, 'no tool'],
    ] as const) {
      const [isError, text] = await call(client, name, input);
      expect([name, isError, text]).toEqual([name, true, expect.stringContaining(problem)]);
    }
    expect(await textOf(client, 'listPages', { space })).toBe(pages);
    expect((await org.admin.call('GET', `/spaces/${space}/change-requests?status=draft`)).body.items).toEqual(
      [],
    );
  });
});
