import type { Handlers } from '../../../kernel/contract/operation.ts';
import {
  type ChangesService,
  type ContentService,
  createContentPresenter,
  createLinkPresenter,
  createSharedContentPresenter,
  type HistoryService,
  type LinksDependencies,
  type Presenter,
  presentChanges,
  type SharedContentService,
  toEditResult,
  toRevisionList,
  type VersionedSnapshot,
} from '../../content/index.ts';
import { toChangeRequest } from '../change-requests.handlers.ts';
import type { ChangeRequestSubject } from '../change-requests.policy.ts';
import type { changeRequestContentContract } from './content.contract.ts';
import type { ChangeRequestContentService } from './content.service.ts';

/** Handlers of the content of change requests. */
export const changeRequestContentHandlers = (
  service: ChangeRequestContentService,
  dependencies: {
    content: ContentService;
    changes: ChangesService;
    history: HistoryService;
    links: LinksDependencies;
    shared: SharedContentService;
  },
  present: Presenter,
): Handlers<typeof changeRequestContentContract> => {
  const show = createContentPresenter(dependencies.content, present);
  const showChanges = presentChanges(dependencies.changes, present);
  const showShared = createSharedContentPresenter(dependencies, present);
  const showLinks = createLinkPresenter(dependencies.links, present);
  const versionedSnapshot = async (request: ChangeRequestSubject): Promise<VersionedSnapshot> => ({
    ...(await service.current(request)),
    versionContext: { type: 'changeRequest', changeRequest: toChangeRequest(present.links, request) },
  });
  return {
    updateChangeRequestContent: async ({ caller, subject, query, body }) => {
      const { request, result } = await service.edit(caller, subject, body);
      const changeRequest = toChangeRequest(present.links, request);
      if (query.compat !== false) return changeRequest;
      const at = `/spaces/${request.space_id}/change-requests/${request.id}`;
      return { changeRequest, ...toEditResult(present, request.space_id, at, result) };
    },
    getRevisionOfChangeRequestById: async ({ subject, query }) =>
      show.revision(await service.current(subject), query),
    listPagesInChangeRequest: async ({ subject, query }) => show.pages(await service.current(subject), query),
    listFilesInChangeRequestById: async ({ subject, query, page }) =>
      show.files(await service.current(subject), page, query),
    getFileInChangeRequestById: async ({ subject, params, query }) =>
      show.file(await service.current(subject), params.fileId, query),
    getPageInChangeRequestById: async ({ subject, params, query }) =>
      show.page(await service.current(subject), params.pageId, query),
    getPageInChangeRequestByPath: async ({ subject, params, query }) =>
      show.pageByPath(await service.current(subject), params.pagePath, query),
    listReusableContentsInChangeRequest: async ({ subject, query, page }) =>
      showShared.reusableContents(await service.current(subject), page, query),
    listVariablesInChangeRequest: async ({ subject, query, page }) =>
      showShared.variables(await service.current(subject), page, query),
    getReusableContentInChangeRequestById: async ({ subject, params, query }) =>
      show.reusable(await service.current(subject), params.reusableContentId, query),
    getChangeRequestChanges: async ({ subject, query }) =>
      showChanges(await service.current(subject), (await service.base(subject)).revision.root, query),
    listRevisionsForChangeRequest: async ({ subject, query, page }) =>
      toRevisionList(
        present.links,
        page,
        await dependencies.history.ofChangeRequest(subject.space, subject.id, query, page),
      ),
    listChangeRequestLinks: async ({ caller, subject, query, page }) =>
      showLinks.ofSpace(caller, await versionedSnapshot(subject), page, query, await service.base(subject)),
    listPageLinksInChangeRequest: async ({ caller, subject, params, query, page }) =>
      showLinks.ofPage(caller, await versionedSnapshot(subject), params.pageId, page, query),
    listChangeRequestPageBacklinks: async ({ caller, subject, params, page }) =>
      showLinks.backlinks(caller, await versionedSnapshot(subject), 'page', params.pageId, page),
    listChangeRequestFileBacklinks: async ({ caller, subject, params, page }) =>
      showLinks.backlinks(caller, await versionedSnapshot(subject), 'file', params.fileId, page),
  };
};
