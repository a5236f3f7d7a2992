import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { filesContract } from './files.contract.ts';
import type { FilesService } from './files.service.ts';

/** Handlers of file downloads. */
export const filesHandlers = (files: FilesService): Handlers<typeof filesContract> => ({
  downloadFile: ({ params, query }) => files.download(params.fileSeal, params.fileName, query.width),
});
