// Runs before each test file: generated cases are the same in every run of `npm test`, so that none fails by chance.
import fc from 'fast-check';
import { isDeep } from '../packages/document/src/testing/deep.ts';

const USUAL_SEED = 20_260_701;

// What PROPERTY_SEED repeats is printed by fast-check when a case fails.
const asked = process.env.PROPERTY_SEED;
fc.configureGlobal({ seed: asked ? Number(asked) : isDeep ? Date.now() % 2 ** 31 : USUAL_SEED });
