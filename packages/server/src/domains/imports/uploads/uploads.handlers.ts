import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { uploadsContract } from './uploads.contract.ts';
import type { UploadsService } from './uploads.service.ts';

/** Handlers of the operations on uploads. */
export const uploadsHandlers = (uploads: UploadsService): Handlers<typeof uploadsContract> => ({
  generateStorageUploadURL: async ({ caller, subject, body }) => ({
    object: 'storage-signed-url' as const,
    ...(await uploads.create(caller, subject, body.file, body.kind)),
  }),
  putUpload: async ({ params, upload }) => {
    await uploads.receive(params.uploadSeal, upload);
    return undefined;
  },
});
