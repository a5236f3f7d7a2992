import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService } from '../change-requests/index.ts';
import type { BodyLinksService } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchIndexService } from '../search/index.ts';
import { createRepositoriesService } from './repositories.service.ts';

export type { ProgressOptions } from './concurrency.ts';
export { type NamedConflict, RepositoryConflictError } from './conflict-error.ts';
export { foldersOf, takenPaths, unwrittenVariables } from './export/existing-files.ts';
export { replacedTexts, type TextToReplace } from './export/replaced-texts.ts';
export type { ExportOptions, StreamedRepository } from './export/repository-export.service.ts';
export { gitObjectId } from './git-object-id.ts';
export type { FileChanges } from './import/repository-import.service.ts';
export type { RepositoryInput } from './import/repository-input.ts';
export { problemsByKind } from './problem-kinds.ts';
export type { AppliedImport, RepositoriesService, RepositoryTarget } from './repositories.service.ts';
export type { RepositoryConfiguration } from './repositories.store.ts';

/** Imports and exports of Markdown repositories, for git, imports and the command line; has no operations of its own. */
export const createRepositories = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    bodyLinks: BodyLinksService;
    searchIndex: Pick<SearchIndexService, 'cacheSections'>;
    changeRequestContent: ChangeRequestContentService;
  },
) => ({ service: createRepositoriesService({ ...kernel, ...more }) });
