import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ReferencesService } from '../content/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { openapiContract } from './openapi.contract.ts';
import { openapiHandlers } from './openapi.handlers.ts';
import { openapiJobs } from './openapi.jobs.ts';
import { createOpenapiService } from './openapi.service.ts';
import { createComputedPagesService } from './pages/pages.service.ts';
import { createProcessingService } from './processing/processing.service.ts';
import { versionsContract } from './versions/versions.contract.ts';
import { versionsHandlers } from './versions/versions.handlers.ts';
import { createVersionsService } from './versions/versions.service.ts';

export type { versionsContract } from './versions/versions.contract.ts';
export { toContent } from './versions/versions.handlers.ts';
export type { VersionsService } from './versions/versions.service.ts';

/** OpenAPI specifications: kept in versions, and read again where they come from. */
export const createOpenapi = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    revisions: RevisionsService;
    references: ReferencesService;
  },
) => {
  const pages = createComputedPagesService({ ...kernel, ...more });
  const service = createOpenapiService({ ...kernel, ...more });
  const versions = createVersionsService(kernel);
  return {
    versions,
    pages,
    /** A specification by its name, as pages show it. */
    named: versions.named,
    domain: domain({
      name: 'openapi',
      contract: { ...openapiContract, ...versionsContract },
      handlers: { ...openapiHandlers(service, kernel.links), ...versionsHandlers(versions, kernel.links) },
      subjects: {
        'OpenAPI specification': ({ userId }, params) =>
          service.find(userId, params.organizationId!, params.specSlug!),
      },
      jobs: openapiJobs(service, createProcessingService(kernel), pages),
    }),
  };
};
