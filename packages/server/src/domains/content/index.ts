import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CollectionsService } from '../collections/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import type { NoteSections } from './editing/apply-changes.service.ts';
import { editingContract } from './editing/editing.contract.ts';
import { editingHandlers } from './editing/editing.handlers.ts';
import { createEditingService, type SaveSharedPages } from './editing/editing.service.ts';
import { embedsContract } from './embeds/embeds.contract.ts';
import { embedsHandlers } from './embeds/embeds.handlers.ts';
import { createEmbedsService, type FindUnfurlingBlock } from './embeds/embeds.service.ts';
import { filesContract } from './files/files.contract.ts';
import { filesHandlers } from './files/files.handlers.ts';
import { createFilesService } from './files/files.service.ts';
import { createThumbnailsService } from './files/thumbnails.service.ts';
import { changesContract } from './history/changes.contract.ts';
import { changesHandlers } from './history/changes.handlers.ts';
import { createChangesService } from './history/changes.service.ts';
import { historyContract } from './history/history.contract.ts';
import { historyHandlers } from './history/history.handlers.ts';
import { createHistoryService } from './history/history.service.ts';
import { createBodyLinksService } from './links/body-links.service.ts';
import { createLinkTargetsService } from './links/link-targets.service.ts';
import { linksContract } from './links/links.contract.ts';
import { type LinksDependencies, linksHandlers } from './links/links.handlers.ts';
import { createLinksService } from './links/links.service.ts';
import { referencesJobs } from './links/references.jobs.ts';
import { createReferencesService } from './links/references.service.ts';
import { contentContract } from './pages/content.contract.ts';
import { contentHandlers } from './pages/content.handlers.ts';
import { createContentService } from './pages/content.service.ts';
import { createEvaluationService } from './pages/evaluation.service.ts';
import { metaLinksContract } from './pages/meta-links.contract.ts';
import { metaLinksHandlers } from './pages/meta-links.handlers.ts';
import type { Presenter } from './pages/present-pages.ts';
import { sharedContentContract } from './shared-content/shared-content.contract.ts';
import { sharedContentHandlers } from './shared-content/shared-content.handlers.ts';
import { createSharedContentService } from './shared-content/shared-content.service.ts';
import { templatesContract } from './templates/templates.contract.ts';
import { templatesHandlers } from './templates/templates.handlers.ts';
import { createTemplatesService } from './templates/templates.service.ts';
import { uploadsContract } from './uploads/uploads.contract.ts';
import { uploadsHandlers } from './uploads/uploads.handlers.ts';
import { createUploadsService, type EditChangeRequest } from './uploads/uploads.service.ts';

