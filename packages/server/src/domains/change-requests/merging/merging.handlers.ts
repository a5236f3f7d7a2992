import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { mergingContract } from './merging.contract.ts';
import type { MergingService } from './merging.service.ts';

/** Handlers of merges. */
export const mergingHandlers = (merging: MergingService): Handlers<typeof mergingContract> => ({
  getChangeRequestMergeStatus: ({ caller, subject }) => merging.status(caller, subject),
  mergeChangeRequest: ({ caller, subject, query }) => merging.merge(caller, subject, query.revision),
  updateChangeRequest: ({ caller, subject }) => merging.update(caller, subject),
});
