import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { openapiContract } from './openapi.contract.ts';
import { openapiHandlers } from './openapi.handlers.ts';
import { openapiJobs } from './openapi.jobs.ts';
import { createOpenapiService } from './openapi.service.ts';
import { findSpec } from './openapi.store.ts';
import { createSpecificationPagesService } from './pages/pages.service.ts';
import { createProcessingService } from './processing/processing.service.ts';
import { versionsContract } from './versions/versions.contract.ts';
import { versionsHandlers } from './versions/versions.handlers.ts';
import { createVersionsService } from './versions/versions.service.ts';

export type { versionsContract } from './versions/versions.contract.ts';
export { toContent } from './versions/versions.handlers.ts';
export type { VersionsService } from './versions/versions.service.ts';

/** OpenAPI specifications: kept in versions, and read again where they come from. */
export const createOpenapi = (kernel: Kernel, more: { organizations: OrganizationsService }) => {
  const service = createOpenapiService({ ...kernel, ...more });
  const versions = createVersionsService(kernel);
  return {
    versions,
    /** The pages that a specification has for itself, by what they are computed from. */
    pagesOf: createSpecificationPagesService(kernel).of,
    /** A specification of an organization. */
    find: (organizationId: string, slug: string) => findSpec(kernel.db, organizationId, slug),
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
      jobs: openapiJobs(service, createProcessingService(kernel)),
    }),
  };
};
