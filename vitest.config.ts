import { defineConfig } from 'vitest/config';
import type { VitestPluginContext } from 'vitest/node';
import { watchPool } from './scripts/watch-worker.ts';

// What sets the tests up runs in the process of Vitest itself, which cannot read modules from the cache.
const cacheForWorkersAlone = {
  name: 'cache-for-workers-alone',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }: VitestPluginContext) =>
    define(({ environment }) => (environment.name === '__vitest__' ? false : undefined)),
};

// `npx vitest` on a terminal, as Vitest itself sees it.
const isWatching = !process.argv.includes('run') && !process.env.CI && process.stdin.isTTY;

export default defineConfig({
  plugins: [cacheForWorkersAlone],
  test: {
    // Modules that did not change are not transformed again.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
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
    pool: isWatching ? watchPool : 'forks',
    // Loading the server takes seconds: a worker loads it once and runs many files.
    isolate: false,
  },
});
