import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { changesContract } from './changes/changes.contract.ts';
import { changesHandlers } from './changes/changes.handlers.ts';
import { createChangesService } from './changes/changes.service.ts';
import { contentContract } from './content.contract.ts';
import { contentHandlers } from './content.handlers.ts';
import { createContentService } from './content.service.ts';
import { editingContract } from './editing/editing.contract.ts';
import { editingHandlers } from './editing/editing.handlers.ts';
import { createEditingService } from './editing/editing.service.ts';

export { changesQuery, RevisionSemanticChanges } from './changes/changes.contract.ts';
export { presentChanges } from './changes/changes.handlers.ts';
export type { ChangesService } from './changes/changes.service.ts';
export {
  bodyQuery,
  contentQuery,
  ReusableContent,
  Revision,
  RevisionFile,
  RevisionPage,
} from './content.contract.ts';
export { presentContent } from './content.handlers.ts';
export type { ContentService, Reading } from './content.service.ts';
export { ContentChanges } from './editing/editing.contract.ts';
export type { EditingService } from './editing/editing.service.ts';

/** Content of spaces: reading it, and editing it directly. */
export const createContent = (
  kernel: Kernel,
  more: { revisions: RevisionsService; spaces: SpacesService },
) => {
  const service = createContentService(more);
  const editing = createEditingService({ ...kernel, ...more });
  const changes = createChangesService(more);
  return {
    service,
    editing,
    changes,
    domain: domain({
      name: 'content',
      contract: { ...contentContract, ...editingContract, ...changesContract },
      handlers: {
        ...contentHandlers(service, kernel),
        ...editingHandlers(editing, kernel.links),
        ...changesHandlers(service, changes, kernel),
      },
    }),
  };
};
