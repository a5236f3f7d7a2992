// Runs before each test file when durations are measured: records the CPU time for loading and running it.
import { afterAll, beforeAll } from 'vitest';

const spentMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const start = process.cpuUsage();
let loaded;

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the first argument
beforeAll(({}, file) => {
  file.meta.importMs = spentMs(start);
  loaded = process.cpuUsage();
});

// biome-ignore lint/correctness/noEmptyPattern: as above
afterAll(({}, file) => {
  file.meta.testsMs = spentMs(loaded);
});
