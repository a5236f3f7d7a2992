import Type from 'typebox';
import { List, OneOf, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';
import { onSite } from '../../sites/index.ts';
import { onSpace } from '../../spaces/index.ts';
import { Integration, IntegrationBlock } from '../integration-schemas.ts';
import { integrationFilters } from '../integrations.contract.ts';
import { Installation, InstallationStatus } from './installations.contract.ts';

const { search } = integrationFilters;

/** Lists of the integrations of organizations, spaces and sites. */
export const installedIntegrationsContract = {
  listOrganizationIntegrations: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/integrations',
    summary: 'List the integrations that an organization has installed or can install',
    permission: inOrganization('listIntegrations'),
    scope: 'integration',
    query: pagedQuery(integrationFilters),
    responses: { 200: List(Integration) },
  }),
  listOrganizationInstallations: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/installations',
    summary: 'List the installations in an organization',
    permission: inOrganization('listInstallations'),
    scope: 'integration',
    query: pagedQuery({ search }),
    responses: { 200: List(Type.Object({ installation: Installation, integration: Integration })) },
  }),
  listOrganizationIntegrationsStatus: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/integrations/installations-status',
    summary: 'List the status of the integrations of an organization, its spaces or its sites',
    permission: inOrganization('listInstallations'),
    scope: 'integration',
    query: pagedQuery({
      target: Type.Optional(OneOf(['organization', 'space', 'site'], { default: 'organization' })),
    }),
    responses: { 200: List(Type.Object({ status: InstallationStatus, integration: Integration })) },
  }),
  getOrganizationIntegrationStatus: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/integrations/{integrationName}/installation_status',
    summary: 'Get the status of an integration in an organization',
    permission: inOrganization('listInstallations'),
    scope: 'integration',
    responses: { 200: Type.Object({ status: InstallationStatus }) },
  }),
  listSpaceIntegrations: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/integrations',
    summary: 'List the integrations installed on a space',
    permission: onSpace('view'),
    scope: 'integration',
    query: pagedQuery({ search }),
    responses: { 200: List(Integration) },
  }),
  listSpaceIntegrationsBlocks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/integration-blocks',
    summary: 'List the blocks that integrations add to the pages of a space',
    permission: onSpace('view'),
    scope: 'integration',
    responses: {
      200: Type.Array(Type.Object({ name: Type.String(), blocks: Type.Array(IntegrationBlock) })),
    },
  }),
  listSiteIntegrations: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/integrations',
    summary: 'List the integrations installed on a site',
    permission: onSite('view'),
    scope: 'integration',
    query: pagedQuery({ search }),
    responses: { 200: List(Integration) },
  }),
};
