import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CollectionsService } from '../collections/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createBodyLinks } from './body-links/body-links.service.ts';
import { changesContract } from './changes/changes.contract.ts';
import { changesHandlers } from './changes/changes.handlers.ts';
import { createChangesService } from './changes/changes.service.ts';
import { contentContract } from './content.contract.ts';
import { contentHandlers, type Presenter } from './content.handlers.ts';
import { createContentService } from './content.service.ts';
import { editingContract } from './editing/editing.contract.ts';
import { editingHandlers } from './editing/editing.handlers.ts';
import { createEditingService } from './editing/editing.service.ts';
import { embedsContract } from './embeds/embeds.contract.ts';
import { embedsHandlers } from './embeds/embeds.handlers.ts';
import { createEmbedsService } from './embeds/embeds.service.ts';
import { createEvaluationService } from './evaluation/evaluation.service.ts';
import { filesContract } from './files/files.contract.ts';
import { filesHandlers } from './files/files.handlers.ts';
import { createFilesService } from './files/files.service.ts';
import { linksContract } from './links/links.contract.ts';
import { type LinksParts, linksHandlers } from './links/links.handlers.ts';
import { createLinksService } from './links/links.service.ts';
import { metaLinksContract } from './meta-links/meta-links.contract.ts';
import { metaLinksHandlers } from './meta-links/meta-links.handlers.ts';
import { referencesJobs } from './references/references.jobs.ts';
import { createReferencesService } from './references/references.service.ts';
import { createTargetsService } from './targets/targets.service.ts';
import { templatesContract } from './templates/templates.contract.ts';
import { templatesHandlers } from './templates/templates.handlers.ts';
import { createTemplatesService } from './templates/templates.service.ts';
import { createThumbnailsService } from './thumbnails/thumbnails.service.ts';

export { createBodies, hasConflict } from './bodies/bodies.service.ts';
export type { BodyLinks } from './body-links/body-links.service.ts';
export { changesQuery, RevisionSemanticChanges } from './changes/changes.contract.ts';
export { presentChanges } from './changes/changes.handlers.ts';
export type { ChangesService } from './changes/changes.service.ts';
export {
  bodyQuery,
  type contentContract,
  contentQuery,
  ReusableContent,
  Revision,
  RevisionFile,
  RevisionPage,
} from './content.contract.ts';
export { type Presenter, presentContent, toFile, toPage } from './content.handlers.ts';
export type { ContentService, FoundPage, Reading, Snapshot } from './content.service.ts';
export { Body, bodyUpTo, ContentChanges, ContentOutcome, compatQuery } from './editing/editing.contract.ts';
export { toOutcome } from './editing/editing.handlers.ts';
export type { EditingService, Outcome, PreparedChanges } from './editing/editing.service.ts';
export type { embedsContract } from './embeds/embeds.contract.ts';
export type { EmbedsService } from './embeds/embeds.service.ts';
export type { Evaluated, EvaluationService } from './evaluation/evaluation.service.ts';
export { insertionOf } from './file-changes/file-changes.service.ts';
export { FILE_BYTES, type FilesService, filePath } from './files/files.service.ts';
export { BacklinkList, changeRequestLinksQuery, LinkList, linksQuery } from './links/links.contract.ts';
export { type LinkReading, type LinksParts, presentLinks } from './links/links.handlers.ts';
export { mergedBodies } from './merged-bodies/merged-bodies.service.ts';
export type { metaLinksContract } from './meta-links/meta-links.contract.ts';
export { toMetaLinks } from './meta-links/meta-links.handlers.ts';
export type { EditPlace } from './page-changes/page-changes.service.ts';
export { type ReferencesService, specOf } from './references/references.service.ts';
export {
  DocumentSource,
  IntegrationSource,
  PageSource,
  type SpecificationDocumentSource,
} from './sources/sources.contract.ts';
export { templateChanges } from './templates/templates.service.ts';

/** Content of spaces: reading it, and editing it directly. */
export const createContent = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    organizations: OrganizationsService;
    collections: CollectionsService;
    spaces: SpacesService;
  } & Pick<Presenter, 'mergedFrom'>,
) => {
  const presenter = { ...kernel, ...more };
  const service = createContentService(more);
  const thumbnails = createThumbnailsService({ ...kernel, ...more });
  const files = createFilesService({ ...kernel, ...more, thumbnails });
  const bodyLinks = createBodyLinks({ ...kernel, ...more });
  const editing = createEditingService({ ...kernel, ...more, files, bodyLinks });
  const changes = createChangesService(more);
  const references = createReferencesService({ ...kernel, ...more, bodyLinks });
  const linksService = createLinksService({ ...kernel, bodyLinks, references });
  const links: LinksParts = {
    links: linksService,
    targets: createTargetsService({ ...kernel, ...more, references: linksService }),
    content: service,
    organizations: more.organizations,
  };
  const embeds = createEmbedsService(kernel);
  return {
    service,
    embeds,
    evaluation: createEvaluationService(service),
    editing,
    files,
    changes,
    links,
    references,
    bodyLinks,
    templates: createTemplatesService({ ...more, editing }),
    domain: domain({
      name: 'content',
      contract: {
        ...contentContract,
        ...editingContract,
        ...filesContract,
        ...changesContract,
        ...linksContract,
        ...metaLinksContract,
        ...embedsContract,
        ...templatesContract,
      },
      handlers: {
        ...contentHandlers(service, presenter),
        ...editingHandlers(editing, presenter),
        ...filesHandlers(files),
        ...changesHandlers(service, changes, presenter),
        ...linksHandlers(links, presenter),
        ...metaLinksHandlers(service),
        ...embedsHandlers(embeds),
        ...templatesHandlers,
      },
      jobs: referencesJobs(references),
    }),
  };
};
