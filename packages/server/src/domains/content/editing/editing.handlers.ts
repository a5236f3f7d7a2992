import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { toSpace } from '../../spaces/index.ts';
import type { editingContract } from './editing.contract.ts';
import type { EditingService } from './editing.service.ts';

/** Operation to service to answer. */
export const editingHandlers = (editing: EditingService, links: Links): Handlers<typeof editingContract> => ({
  updateSpaceContent: async ({ caller, subject, body }) =>
    toSpace(links, await editing.changeSpace(caller, subject, body)),
  rollbackSpaceContent: async ({ caller, subject, params }) =>
    toSpace(links, await editing.rollback(caller, subject, params.revisionId)),
});