export type { EditResult, PreparedChanges } from './editing/apply-changes.service.ts';
export { createBodyParser, hasConflict } from './editing/body-parser.ts';
export {
  Body,
  bodyOfAtMost,
  ContentChanges,
  ContentEditResult,
  compatQuery,
} from './editing/editing.contract.ts';
export { toEditResult } from './editing/editing.handlers.ts';
export type { EditingService, SaveSharedPages } from './editing/editing.service.ts';
export { createBodyMerger, type MergedBody } from './editing/merge-bodies.ts';
export type { EditTarget } from './editing/page-changes.ts';
export {
  DocumentSource,
  IntegrationSource,
  PageSource,
  type SpecificationDocumentSource,
} from './editing/page-sources.contract.ts';
export type { embedsContract } from './embeds/embeds.contract.ts';
export type { EmbedsService } from './embeds/embeds.service.ts';
export { filePath } from './files/download-urls.ts';
export { changesQuery, RevisionSemanticChanges } from './history/changes.contract.ts';
export { presentChanges } from './history/changes.handlers.ts';
export type { ChangesService } from './history/changes.service.ts';
export { historyQuery, RevisionList } from './history/history.contract.ts';
export { toRevisionList } from './history/history.handlers.ts';
export type { HistoryService } from './history/history.service.ts';
export type { BodyLinksService } from './links/body-links.service.ts';
export { BacklinkList, changeRequestLinksQuery, LinkList, linksQuery } from './links/links.contract.ts';
export { createLinkPresenter, type LinksDependencies } from './links/links.handlers.ts';
export type { VersionedSnapshot } from './links/present-locations.ts';
export {
  type ReferencesService,
  type ReferringPlace,
  specificationRefOf,
} from './links/references.service.ts';
export {
  bodyQuery,
  type contentContract,
  contentQuery,
  ReusableContent,
  Revision,
  RevisionFile,
  RevisionPage,
} from './pages/content.contract.ts';
export { createContentPresenter } from './pages/content.handlers.ts';
export type { ContentService, FoundPage, RevisionSnapshot, Snapshot } from './pages/content.service.ts';
export type { EvaluationOptions, EvaluationService } from './pages/evaluation.service.ts';
export type { metaLinksContract } from './pages/meta-links.contract.ts';
export { toMetaLinks } from './pages/meta-links.handlers.ts';
export { isPageVisible } from './pages/page-conditions.ts';
export { type Presenter, toPage } from './pages/present-pages.ts';
export {
  ReusableContentList,
  sharedContentQuery,
  VariableList,
} from './shared-content/shared-content.contract.ts';
export { createSharedContentPresenter } from './shared-content/shared-content.handlers.ts';
export type { SharedContentService } from './shared-content/shared-content.service.ts';
export { templateChanges } from './templates/template-changes.ts';

/** The content of spaces: pages, files, links, history and direct edits. */
export const createContent = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    organizations: OrganizationsService;
    collections: CollectionsService;
    spaces: SpacesService;
    editChangeRequest: EditChangeRequest;
    findUnfurlingBlock: FindUnfurlingBlock;
    noteSections: NoteSections;
    saveSharedPages: SaveSharedPages;
  } & Pick<Presenter, 'mergedFrom'>,
) => {
  const presenter = { ...kernel, ...more };
  const service = createContentService(more);
  const thumbnails = createThumbnailsService({ ...kernel, ...more });
  const files = createFilesService({ ...kernel, ...more, thumbnails });
  const bodyLinks = createBodyLinksService({ ...kernel, ...more });
  const editing = createEditingService({ ...kernel, ...more, files, bodyLinks });
  const changes = createChangesService(more);
  const references = createReferencesService({ ...kernel, ...more, bodyLinks });
  const linksService = createLinksService({ ...kernel, bodyLinks, references });
  const links: LinksDependencies = {
    links: linksService,
    targets: createLinkTargetsService({ ...kernel, ...more, references: linksService }),
    content: service,
    organizations: more.organizations,
  };
  const shared = createSharedContentService({ ...more, content: service, links: linksService });
  const embeds = createEmbedsService({ ...kernel, ...more });
  const history = createHistoryService({ ...kernel, ...more });
  const uploads = createUploadsService({ ...more, files, editing });
  return {
    service,
    embeds,
    evaluation: createEvaluationService(service),
    editing,
    files,
    changes,
    history,
    links,
    references,
    bodyLinks,
    shared,
    templates: createTemplatesService({ ...more, editing }),
    domain: domain({
      name: 'content',
      contract: {
        ...contentContract,
        ...editingContract,
        ...filesContract,
        ...uploadsContract,
        ...historyContract,
        ...changesContract,
        ...linksContract,
        ...sharedContentContract,
        ...metaLinksContract,
        ...embedsContract,
        ...templatesContract,
      },
      handlers: {
        ...contentHandlers(service, presenter),
        ...editingHandlers(editing, presenter),
        ...filesHandlers(files),
        ...uploadsHandlers(uploads, presenter),
        ...historyHandlers(history, kernel.links),
        ...changesHandlers(service, changes, presenter),
        ...linksHandlers(links, presenter),
        ...sharedContentHandlers({ content: service, shared }, presenter),
        ...metaLinksHandlers(service),
        ...embedsHandlers(embeds),
        ...templatesHandlers,
      },
      jobs: referencesJobs(references),
    }),
  };
};
