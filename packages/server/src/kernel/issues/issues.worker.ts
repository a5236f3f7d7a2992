import { type TaskName, tasks } from './tasks.ts';

/** Runs one task: what a thread of the pool does. */
export default ({ task, input }: { task: TaskName; input: readonly unknown[] }): unknown =>
  (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
