import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../change-requests/index.ts';
import type { ContentService, EditingService } from '../content/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createConnectionsService } from './connections.service.ts';
import { liveDocumentsContract } from './live-documents.contract.ts';
import { liveDocumentsHandlers } from './live-documents.handlers.ts';
import { liveDocumentsJobs } from './live-documents.jobs.ts';
import { createLivePagesService } from './pages/live-pages.service.ts';
import { createPageHeadsService } from './pages/page-heads.service.ts';
import { createSavingService } from './pages/saving.service.ts';
import { createStoredPagesService } from './pages/stored-pages.service.ts';
import { createPresenceService } from './presence/presence.service.ts';

/** Pages that several people edit together, and who is in a space. */
export const createLiveDocuments = (
  kernel: Kernel,
  more: {
    spaces: SpacesService;
    content: { readonly service: ContentService; readonly editing: EditingService };
    changeRequests: {
      readonly service: ChangeRequestsService;
      readonly content: ChangeRequestContentService;
    };
  },
) => {
  const heads = createPageHeadsService({
    spaces: more.spaces,
    content: more.content.service,
    editing: more.content.editing,
    changeRequests: more.changeRequests.service,
    requestContent: more.changeRequests.content,
  });
  const saving = createSavingService({ ...kernel, heads });
  const pages = createLivePagesService({ ...kernel, heads, saving });
  const presence = createPresenceService(kernel);
  const stored = createStoredPagesService({ ...kernel, heads, saving });
  return {
    saveAll: stored.saveAll,
    domain: domain({
      name: 'live-documents',
      contract: liveDocumentsContract,
      handlers: liveDocumentsHandlers(createConnectionsService({ ...kernel, pages, presence })),
      jobs: liveDocumentsJobs(stored),
    }),
  };
};
