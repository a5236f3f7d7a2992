import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import type { SpaceArchivesService } from './space-archives.service.ts';
import type { spaceExportContract } from './space-export.contract.ts';

/** Handlers of the export of spaces. */
export const spaceExportHandlers = (
  archives: SpaceArchivesService,
  links: Links,
): Handlers<typeof spaceExportContract> => ({
  getSpaceExport: async ({ caller, subject }) => ({ url: links.fileUrl(archives.pathOf(caller, subject)) }),
  downloadSpaceExport: async ({ params: { exportSeal, exportName } }) => ({
    contentType: 'application/zip',
    name: exportName,
    content: await archives.open(exportSeal, exportName),
  }),
});
