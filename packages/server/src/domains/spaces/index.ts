import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ContentTreeService, RemovalHook } from '../access/index.ts';
import type { AccessCountsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { spacesContract } from './spaces.contract.ts';
import { spacesHandlers } from './spaces.handlers.ts';
import { spacesJobs } from './spaces.jobs.ts';
import { type ContentFromTemplate, createSpacesService } from './spaces.service.ts';

export type { spacesContract } from './spaces.contract.ts';
export {
  GitSync,
  LANGUAGES,
  Language,
  onSpace,
  Space,
  type SpaceMergeRules,
  TemplateUse,
} from './spaces.contract.ts';
export { toSpace } from './spaces.handlers.ts';
export { EMPTY_TRASH } from './spaces.jobs.ts';
export { spacePolicy } from './spaces.policy.ts';
export type { ContentFromTemplate, SpacesService } from './spaces.service.ts';
export type { SpaceSubject } from './spaces.store.ts';

/** Spaces. */
export const createSpaces = (
  kernel: Kernel,
  more: {
    tree: ContentTreeService;
    revisions: RevisionsService;
    contentFromTemplate: ContentFromTemplate;
    beforeRemoval: RemovalHook;
    accessCounts: AccessCountsService;
  },
) => {
  const service = createSpacesService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'spaces',
      contract: spacesContract,
      handlers: spacesHandlers(service, kernel.links),
      subjects: { space: ({ userId }, params) => service.find(userId, params.spaceId!) },
      jobs: spacesJobs(service, kernel),
    }),
  };
};
