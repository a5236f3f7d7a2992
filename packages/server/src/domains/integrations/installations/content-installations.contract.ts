import Type, { type TProperties } from 'typebox';
import { Empty, Id, List, pagedQuery, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Site } from '../../sites/index.ts';
import { Space } from '../../spaces/index.ts';
import { onIntegration } from '../integrations.contract.ts';
import { contentInstallationPolicies } from './content-installations.policy.ts';
import {
  byExternalId,
  ExternalIds,
  InstallationStatus,
  InstalledConfiguration,
  onInstallation,
} from './installations.contract.ts';

const shared = {
  integration: Type.String(),
  installation: Id,
  status: InstallationStatus,
  configuration: InstalledConfiguration,
  externalIds: ExternalIds,
  urls: Type.Object({ location: Url, publicEndpoint: Url, publicContentEndpoint: Url }),
};

/** An installation on a space. */
export const SpaceInstallation = Type.Object({ ...shared, space: Type.Union([Id, Space]) });

/** An installation on a site. */
export const SiteInstallation = Type.Object({ ...shared, site: Type.Union([Id, Site]) });

const extended = (what: string) => ({
  extended: Type.Optional(
    Type.Boolean({ default: false, description: `Return the ${what} instead of its id` }),
  ),
});
const extendedQuery = (what: string) => Type.Object(extended(what));
const extendedPages = <P extends TProperties>(what: string, filters: P) =>
  pagedQuery({ ...extended(what), ...filters });
const ContentInstallationUpdate = Type.Object({
  externalIds: Type.Optional(ExternalIds),
  configuration: Type.Optional({
    ...InstalledConfiguration,
    description: 'Replaces the current configuration',
  }),
});

const AT = '/integrations/{integrationName}';
const SPACES = `${AT}/installations/{installationId}/spaces` as const;
const SITES = `${AT}/installations/{installationId}/sites` as const;

const onSpaceInstallation = <const Can extends keyof (typeof contentInstallationPolicies)['space']['can']>(
  can: Can,
) => ({ policy: contentInstallationPolicies.space, can, on: 'spaceId' }) as const;
const onSiteInstallation = <const Can extends keyof (typeof contentInstallationPolicies)['site']['can']>(
  can: Can,
) => ({ policy: contentInstallationPolicies.site, can, on: 'siteId' }) as const;

/** Operations on installations on spaces and sites. */
export const contentInstallationsContract = {
  listIntegrationSpaceInstallations: operation({
    method: 'GET',
    path: `${AT}/spaces`,
    summary: 'List the spaces that an integration is installed on',
    permission: onIntegration('view'),
    query: extendedPages('space', byExternalId),
    responses: { 200: List(SpaceInstallation) },
  }),
  listIntegrationSiteInstallations: operation({
    method: 'GET',
    path: `${AT}/sites`,
    summary: 'List the sites that an integration is installed on',
    permission: onIntegration('view'),
    query: extendedPages('site', byExternalId),
    responses: { 200: List(SiteInstallation) },
  }),
  listIntegrationInstallationSpaces: operation({
    method: 'GET',
    path: SPACES,
    summary: 'List the spaces that an installation covers',
    permission: onInstallation('view'),
    scope: 'integration',
    query: extendedPages('space', {}),
    responses: { 200: List(SpaceInstallation) },
  }),
  installIntegrationOnSpace: operation({
    method: 'POST',
    path: SPACES,
    summary: 'Install an integration on a space',
    permission: onInstallation('view'),
    scope: 'integration',
    query: extendedQuery('space'),
    body: Type.Object({ space: Id }),
    responses: { 201: SpaceInstallation },
  }),
  getIntegrationSpaceInstallation: operation({
    method: 'GET',
    path: `${SPACES}/{spaceId}`,
    summary: 'Get an installation on a space',
    permission: onSpaceInstallation('view'),
    scope: 'integration',
    query: extendedQuery('space'),
    responses: { 200: SpaceInstallation },
  }),
  updateIntegrationSpaceInstallation: operation({
    method: 'PATCH',
    path: `${SPACES}/{spaceId}`,
    summary: 'Configure an integration on a space',
    permission: onSpaceInstallation('edit'),
    scope: 'integration',
    query: extendedQuery('space'),
    body: ContentInstallationUpdate,
    responses: { 200: SpaceInstallation },
  }),
  uninstallIntegrationFromSpace: operation({
    method: 'DELETE',
    path: `${SPACES}/{spaceId}`,
    summary: 'Uninstall an integration from a space',
    permission: onSpaceInstallation('uninstall'),
    scope: 'integration',
    responses: { 204: Empty },
  }),
  listIntegrationInstallationSites: operation({
    method: 'GET',
    path: SITES,
    summary: 'List the sites that an installation covers',
    permission: onInstallation('view'),
    scope: 'integration',
    query: extendedPages('site', {}),
    responses: { 200: List(SiteInstallation) },
  }),
  installIntegrationOnSite: operation({
    method: 'POST',
    path: SITES,
    summary: 'Install an integration on a site',
    permission: onInstallation('view'),
    scope: 'integration',
    query: extendedQuery('site'),
    body: Type.Object({ siteId: Id }),
    responses: { 201: SiteInstallation },
  }),
  getIntegrationSiteInstallation: operation({
    method: 'GET',
    path: `${SITES}/{siteId}`,
    summary: 'Get an installation on a site',
    permission: onSiteInstallation('view'),
    scope: 'integration',
    query: extendedQuery('site'),
    responses: { 200: SiteInstallation },
  }),
  updateIntegrationSiteInstallation: operation({
    method: 'PATCH',
    path: `${SITES}/{siteId}`,
    summary: 'Configure an integration on a site',
    permission: onSiteInstallation('edit'),
    scope: 'integration',
    query: extendedQuery('site'),
    body: ContentInstallationUpdate,
    responses: { 200: SiteInstallation },
  }),
  uninstallIntegrationFromSite: operation({
    method: 'DELETE',
    path: `${SITES}/{siteId}`,
    summary: 'Uninstall an integration from a site',
    permission: onSiteInstallation('uninstall'),
    scope: 'integration',
    responses: { 204: Empty },
  }),
};
