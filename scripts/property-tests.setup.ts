// Runs before each test file: sets a fixed seed for generated cases, so that `npm test` is deterministic.
import fc from 'fast-check';
import { isDeep } from '../packages/document/src/testing/deep.ts';

const DEFAULT_SEED = 20_260_701;

// fast-check prints the seed for PROPERTY_SEED when a case fails.
const seed = process.env.PROPERTY_SEED;
fc.configureGlobal({ seed: seed ? Number(seed) : isDeep ? Date.now() % 2 ** 31 : DEFAULT_SEED });
