import Type from 'typebox';
import { List, pagedQuery } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { Category, Integration, Scope, Target } from './integration-schemas.ts';
import { integrationPolicy } from './integrations.policy.ts';

/** The filters of lists of integrations. */
export const integrationFilters = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only integrations whose name, title or description contains this text',
    }),
  ),
  category: Type.Optional(Category),
  blockDomain: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[a-zA-Z0-9-_.]+$',
      description: 'Only integrations with blocks for URLs of this host',
    }),
  ),
  blocks: Type.Optional(
    Type.Boolean({ description: 'Only integrations with blocks, or only those without' }),
  ),
  contentSources: Type.Optional(
    Type.Boolean({ description: 'Only integrations with content sources, or only those without' }),
  ),
  owner: Type.Optional(Type.String({ maxLength: 64, description: 'Only integrations of this organization' })),
  scope: Type.Optional(Scope),
  target: Type.Optional({ ...Target, description: 'Only integrations for this kind of target' }),
};

/** The permission of an operation on an integration. */
export const onIntegration = <const Can extends keyof typeof integrationPolicy.can>(can: Can) =>
  ({ policy: integrationPolicy, can, on: 'integrationName' }) as const;

/** Operations to find integrations. */
export const integrationsContract = {
  listIntegrations: operation({
    method: 'GET',
    path: '/integrations',
    summary: 'List the public integrations, and those of your organizations',
    permission: 'authenticated',
    anonymous: true,
    scope: 'integration',
    query: pagedQuery(integrationFilters),
    responses: { 200: List(Integration) },
  }),
  getIntegrationByName: operation({
    method: 'GET',
    path: '/integrations/{integrationName}',
    summary: 'Get an integration',
    permission: onIntegration('view'),
    anonymous: true,
    responses: { 200: Integration },
  }),
};
