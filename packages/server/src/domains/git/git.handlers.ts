import type { Static } from 'typebox';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Links } from '../../kernel/links.ts';
import { toUser } from '../identity/index.ts';
import type { GitOperation, gitContract } from './git.contract.ts';
import type { GitService } from './git.service.ts';
import type { OperationCause, OperationWithUser } from './git.store.ts';

/** The API representation of an operation. */
export const toGitOperation = (links: Links, row: OperationWithUser): Static<typeof GitOperation> => ({
  id: row.id,
  // Queued operations have no attempt yet.
  state: row.state === 'running' && row.attempt === 0 ? 'pending' : row.state,
  direction: row.direction,
  stage: row.stage,
  dispatchedTasks: row.dispatched_tasks,
  completedTasks: row.completed_tasks,
  startedAt: row.started_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  ...(row.completed_at && { completedAt: row.completed_at.toISOString() }),
  ...(row.error !== null && { error: row.error }),
  problems: [...row.problems],
  cause: row.cause as OperationCause,
  requestedBy: toUser(links, row.requester),
  // The stored result has these fields as the API shows them.
  ...(row.result as Partial<Static<typeof GitOperation>>),
});

/** Handlers of the git operations. */
export const gitHandlers = (git: GitService, links: Links): Handlers<typeof gitContract> => ({
  importGitRepository: async ({ caller, subject, body }) => {
    await git.start(caller, subject, { direction: 'import', ...body });
    return undefined;
  },
  exportToGitRepository: async ({ caller, subject, body }) => {
    await git.start(caller, subject, { direction: 'export', ...body });
    return undefined;
  },
  getSpaceGitInfo: async ({ subject }) => {
    if (subject.git_sync === null) throw notFound('repository');
    return subject.git_sync;
  },
  getSpaceGitOperation: async ({ subject }) => toGitOperation(links, await git.currentOperation(subject)),
  listSpaceGitOperations: async ({ subject, page }) =>
    listOf(
      page,
      await git.listOperations(subject, page),
      (row) => [row.id],
      (row) => toGitOperation(links, row),
    ),
});
