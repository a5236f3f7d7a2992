import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ContentService, EvaluationService } from '../content/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { LogosService } from '../logos/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { createBookBuilderService } from './book-builder.service.ts';
import { pdfsContract } from './pdfs.contract.ts';
import { pdfsHandlers } from './pdfs.handlers.ts';
import { pdfsJobs } from './pdfs.jobs.ts';
import { createPdfsService } from './pdfs.service.ts';

export type { PdfsService } from './pdfs.service.ts';

/** PDFs of spaces and change requests. */
export const createPdfs = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    content: ContentService;
    evaluation: EvaluationService;
    identity: IdentityService;
    logos: LogosService;
  },
) => {
  const service = createPdfsService({
    ...kernel,
    ...more,
    bookBuilder: createBookBuilderService({ ...kernel, ...more }),
  });
  return {
    service,
    domain: domain({
      name: 'pdfs',
      contract: pdfsContract,
      handlers: pdfsHandlers(service, more.content, kernel.links),
      jobs: pdfsJobs(service),
    }),
  };
};
