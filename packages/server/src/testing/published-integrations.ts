import { randomUUID } from 'node:crypto';
import { createIntegrations } from '../domains/integrations/index.ts';
import type { Scripts } from '../kernel/scripts.ts';
import type { Person, TestOrganization, TestServer } from './server.ts';

/** A picture of one point. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A name that nobody else has. */
export const newName = (): string => `Test-${randomUUID()}`;

/** What is published unless a test says otherwise. */
export const manifestOf = (organization: string, more: object = {}) => ({
  runtime: 'v2',
  title: 'Robot',
  description: 'Does things',
  scopes: ['space:content:read'],
  script: 'export default { fetch: () => Response.json({ type: "complete" }) }',
  organization,
  ...more,
});

/** Publishes an integration of an organization; its name. */
export const publish = async (
  org: Pick<TestOrganization, 'id' | 'admin'>,
  more: object = {},
  name = newName(),
): Promise<string> => {
  const answer = await org.admin.call('POST', `/integrations/${name}`, manifestOf(org.id, more));
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return name;
};

/** Installs an integration in an organization; the installation. */
export const install = async (
  org: Pick<TestOrganization, 'id' | 'admin'>,
  name: string,
): Promise<{ id: string; at: string }> => {
  const { status, body } = await org.admin.call('POST', `/integrations/${name}/installations`, {
    organization: org.id,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { id: body.id, at: `/integrations/${name}/installations/${body.id}` };
};

/** The tokens that scripts of an integration are given, and calls with them. */
export const agentsOf = async (server: TestServer, integrationName: string, installationId?: string) => {
  const { scriptEnvironments } = server.app.services;
  const [recipient] = installationId
    ? await scriptEnvironments.recipients({ integrationName, installationId })
    : [await scriptEnvironments.integrationRecipient(integrationName)];
  const environment = await scriptEnvironments.environmentOf(recipient!);
  const { integration, installation } = environment.apiTokens;
  return {
    environment,
    integration: server.withToken(integration),
    installation: server.withToken(installation),
    tokens: environment.apiTokens,
  };
};

/** The domain on a server of its own making: with another runtime. */
export const domainWith = (server: TestServer, scripts: Scripts, by: Pick<Person, 'id'>) => {
  const { kernel, services } = server.app;
  const { domain } = createIntegrations(
    { ...kernel, scripts },
    { ...services, specificationOf: async () => undefined },
  );
  const principal = {
    kind: 'user' as const,
    userId: by.id,
    displayName: 'Somebody',
    tokenId: '',
    scopes: undefined,
  };
  const caller = { principal, requestId: '', address: '' };
  /** Does an operation, on what the path names. */
  return async (
    operationId: string,
    params: Readonly<Record<string, string>>,
    body: object = {},
  ): Promise<{ id: string; version: number }> => {
    const { permission } = domain.contract[operationId]!;
    const subject =
      typeof permission === 'object' && (await domain.subjects![permission.policy.name]!(principal, params));
    const input = { caller, subject, params, body, query: {} };
    return (await domain.handlers[operationId]!(input as never)) as { id: string; version: number };
  };
};
