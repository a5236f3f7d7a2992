import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';
import { findSpaces } from '../contents/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The path of the tasks of an organization. */
export const TASKS = '/orgs/{organizationId}/agent-tasks';

/** The path of one task. */
export const TASK = `${TASKS}/{agentTaskId}` as const;

/** A task whose outcome is a change request. */
export type Task = ItemOf<typeof TASKS>;

/** The address of a task. */
export interface TaskParams {
  readonly organizationId: string;
  readonly agentTaskId: string;
}

const POLL_MS = 2000;

const isPending = ({ status, outcome }: Task): boolean =>
  status === 'started' && outcome?.status === 'pending';

/** A task, read again until it is written. */
export const readTask = (params: TaskParams) => ({
  ...read(TASK, { params }),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Task | undefined } }) =>
    data && isPending(data) ? POLL_MS : (false as const),
});

/** Whether there is a space that the user may propose changes in, and thus make tasks for. */
export const useMayMakeTasks = (organizationId: string): boolean =>
  useQuery(findSpaces(organizationId)).data?.items.some(({ permissions }) => permissions.comment) ?? false;

/** Reads everything about tasks again. */
export const refreshTasks = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(TASK) }),
    queries.invalidateQueries({ queryKey: keyOf(TASKS) }),
    queries.invalidateQueries({ queryKey: keyOf('/orgs/{organizationId}/agents-setup') }),
    queries.invalidateQueries({
      queryKey: keyOf('/orgs/{organizationId}/conversations-clusters/{clusterId}'),
    }),
  ]);

/** Starts, cancels or reopens a task. */
export const useTaskStatus = (params: TaskParams) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (status: 'backlog' | 'started' | 'canceled') =>
      call('PATCH', TASK, { params, body: { status } }),
    onSuccess: (task) => queries.setQueryData(readTask(params).queryKey, task),
    onError: ({ message }: Error) => notify(message, { isError: true }),
    onSettled: () => refreshTasks(queries),
  });
};
