import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { previewContract } from './preview.contract.ts';
import type { PreviewService } from './preview.service.ts';

/** Maps operations to service calls and responses. */
export const previewHandlers = (preview: PreviewService): Handlers<typeof previewContract> => ({
  getSitePublishingPreviewById: async ({ caller, subject, query }) => ({
    url: await preview.urlOf(caller, subject, query),
  }),
});
