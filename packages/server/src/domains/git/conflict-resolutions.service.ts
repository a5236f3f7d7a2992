import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { GitError } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../change-requests/index.ts';
import type { RepositoriesService } from '../repositories/index.ts';
import { findSync, type Resolution, setResolution, upsertSync } from './git.store.ts';
import { repositoryName } from './git-request.ts';
import type { RunningOperation } from './running-operation.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction'> & {
  readonly changeRequests: Pick<ChangeRequestsService, 'create' | 'findInSpace'>;
  readonly changeRequestContent: Pick<ChangeRequestContentService, 'editInTransaction'>;
  readonly repositories: Pick<RepositoriesService, 'mergeMarked'>;
};

/** Resolves conflicts between spaces and repositories in change requests. */
export const createConflictResolutionsService = ({
  db,
  transaction,
  changeRequests,
  changeRequestContent,
  repositories,
}: Dependencies) => ({
  /** Opens a change request with the changes of the repository, in which the conflicts are marked. */
  open: async (
    tx: DatabaseTransaction,
    { caller, space, request }: RunningOperation,
    sides: { readonly base: string; readonly ours: string; readonly theirs: string },
    state: Omit<Resolution, 'changeRequest'>,
  ): Promise<{ readonly id: string; readonly number: number }> => {
    const commit = state.commit_oid.slice(0, 7);
    const subject = `Resolve conflicts with ${repositoryName(request.url)} (${commit})`.slice(0, 200);
    const created = await changeRequests.create(tx, caller, space, { subject });
    await changeRequestContent.editInTransaction(tx, caller, created, () =>
      repositories.mergeMarked(tx, space.organization_id, sides),
    );
    await setResolution(tx, space, { ...state, changeRequest: created.id });
    return { id: created.id, number: created.number };
  },

  /** Before an operation: continues from the merged resolution, or refuses to run before it is merged. */
  settle: async ({ space, caller, request }: RunningOperation): Promise<void> => {
    const resolution = (await findSync(db, space))?.resolution;
    if (!resolution) return;
    const { changeRequest, ...state } = resolution;
    const found = await changeRequests.findInSpace(space, changeRequest, caller.principal.userId);
    if (found?.status === 'merged') await transaction((tx) => upsertSync(tx, space, state));
    else if (!found || found.status === 'archived') await setResolution(db, space, null);
    else if (!request.force)
      throw new GitError(
        `Merge or archive the change request #${found.number} first: it resolves the conflicts between the repository and the space`,
      );
  },
});

/** Resolves conflicts between spaces and repositories in change requests. */
export type ConflictResolutionsService = ReturnType<typeof createConflictResolutionsService>;
