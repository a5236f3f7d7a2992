import { domain } from '../../kernel/contract/domain.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SitesService } from '../sites/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { assetsContract } from './assets/assets.contract.ts';
import { assetsHandlers } from './assets/assets.handlers.ts';
import { createAssetsService } from './assets/assets.service.ts';
import { createContentSourcesService } from './content-sources/content-sources.service.ts';
import { developmentContract } from './development/development.contract.ts';
import { developmentHandlers } from './development/development.handlers.ts';
import { createDevelopmentService } from './development/development.service.ts';
import { endpointsContract } from './endpoints/endpoints.contract.ts';
import { endpointsHandlers } from './endpoints/endpoints.handlers.ts';
import { createEndpointsService } from './endpoints/endpoints.service.ts';
import { createVisitorAuthenticationService } from './endpoints/visitor-authentication.service.ts';
import { createContentDeletionService } from './events/content-deletion.service.ts';
import { createEventDeliveryService } from './events/event-delivery.service.ts';
import { eventsContract } from './events/events.contract.ts';
import { eventsHandlers } from './events/events.handlers.ts';
import { createEventsService } from './events/events.service.ts';
import { createScriptCallsService } from './events/script-calls.service.ts';
import { contentInstallationsContract } from './installations/content-installations.contract.ts';
import { contentInstallationsHandlers } from './installations/content-installations.handlers.ts';
import { createContentInstallationsService } from './installations/content-installations.service.ts';
import type { ContentKind } from './installations/content-installations.store.ts';
import type { InstallationListener } from './installations/installation-changes.ts';
import { installationsContract } from './installations/installations.contract.ts';
import { installationsHandlers } from './installations/installations.handlers.ts';
import { installationPolicy } from './installations/installations.policy.ts';
import { createInstallationsService } from './installations/installations.service.ts';
import { installedIntegrationsContract } from './installations/installed-integrations.contract.ts';
import { installedIntegrationsHandlers } from './installations/installed-integrations.handlers.ts';
import { createInstalledIntegrationsService } from './installations/installed-integrations.service.ts';
import { integrationsContract } from './integrations.contract.ts';
import { integrationsHandlers } from './integrations.handlers.ts';
import { integrationsJobs } from './integrations.jobs.ts';
import { integrationPolicy } from './integrations.policy.ts';
import { createIntegrationsService } from './integrations.service.ts';
import { findBlobs } from './integrations.store.ts';
import { publicationContract } from './publication/publication.contract.ts';
import { publicationHandlers } from './publication/publication.handlers.ts';
import { createPublicationService } from './publication/publication.service.ts';
import { createBlocksService } from './rendering/blocks.service.ts';
import { renderingContract } from './rendering/rendering.contract.ts';
import { renderingHandlers } from './rendering/rendering.handlers.ts';
import { createRenderingService } from './rendering/rendering.service.ts';
import { createScriptEnvironmentService } from './scripts/script-environment.service.ts';
import { createServiceAccountsService } from './service-accounts/service-accounts.service.ts';

export type {
  ContentSource,
  ContentSourcesService,
  RelocateRef,
} from './content-sources/content-sources.service.ts';
export {
  parseSourceType,
  type SourceContent,
  type SourcePage,
  sourceDependencies,
} from './content-sources/parse-source-content.ts';
export type {
  VisitorAuthenticationService,
  VisitorRedirect,
} from './endpoints/visitor-authentication.service.ts';
export type { IntegrationScope } from './integration-schemas.ts';
export type { BlocksService } from './rendering/blocks.service.ts';
export type { renderingContract } from './rendering/rendering.contract.ts';
export { decompressRequest } from './rendering/rendering.service.ts';
export { matchesUnfurlPattern } from './rendering/unfurl-patterns.ts';
export type { Recipient, RecipientFilter } from './scripts/recipients.store.ts';
export type { ScriptEnvironmentService } from './scripts/script-environment.service.ts';
export { mayCallOperation } from './service-accounts/token-access.policy.ts';

