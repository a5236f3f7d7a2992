import { startThreadClock, type ThreadClock } from '../thread-clock.ts';
import { type TaskName, tasks } from './tasks.ts';

// Parser warnings about untrusted YAML do not belong in the log.
process.removeAllListeners('warning');
console.error = () => {};

/** Runs a task in a thread of the pool. */
export default ({
  task,
  input,
  clock,
}: {
  task: TaskName;
  input: readonly unknown[];
  clock: ThreadClock;
}): unknown => {
  startThreadClock(clock);
  return (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
};
