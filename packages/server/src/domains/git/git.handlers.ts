import type { Static } from 'typebox';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { GitOperation, gitContract } from './git.contract.ts';
import type { GitService } from './git.service.ts';
import type { OperationRow } from './git.store.ts';

/** The API representation of an operation. */
export const toGitOperation = (row: OperationRow): Static<typeof GitOperation> => ({
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
});

/** Handlers of the git operations. */
export const gitHandlers = (git: GitService): Handlers<typeof gitContract> => ({
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
  getSpaceGitOperation: async ({ subject }) => toGitOperation(await git.currentOperation(subject)),
});
