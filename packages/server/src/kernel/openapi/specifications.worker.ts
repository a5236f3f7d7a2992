import { type TaskName, tasks } from './tasks.ts';

// What strangers write in their YAML is nothing for the log, nor is where the parser stumbles over it.
process.removeAllListeners('warning');
console.error = () => {};

/** Runs one task: what a thread of the pool does. */
export default ({ task, input }: { task: TaskName; input: readonly unknown[] }): unknown =>
  (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
