import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../change-requests/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { glossaryContract } from './glossary/glossary.contract.ts';
import { glossaryHandlers } from './glossary/glossary.handlers.ts';
import { createGlossaryService } from './glossary/glossary.service.ts';
import { createMergeTranslationsService } from './pages/merge-translations.service.ts';
import { createPagesService } from './pages/pages.service.ts';
import { createRunsService } from './runs/runs.service.ts';
import { createSegmentsService } from './segments/segments.service.ts';
import { translationsContract } from './translations.contract.ts';
import { translationsHandlers } from './translations.handlers.ts';
import { translationsJobs } from './translations.jobs.ts';
import { createTranslationsService } from './translations.service.ts';

/** Translations: copies of spaces in other languages that follow their sources. */
export const createTranslations = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    revisions: RevisionsService;
    spaces: SpacesService;
    changeRequests: ChangeRequestsService;
    changeRequestContent: ChangeRequestContentService;
  },
) => {
  const service = createTranslationsService({ ...kernel, ...more });
  const glossary = createGlossaryService({ ...kernel, translations: service });
  const segments = createSegmentsService(kernel);
  const runs = createRunsService({
    ...kernel,
    ...more,
    glossary,
    pages: createPagesService({ ...kernel, ...more, segments }),
    merging: createMergeTranslationsService({ ...kernel, ...more }),
  });
  return {
    service,
    runs,
    domain: domain({
      name: 'translations',
      contract: { ...translationsContract, ...glossaryContract },
      handlers: {
        ...translationsHandlers(service, kernel.links),
        ...glossaryHandlers(glossary, kernel.links),
      },
      subjects: {
        translation: ({ userId }, params) =>
          service.find(userId, params.organizationId!, params.translationId!),
      },
      jobs: translationsJobs(runs),
    }),
  };
};
