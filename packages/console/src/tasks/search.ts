import type { Task } from './queries.ts';

/** The statuses of tasks that a list can be limited to. */
export const STATUSES = ['backlog', 'started', 'completed', 'canceled'] as const;

/** What the list of tasks shows, as the address has it. */
export interface TasksSearch {
  readonly status?: Task['status'];
}

/** Reads what the list shows from an address. */
export const tasksSearch = ({ status }: Record<string, unknown>): TasksSearch => {
  const found = STATUSES.find((each) => each === status);
  return found ? { status: found } : {};
};
