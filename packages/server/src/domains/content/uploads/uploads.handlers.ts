import type { Handlers } from '../../../kernel/contract/operation.ts';
import { type Presenter, toFile } from '../pages/present-pages.ts';
import type { uploadsContract } from './uploads.contract.ts';
import type { UploadsService } from './uploads.service.ts';

/** Handlers of file uploads. */
export const uploadsHandlers = (
  uploads: UploadsService,
  present: Presenter,
): Handlers<typeof uploadsContract> => ({
  uploadFile: async ({ caller, subject, upload }) => {
    const form = await upload((bytes) => uploads.receive(subject, bytes));
    const [id, file] = await uploads.insert(caller, subject, form);
    return toFile(present, subject.id, id, file, {});
  },
});
