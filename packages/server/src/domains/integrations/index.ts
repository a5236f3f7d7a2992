import { domain } from '../../kernel/contract/domain.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SitesService } from '../sites/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createAgentsService } from './agents/agents.service.ts';
import { assetsContract } from './assets/assets.contract.ts';
import { assetsHandlers } from './assets/assets.handlers.ts';
import { createAssetsService } from './assets/assets.service.ts';
import { createAuthenticatingService } from './authenticating/authenticating.service.ts';
import { createBlocksService } from './blocks/blocks.service.ts';
import { createCallsService } from './calls/calls.service.ts';
import { contentsContract } from './contents/contents.contract.ts';
import { contentsHandlers } from './contents/contents.handlers.ts';
import { createContentsService } from './contents/contents.service.ts';
import type { ContentKind } from './contents/contents.store.ts';
import { createDeliveringService } from './delivering/delivering.service.ts';
import { developmentContract } from './development/development.contract.ts';
import { developmentHandlers } from './development/development.handlers.ts';
import { createDevelopmentService } from './development/development.service.ts';
import { endpointsContract } from './endpoints/endpoints.contract.ts';
import { endpointsHandlers } from './endpoints/endpoints.handlers.ts';
import { createEndpointsService } from './endpoints/endpoints.service.ts';
import { createEnvironmentService } from './environment/environment.service.ts';
import { eventsContract } from './events/events.contract.ts';
import { eventsHandlers } from './events/events.handlers.ts';
import { createEventsService } from './events/events.service.ts';
import { installationsContract } from './installations/installations.contract.ts';
import { installationsHandlers } from './installations/installations.handlers.ts';
import { installationPolicy } from './installations/installations.policy.ts';
import {
  createInstallationsService,
  type InstallationFollower,
} from './installations/installations.service.ts';
import { installedContract } from './installed/installed.contract.ts';
import { installedHandlers } from './installed/installed.handlers.ts';
import { createInstalledService } from './installed/installed.service.ts';
import { integrationsContract } from './integrations.contract.ts';
import { integrationsHandlers } from './integrations.handlers.ts';
import { integrationsJobs } from './integrations.jobs.ts';
import { integrationPolicy } from './integrations.policy.ts';
import { createIntegrationsService } from './integrations.service.ts';
import { findBlobsOf } from './integrations.store.ts';
import { renderingContract } from './rendering/rendering.contract.ts';
import { renderingHandlers } from './rendering/rendering.handlers.ts';
import { createRenderingService } from './rendering/rendering.service.ts';
import { createSourcesService } from './sources/sources.service.ts';

export { mayCall } from './agents/agents.policy.ts';
export type { BlocksService } from './blocks/blocks.service.ts';
export type { EnvironmentService } from './environment/environment.service.ts';
export type { Place, PlaceFilter } from './environment/environment.store.ts';
export type { IntegrationScope } from './integrations.contract.ts';
export type { renderingContract } from './rendering/rendering.contract.ts';
export { uncompressed } from './rendering/rendering.service.ts';
export {
  dependenciesOf,
  type SourceContent,
  type SourcePage,
  sourceNamed,
} from './sources/sources.policy.ts';
export type { FoundSource, Located, SourcesService } from './sources/sources.service.ts';

/** Integrations: what is published, where it is installed, and by which tokens it uses the API. */
export const createIntegrations = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    revisions: RevisionsService;
    spaces: SpacesService;
    sites: SitesService;
    specificationOf: Parameters<typeof createSourcesService>[0]['specificationOf'];
  },
) => {
  const { db, links } = kernel;
  const agents = createAgentsService(kernel);
  const assets = createAssetsService({ ...kernel, ...more });
  // What integrations are told of themselves needs to know what they are.
  const follow: InstallationFollower = (...change) => events.follow(...change);
  const installations = createInstallationsService({ ...kernel, ...more, agents, follow });
  const service = createIntegrationsService({ ...kernel, ...more, agents, assets, installations });
  const contents = createContentsService({ ...kernel, ...more, follow });
  const installed = createInstalledService({ db, integrations: service, installations });

  const environment = createEnvironmentService({ ...kernel, ...more, integrations: service, agents, assets });
  const development = createDevelopmentService(kernel);
  const calls = createCallsService({ ...kernel, environment, development });
  const events = createEventsService({ ...kernel, environment });
  const delivering = createDeliveringService({ ...kernel, environment, calls });
  const endpoints = createEndpointsService({ links, environment, calls });
  const blocks = createBlocksService({ ...kernel, environment, calls });
  const { signInAt } = createAuthenticatingService({ environment, calls });
  const rendering = createRenderingService({ ...more, environment, calls, installations, contents });

  const sources = createSourcesService({ ...kernel, ...more, environment, calls });

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
      return contents.find(userId, kind, installation, params[`${kind}Id`]!);
    };

  return {
    service,
    agents,
    environment,
    calls,
    sources,
    findSiteScripts: endpoints.findSiteScripts,
    signInAt,
    blocks,
    beforeRemoval: contents.leaving,
    events,
    delivering,
    /** The blobs that integrations of an organization are made of. */
    blobsOf: (organizationId: string) => findBlobsOf(db, organizationId),
    domain: domain({
      name: 'integrations',
      contract: {
        ...integrationsContract,
        ...assetsContract,
        ...installationsContract,
        ...contentsContract,
        ...installedContract,
        ...endpointsContract,
        ...renderingContract,
        ...eventsContract,
        ...developmentContract,
      },
      handlers: {
        ...integrationsHandlers(service, links),
        ...assetsHandlers(assets),
        ...installationsHandlers(installations, links),
        ...contentsHandlers(contents, links),
        ...installedHandlers(installed, links),
        ...endpointsHandlers(endpoints),
        ...renderingHandlers(rendering),
        ...eventsHandlers(events),
        ...developmentHandlers(development),
      },
      subjects: {
        integration: ({ userId }, params) => service.find(userId, params.integrationName!),
        installation: ({ userId }, params) => installationOf(userId, params),
        'space installation': contentOf('space'),
        'site installation': contentOf('site'),
      },
      jobs: integrationsJobs(agents, events, delivering),
    }),
  };
};
