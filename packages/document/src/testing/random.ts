import fc from 'fast-check';
import { runs } from './deep.ts';

/** Repeatable random choices from a seed. */
export interface Random {
  /** A whole number from 0 up to, not including, the limit. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
}

/** Starts repeatable random choices. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)]!,
  };
};

/** The parameters of a case: small numbers that shrink well; the rest follows from the seed. */
export interface Recipe {
  readonly seed: number;
  readonly size: number;
  readonly ours: number;
  readonly theirs: number;
}

/** Generates parameters of cases. */
export const recipes: fc.Arbitrary<Recipe> = fc.record({
  seed: fc.integer(),
  size: fc.nat(8),
  ours: fc.nat(5),
  theirs: fc.nat(5),
});

const usualRuns = 700;

// A typing error must not make tests pass without a case.
const numberIn = (name: string, pattern: RegExp): number | undefined => {
  const text = process.env[name];
  if (!text) return undefined;
  if (!pattern.test(text)) throw new Error(`${name}=${text} must be a positive number`);
  return Number(text);
};

/** The number of cases from the environment, if it is set. */
export const askedRuns = (): number | undefined => numberIn('PROPERTY_RUNS', /^[1-9]\d{0,8}$/);

// A tenth of the cases finds most regressions; a deep run searches for unknown bugs.
const PART = 10;

/** The number of generated cases; `PROPERTY_RUNS` overrides it. */
const parameters = (inDeep: number): { numRuns: number } => ({
  numRuns: askedRuns() ?? runs(inDeep, Math.ceil(inDeep / PART)),
});

/** Checks a property on many generated cases. */
export const law = <T>(cases: fc.Arbitrary<T>, holds: (value: T) => void, inDeep = usualRuns): void => {
  fc.assert(fc.property(cases, holds), parameters(inDeep));
};

/** Checks an asynchronous property on many generated cases. */
export const lawInTime = async <T>(
  cases: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  inDeep = usualRuns,
): Promise<void> => {
  await fc.assert(fc.asyncProperty(cases, holds), parameters(inDeep));
};
