/** The filter and the order of a list of clusters. */
export interface ClusterOrder {
  readonly status?: 'pending' | 'analysing' | undefined;
  /** Words of the label or the summary. */
  readonly search?: string | undefined;
  readonly by: 'updated_at' | 'issues' | 'conversations' | TaskCount;
  readonly order: 'asc' | 'desc';
}

type TaskCount = 'total' | 'backlog' | 'started';

/** Whether a list is sorted by a number of tasks. */
export const isTaskCount = (by: ClusterOrder['by']): by is TaskCount =>
  by === 'total' || by === 'backlog' || by === 'started';
