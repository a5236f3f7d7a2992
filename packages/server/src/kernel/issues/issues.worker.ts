import { type TaskName, tasks } from './tasks.ts';

/** Runs one task in a worker thread. */
export default ({ task, input }: { task: TaskName; input: readonly unknown[] }): unknown =>
  (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
