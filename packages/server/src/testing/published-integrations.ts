import { randomUUID } from 'node:crypto';
import { createIntegrations } from '../domains/integrations/index.ts';
import type { EventChain } from '../kernel/auth/chained-tokens.ts';
import type { Contract } from '../kernel/contract/operation.ts';
import type { Scripts } from '../kernel/integration-scripts.ts';
import type { Person, TestOrganization, TestServer } from './server.ts';

/** An image of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A unique name. */
export const newName = (): string => `Test-${randomUUID()}`;

/** The default manifest. */
export const manifestOf = (organization: string, more: object = {}) => ({
  runtime: 'v2',
  title: 'Robot',
  description: 'Does things',
  scopes: ['space:content:read'],
  script: 'export default { fetch: () => Response.json({ type: "complete" }) }',
  organization,
  ...more,
});

/** Publishes an integration of an organization; returns its name. */
export const publish = async (
  org: Pick<TestOrganization, 'id' | 'admin'>,
  more: object = {},
  name = newName(),
): Promise<string> => {
  const answer = await org.admin.call('POST', `/integrations/${name}`, manifestOf(org.id, more));
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return name;
};

/** Installs an integration in an organization; returns the installation. */
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

/** The tokens of an integration and its installation, and calls with them. */
export const serviceAccountsOf = async (
  server: TestServer,
  integrationName: string,
  installationId?: string,
  chain: EventChain = { origin: randomUUID(), path: [] },
) => {
  const { scriptEnvironments } = server.app.services;
  const [recipient] = installationId
    ? await scriptEnvironments.recipients({ integrationName, installationId })
    : [await scriptEnvironments.integrationRecipient(integrationName)];
  const environment = await scriptEnvironments.environmentOf(recipient!, chain);
  const { integration, installation } = environment.apiTokens;
  return {
    environment,
    integration: server.withToken(integration),
    installation: server.withToken(installation),
    tokens: environment.apiTokens,
  };
};

/** The integrations domain with another script runtime. */
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
  /** Calls an operation. */
  return async (
    operationId: string,
    params: Readonly<Record<string, string>>,
    body: object = {},
  ): Promise<{ id: string; version: number }> => {
    const { permission } = (domain.contract as Contract)[operationId]!;
    const subject =
      typeof permission === 'object' && (await domain.subjects![permission.policy.name]!(principal, params));
    const input = { caller, subject, params, body, query: {} };
    return (await domain.handlers[operationId]!(input as never)) as { id: string; version: number };
  };
};
