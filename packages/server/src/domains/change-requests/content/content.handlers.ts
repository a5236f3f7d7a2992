import type { Handlers } from '../../../kernel/contract/operation.ts';
import { type ContentService, type Presenter, presentContent } from '../../content/index.ts';
import { toChangeRequest } from '../change-requests.handlers.ts';
import type { changeRequestContentContract } from './content.contract.ts';
import type { ChangeRequestContentService } from './content.service.ts';

/** Operation to service to answer. */
export const changeRequestContentHandlers = (
  service: ChangeRequestContentService,
  content: ContentService,
  present: Presenter,
): Handlers<typeof changeRequestContentContract> => {
  const show = presentContent(content, present);
  return {
    updateChangeRequestContent: async ({ caller, subject, body }) =>
      toChangeRequest(present.links, await service.change(caller, subject, body)),
    getRevisionOfChangeRequestById: async ({ subject, query }) =>
      show.revision(await service.reading(subject), query),
    listPagesInChangeRequest: async ({ subject, query }) => show.pages(await service.reading(subject), query),
    listFilesInChangeRequestById: async ({ subject, query, page }) =>
      show.files(await service.reading(subject), page, query),
    getFileInChangeRequestById: async ({ subject, params, query }) =>
      show.file(await service.reading(subject), params.fileId, query),
    getPageInChangeRequestById: async ({ subject, params, query }) =>
      show.page(await service.reading(subject), params.pageId, query),
    getPageInChangeRequestByPath: async ({ subject, params, query }) =>
      show.pageByPath(await service.reading(subject), params.pagePath, query),
    getReusableContentInChangeRequestById: async ({ subject, params, query }) =>
      show.reusable(await service.reading(subject), params.reusableContentId, query),
  };
};
