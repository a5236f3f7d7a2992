import type { RepositoryProblem } from '@lectern/document';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Events } from '../../kernel/events/events.ts';
import type { GitCommit, GitRepository } from '../../kernel/git.ts';
import type { FileChanges } from '../repositories/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import type { OperationRow, Stage } from './git.store.ts';
import type { GitRequest } from './git-request.ts';

/** The revision and the commit that are equal after an import or an export. */
export interface SyncResult {
  readonly revision: string;
  readonly commit: string;
  readonly problems?: readonly RepositoryProblem[];
  /** The files that were imported or pushed. */
  readonly changes?: FileChanges | undefined;
  /** The change request that was opened instead, to resolve conflicts. */
  readonly changeRequest?: { readonly id: string; readonly number: number } | undefined;
}

/** An operation that runs, with its callbacks for progress. */
export interface RunningOperation {
  readonly row: OperationRow;
  readonly caller: Caller;
  readonly author: { readonly name: string; readonly email: string };
  readonly space: SpaceSubject;
  readonly request: GitRequest;
  readonly signal: AbortSignal;
  /** Fetches the branch. */
  fetch(): Promise<GitRepository>;
  enterStage(stage: Stage): Promise<void>;
  /** Records the start, with the commit that the branch is at, if it exists. */
  start(commit: string | undefined): Promise<void>;
  readonly progress: (done: number, total: number) => void;
  /** Completes the operation, and stores the repository that the space is synchronized with. */
  succeed(result: SyncResult): Promise<void>;
}

/** The commit of a revision, as it is stored with it. */
export const commitOf = (
  { request }: RunningOperation,
  { oid, message }: GitCommit,
  { isOurs }: { readonly isOurs: boolean },
) => ({
  oid,
  message: message.slice(0, 1000),
  isOurs,
  ref: request.ref,
  ...commitUrlOf(request, oid),
});

/** The URL of a commit for people, if it is known. */
export const commitUrlOf = ({ repoCommitURL }: GitRequest, oid: string): { readonly url?: string } =>
  repoCommitURL ? { url: `${repoCommitURL.replace(/\/+$/, '')}/${oid}` } : {};

/** Records an event of the space of an operation. */
export const recordSpaceEvent = (
  events: Events,
  tx: DatabaseTransaction,
  { space, caller, row }: RunningOperation,
  action: string,
  payload: object,
) =>
  events.record(tx, caller, {
    organizationId: space.organization_id,
    action,
    target: { type: 'space', id: space.id, label: space.title },
    payload: { ...payload, operation: row.id },
  });
