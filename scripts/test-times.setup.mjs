// Runs before each test file when durations are measured: records the CPU time for loading and running it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';

const spentMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

// Linux counts in ticks of 10 ms; other systems do not tell.
const childrenMs = () => {
  if (process.platform !== 'linux') return 0;
  const [user, system] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(13, 15);
  return (Number(user) + Number(system)) * 10;
};

const start = process.cpuUsage();
const childrenBefore = childrenMs();
let loaded;

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the first argument
beforeAll(({}, file) => {
  file.meta.importMs = spentMs(start);
  loaded = process.cpuUsage();
});

// biome-ignore lint/correctness/noEmptyPattern: as above
afterAll(({}, file) => {
  file.meta.testsMs = spentMs(loaded);
  file.meta.childrenMs = childrenMs() - childrenBefore;
});
