import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { atLeast } from '../organizations/index.ts';
import { type SpaceSubject, spacePolicy } from '../spaces/index.ts';
import type { TaskRow } from './agent-tasks.store.ts';

/** A task with its space, and the role of the caller in the organization. */
export interface TaskSubject extends TaskRow {
  readonly space: SpaceSubject;
  readonly role: Role | null;
  readonly isCreator: boolean;
}

/** Whether a member with this role may read conversations, and so tasks for clusters of them. */
export const mayReadConversations = (role: Role | null): boolean => atLeast(role, 'read');

/** Who may do what with a task: its space and its origin decide who may view it. */
export const taskPolicy = policy<TaskSubject>()('agent task', {
  view: ({ space, role, origin }) =>
    spacePolicy.can.view(space) && (origin !== 'cluster' || mayReadConversations(role)),
  update: ({ space, isCreator }) =>
    spacePolicy.can.edit(space) || (isCreator && spacePolicy.can.comment(space)),
});
