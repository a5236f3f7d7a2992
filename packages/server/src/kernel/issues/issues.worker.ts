import { startThreadClock, type ThreadClock } from '../thread-clock.ts';
import { type TaskName, tasks } from './tasks.ts';

/** Runs one task in a worker thread. */
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
