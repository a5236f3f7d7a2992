import { defineConfig } from 'vitest/config';
import type { VitestPluginContext } from 'vitest/node';
import { SlowestFirst } from './scripts/test-order.ts';
import { watchPool } from './scripts/watch-worker.ts';

// The global setup runs in the process of Vitest, which cannot read modules from the cache.
const cacheForWorkersAlone = {
  name: 'cache-for-workers-alone',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }: VitestPluginContext) =>
    define(({ environment }) => (environment.name === '__vitest__' ? false : undefined)),
};

// Whether Vitest runs in watch mode.
const isWatching = !process.argv.includes('run') && !process.env.CI && process.stdin.isTTY;

export default defineConfig({
  plugins: [cacheForWorkersAlone],
  test: {
    // Caches transformed modules.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    include: ['packages/**/*.test.{ts,tsx}', 'acceptance/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    setupFiles: [
      'scripts/property-tests.setup.ts',
      ...(process.env.LECTERN_TEST_TIMES ? ['scripts/test-times.setup.mjs'] : []),
    ],
    // Finds tests that hang, but not those that are slow on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Long enough for a busy machine.
    expect: { poll: { timeout: 240_000 } },
    // More than the cores of most machines, because tests wait for jobs, processes and the browser.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    pool: isWatching ? watchPool : 'forks',
    // Tests run much code a few times: collecting garbage and optimizing less often takes a quarter less processor time.
    execArgv: ['--max-semi-space-size=64', '--interrupt-budget=500000'],
    // Loading the server takes seconds, so a worker loads it once for many files.
    isolate: false,
  },
});
