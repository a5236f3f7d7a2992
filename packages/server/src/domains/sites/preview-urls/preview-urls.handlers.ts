import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { previewUrlsContract } from './preview-urls.contract.ts';
import type { PreviewUrlsService } from './preview-urls.service.ts';

/** Maps operations to service calls and responses. */
export const previewUrlsHandlers = (preview: PreviewUrlsService): Handlers<typeof previewUrlsContract> => ({
  getSitePublishingPreviewById: async ({ caller, subject, query }) => ({
    url: await preview.urlOf(caller, subject, query),
  }),
});
