import type { PoolRunnerInitializer } from 'vitest/node';

/** The pool for watch mode. */
export declare const watchPool: PoolRunnerInitializer;
