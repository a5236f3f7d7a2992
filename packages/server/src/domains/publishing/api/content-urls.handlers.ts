import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { toChangeRequest } from '../../change-requests/index.ts';
import { toCollection } from '../../collections/index.ts';
import { type ContentService, createContentPresenter } from '../../content/index.ts';
import { toSpace } from '../../spaces/index.ts';
import type { contentUrlsContract } from './content-urls.contract.ts';
import type { ContentUrlsService } from './content-urls.service.ts';

/** Handlers of content URL operations. */
export const contentUrlsHandlers = (
  contentUrls: ContentUrlsService,
  content: ContentService,
  kernel: Pick<Kernel, 'links' | 'signing' | 'clock'>,
): Handlers<typeof contentUrlsContract> => {
  const { links } = kernel;
  const show = createContentPresenter(content, { ...kernel, mergedFrom: async () => undefined });
  return {
    getContentByUrl: async ({ caller, query }) => {
      const found = await contentUrls.find(caller, query.url);
      if ('collection' in found) return { collection: toCollection(links, found.collection) };
      const { space, changeRequest, page } = found;
      return {
        space: toSpace(links, space),
        ...(changeRequest && { changeRequest: toChangeRequest(links, changeRequest) }),
        ...(page && { page: await show.pageFields(page.from, page.id, {}) }),
      };
    },
  };
};
