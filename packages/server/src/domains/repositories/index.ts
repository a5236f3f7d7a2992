import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService } from '../change-requests/index.ts';
import type { BodyLinksService } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchService } from '../search/index.ts';
import { createRepositoriesService } from './repositories.service.ts';

export type { Watching } from './concurrency.ts';
export type { DescribedContent } from './export/export.service.ts';
export type { RepositoryInput } from './import/import.service.ts';
export type { Applied, RepositoriesService, RepositoryTarget } from './repositories.service.ts';
export type { Configured } from './repositories.store.ts';

/** Repositories of Markdown: no operations of their own, but what git, imports and the command line are made of. */
export const createRepositories = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    bodyLinks: BodyLinksService;
    search: Pick<SearchService, 'cacheSections'>;
    changeRequestContent: ChangeRequestContentService;
  },
) => ({ service: createRepositoriesService({ ...kernel, ...more }) });
