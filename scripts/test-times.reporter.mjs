// Prints the duration of each test file when it ends, then all of them, by processor time.
import path from 'node:path';

const PHASES = [
  ['elapsed', 'elapsed time of the file'],
  ['import', 'processor time of its worker while the file and its imports load'],
  ['tests', 'processor time of its worker in hooks and tests'],
  ['children', 'processor time of its child processes that have ended (Linux only)'],
  ['other', 'elapsed time without the worker: child processes, the database, waiting'],
];

const line = (cells, name) => `${cells.map((cell) => cell.padStart(9)).join('')}  ${name}`;
const seconds = (ms) => (ms / 1000).toFixed(2);
const show = ({ name, times }) => line(times.map(seconds), name);

const timesOf = (module) => {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const { importMs = 0, testsMs = 0, childrenMs = 0 } = module.meta();
  const elapsed = collectDuration + setupDuration + duration;
  return {
    name: path.relative(process.cwd(), module.moduleId),
    times: [elapsed, importMs, testsMs, childrenMs, Math.max(0, elapsed - importMs - testsMs)],
  };
};

const processorTime = ({ times: [, load, tests, children] }) => load + tests + children;

/** A Vitest reporter with a table of durations by file and phase. */
export default class TestTimes {
  onInit() {
    const names = PHASES.map(([name]) => name);
    console.log(
      `\n${PHASES.map(([name, meaning]) => `${name}: ${meaning}`).join('\n')}\n\n${line(names, 'seconds')}`,
    );
  }

  onTestModuleEnd(module) {
    console.log(show(timesOf(module)));
  }

  onTestRunEnd(modules) {
    const files = modules.map(timesOf).sort((a, b) => processorTime(b) - processorTime(a));
    const total = PHASES.map((_, phase) => files.reduce((sum, { times }) => sum + times[phase], 0));
    console.log('\nMost processor time first:\n');
    for (const file of files) console.log(show(file));
    console.log(show({ name: `all ${files.length} files`, times: total }));
  }
}
