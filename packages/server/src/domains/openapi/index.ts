import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { openapiContract } from './openapi.contract.ts';
import { type FindUsages, openapiHandlers } from './openapi.handlers.ts';
import { openapiJobs } from './openapi.jobs.ts';
import { createOpenapiService } from './openapi.service.ts';
import { findSpec } from './openapi.store.ts';
import { createProcessingService } from './processing.service.ts';
import { createSpecificationPagesService } from './specification-pages.service.ts';
import { versionsContract } from './versions/versions.contract.ts';
import { versionsHandlers } from './versions/versions.handlers.ts';
import { createVersionsService } from './versions/versions.service.ts';

export type { versionsContract } from './versions/versions.contract.ts';
export { toContentFiles } from './versions/versions.handlers.ts';
export type { VersionsService } from './versions/versions.service.ts';

/** OpenAPI specifications, stored in versions and refreshed from their URLs. */
export const createOpenapi = (
  kernel: Kernel,
  more: { organizations: OrganizationsService; usagesOf: FindUsages },
) => {
  const service = createOpenapiService({ ...kernel, ...more });
  const versions = createVersionsService(kernel);
  return {
    versions,
    /** The pages generated from a specification. */
    pagesOf: createSpecificationPagesService(kernel).of,
    /** A specification of an organization. */
    find: (organizationId: string, slug: string) => findSpec(kernel.db, organizationId, slug),
    /** The latest version of a specification, for pages that show it. */
    named: versions.named,
    domain: domain({
      name: 'openapi',
      contract: { ...openapiContract, ...versionsContract },
      handlers: {
        ...openapiHandlers(service, more.usagesOf, kernel.links),
        ...versionsHandlers(versions, kernel.links),
      },
      subjects: {
        'OpenAPI specification': ({ userId }, params) =>
          service.find(userId, params.organizationId!, params.specSlug!),
      },
      jobs: openapiJobs(service, createProcessingService(kernel)),
    }),
  };
};
