import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestsService } from '../change-requests/index.ts';
import type { ContentService } from '../content/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { RepositoriesService } from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createCrawlerService } from './crawler/crawler.service.ts';
import { createSpaceArchivesService } from './export/space-archives.service.ts';
import { spaceExportContract } from './export/space-export.contract.ts';
import { spaceExportHandlers } from './export/space-export.handlers.ts';
import { createSpaceExportService } from './export/space-export.service.ts';
import { fileOnDisk } from './import-files.ts';
import { importsJobs } from './imports.jobs.ts';
import { createImportRunnerService } from './runs/import-runner.service.ts';
import { importRunsContract } from './runs/import-runs.contract.ts';
import { importRunsHandlers } from './runs/import-runs.handlers.ts';
import { createImportRunsService } from './runs/import-runs.service.ts';
import { createImportTargetService } from './runs/import-target.service.ts';
import { createDocumentsService } from './sources/documents.service.ts';
import { createSourcesService } from './sources/sources.service.ts';
import { uploadsContract } from './uploads/uploads.contract.ts';
import { uploadsHandlers } from './uploads/uploads.handlers.ts';
import { createUploadsService } from './uploads/uploads.service.ts';

export { MAX_FONT_BYTES } from './uploads/uploads.contract.ts';
export type { UploadsService } from './uploads/uploads.service.ts';

/** Imports of websites and files into spaces, and the export of a space as files. */
export const createImports = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    revisions: RevisionsService;
    spaces: SpacesService;
    content: ContentService;
    changeRequests: ChangeRequestsService;
    repositories: RepositoriesService;
  },
) => {
  const uploads = createUploadsService({ ...kernel, ...more });
  const documents = createDocumentsService(kernel);
  const crawler = createCrawlerService(kernel);
  const sources = createSourcesService({ ...kernel, uploads, documents, crawler });
  const importTarget = createImportTargetService({ ...kernel, ...more });
  const service = createImportRunsService({ ...kernel, ...more, importTarget, uploads });
  const runner = createImportRunnerService({ ...kernel, ...more, sources, importTarget });
  const spaceExport = createSpaceExportService({ ...kernel, ...more });
  const archives = createSpaceArchivesService({ ...kernel, ...more, spaceExport });
  return {
    service,
    uploads,
    /** Imports and exports of local files, for the command line. */
    local: {
      fileOnDisk,
      unzip: sources.unzip,
      checkOut: sources.checkOut,
      toRepository: documents.toRepository,
      requireReadDocuments: importTarget.requireReadDocuments,
      write: importTarget.write,
      exportSpace: spaceExport.exportSpace,
    },
    domain: domain({
      name: 'imports',
      contract: { ...importRunsContract, ...uploadsContract, ...spaceExportContract },
      handlers: {
        ...importRunsHandlers(service, kernel.links),
        ...uploadsHandlers(uploads),
        ...spaceExportHandlers(archives, kernel.links),
      },
      subjects: {
        'import run': ({ userId }, params) =>
          service.find(userId, params.organizationId!, params.importRunId!),
      },
      jobs: importsJobs(service, runner, uploads),
    }),
  };
};
