import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'acceptance/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    setupFiles: [
      'scripts/property-tests.setup.ts',
      ...(process.env.LECTERN_TEST_TIMES ? ['scripts/test-times.setup.mjs'] : []),
    ],
    // What hangs is found; what is slow because the machine is busy passes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Who waits for something waits for as long as a busy machine may need.
    expect: { poll: { timeout: 240_000 } },
    // More than two cores have: tests wait for jobs, processes and the browser, and others run meanwhile.
    maxWorkers: 4,
    pool: 'forks',
    // Loading the server takes seconds: a worker loads it once and runs many files.
    isolate: false,
  },
});
