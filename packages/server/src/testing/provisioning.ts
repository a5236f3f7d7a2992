import { insertToken, newSecret } from '../kernel/auth/tokens.ts';
import type { Answer, TestOrganization, TestServer } from './server.ts';

/** A SCIM call: method, path below `/scim/v2`, body and headers. */
export type ScimCall = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Sends SCIM requests with a token, and checks every response against the contract. */
export const scimCaller =
  (server: TestServer, token: string | undefined): ScimCall =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${server.url}/scim/v2${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    const problems = server.checker.check(method, `/scim/v2${path.split('?')[0]}`, response.status, parsed);
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text.slice(0, 2000)}`);
    return { status: response.status, headers: response.headers, body: parsed };
  };

/** An identity provider of an organization that provisions its members. */
export const makeProvisioner = async (
  server: TestServer,
  { id, admin }: TestOrganization,
  settings: object = {},
) => {
  const { body: provider } = await admin.call('POST', `/orgs/${id}/saml`, {
    label: 'Staff',
    defaultRole: 'edit',
    ...settings,
  });
  const { body } = await admin.call('POST', `/orgs/${id}/saml/${provider.id}/scim/token`);
  const token: string = body.secret;
  return { provider, token, scim: scimCaller(server, token) };
};

/** Calls the API with a new token of a user. */
export const callerOf = async (server: TestServer, userId: string) => {
  const { kernel } = server.app;
  const secret = newSecret();
  await insertToken(kernel.db, {
    id: kernel.newId(),
    userId,
    secret,
    label: 'test',
    scopes: undefined,
    createdAt: kernel.clock.now(),
    expiresAt: undefined,
  });
  return server.withToken(secret);
};
