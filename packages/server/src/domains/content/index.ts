import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { contentContract } from './content.contract.ts';
import { contentHandlers, type Presenter } from './content.handlers.ts';
import { createContentService } from './content.service.ts';
import { editingContract } from './editing/editing.contract.ts';
import { editingHandlers } from './editing/editing.handlers.ts';
import { createEditingService } from './editing/editing.service.ts';

export {
  bodyQuery,
  contentQuery,
  ReusableContent,
  Revision,
  RevisionFile,
  RevisionPage,
} from './content.contract.ts';
export { type Presenter, presentContent } from './content.handlers.ts';
export type { ContentService, Reading } from './content.service.ts';
export { Body, ContentChanges } from './editing/editing.contract.ts';
export type { EditingService } from './editing/editing.service.ts';

/** Content of spaces: reading it, and editing it directly. */
export const createContent = (
  kernel: Kernel,
  more: { revisions: RevisionsService; spaces: SpacesService } & Pick<Presenter, 'mergedFrom'>,
) => {
  const service = createContentService(more);
  const editing = createEditingService({ ...kernel, ...more });
  return {
    service,
    editing,
    domain: domain({
      name: 'content',
      contract: { ...contentContract, ...editingContract },
      handlers: {
        ...contentHandlers(service, { ...kernel, ...more }),
        ...editingHandlers(editing, kernel.links),
      },
    }),
  };
};