/** Integrations: publishing, installations, scripts, events and endpoints. */
export const createIntegrations = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    revisions: RevisionsService;
    spaces: SpacesService;
    sites: SitesService;
    specificationOf: Parameters<typeof createContentSourcesService>[0]['specificationOf'];
  },
) => {
  const { db, links, clock, limits, signing } = kernel;
  const serviceAccounts = createServiceAccountsService(kernel);
  const assets = createAssetsService({ ...kernel, ...more });
  // Events are created below, from services that depend on installations.
  const onChange: InstallationListener = (...change) => events.queueInstallationEvents(...change);
  const installations = createInstallationsService({ ...kernel, ...more, serviceAccounts, onChange });
  const service = createIntegrationsService(kernel);
  const publication = createPublicationService({
    ...kernel,
    ...more,
    integrations: service,
    serviceAccounts,
    assets,
    installations,
  });
  const contentInstallations = createContentInstallationsService({ ...kernel, ...more, onChange });
  const installedIntegrations = createInstalledIntegrationsService({
    db,
    integrations: service,
    installations,
  });

  const environment = createScriptEnvironmentService({
    ...kernel,
    ...more,
    integrations: service,
    serviceAccounts,
    assets,
  });
  const development = createDevelopmentService(kernel);
  const scriptCalls = createScriptCallsService({ ...kernel, environment, development });
  const events = createEventsService({ ...kernel, environment });
  const eventDelivery = createEventDeliveryService({ ...kernel, environment, calls: scriptCalls });
  const endpoints = createEndpointsService({
    links,
    clock,
    limits,
    signing,
    environment,
    calls: scriptCalls,
    assets,
  });
  const blocks = createBlocksService({ ...kernel, environment, calls: scriptCalls });
  const visitorAuthentication = createVisitorAuthenticationService({
    links,
    environment,
    calls: scriptCalls,
  });
  const rendering = createRenderingService({
    ...more,
    environment,
    calls: scriptCalls,
    installations,
    contentInstallations,
  });

  const contentSources = createContentSourcesService({ ...kernel, ...more, environment, calls: scriptCalls });

  type Params = Readonly<Record<string, string>>;
  const installationOf = async (userId: string, { integrationName, installationId }: Params) => {
    const integration = await service.find(userId, integrationName!);
    if (!integration || !integrationPolicy.can.view(integration)) throw notFound('integration');
    return installations.find(userId, integration, installationId!);
  };
  const contentOf =
    (kind: ContentKind) =>
    async ({ userId }: { userId: string }, params: Params) => {
      const installation = await installationOf(userId, params);
      if (!installation || !installationPolicy.can.view(installation)) throw notFound('installation');
      return contentInstallations.find(userId, kind, installation, params[`${kind}Id`]!);
    };

  return {
    service,
    serviceAccounts,
    environment,
    scriptCalls,
    contentSources,
    findSiteScripts: endpoints.findSiteScripts,
    visitorAuthentication,
    blocks,
    beforeRemoval: createContentDeletionService({ events }).beforeRemoval,
    events,
    eventDelivery,
    /** Hashes of the blobs of an organization's integrations. */
    blobsOf: (organizationId: string) => findBlobs(db, organizationId),
    domain: domain({
      name: 'integrations',
      contract: {
        ...integrationsContract,
        ...publicationContract,
        ...assetsContract,
        ...installationsContract,
        ...contentInstallationsContract,
        ...installedIntegrationsContract,
        ...endpointsContract,
        ...renderingContract,
        ...eventsContract,
        ...developmentContract,
      },
      handlers: {
        ...integrationsHandlers(service, links),
        ...publicationHandlers(publication, links),
        ...assetsHandlers(assets),
        ...installationsHandlers(installations, events, links),
        ...contentInstallationsHandlers(contentInstallations, links),
        ...installedIntegrationsHandlers(installedIntegrations, links),
        ...endpointsHandlers(endpoints),
        ...renderingHandlers(rendering),
        ...eventsHandlers(events, eventDelivery),
        ...developmentHandlers(development),
      },
      subjects: {
        integration: ({ userId }, params) => service.find(userId, params.integrationName!),
        installation: ({ userId }, params) => installationOf(userId, params),
        'space installation': contentOf('space'),
        'site installation': contentOf('site'),
      },
      jobs: integrationsJobs(serviceAccounts, events, eventDelivery),
    }),
  };
};
