import { type TaskName, tasks } from './tasks.ts';

// Parser warnings about untrusted YAML do not belong in the log.
process.removeAllListeners('warning');
console.error = () => {};

/** Runs a task in a thread of the pool. */
export default ({ task, input }: { task: TaskName; input: readonly unknown[] }): unknown =>
  (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
