/** The limits of an evaluation. */
export interface Limits {
  /** Evaluated terms, visited elements and, in bulk operations, processed blocks of text. */
  readonly steps: number;
  /** Nested terms, including callbacks and nested lists. */
  readonly depth: number;
  /** Characters of a created text. */
  readonly maxStringLength: number;
  /** Elements of a created list, or fields of a created record. */
  readonly maxArrayLength: number;
}

/** The default limits of an evaluation. */
export const DEFAULT_LIMITS: Limits = {
  steps: 10_000,
  depth: 384,
  maxStringLength: 262_144,
  maxArrayLength: 10_000,
};

/** A failed evaluation; its message is for the author of the expression. */
export class EvaluationError extends Error {}

// The amount of work of a native operation that counts as one step.
const CHARACTERS_PER_STEP = 256;
const ELEMENTS_PER_STEP = 8;

/** Counts the work of one evaluation, and throws an error above a limit. */
export interface Budget {
  readonly limits: Limits;
  spent(): number;
  spend(steps: number): void;
  /** Charges the processing of this many characters. */
  read(characters: number): void;
  /** Charges a text before it is created. */
  text(length: number): void;
  /** Charges a list before it is created, or elements added to one. */
  list(length: number, added?: number): void;
  /** Runs a function one level deeper. */
  deeper<Result>(work: () => Result): Result;
}

/** Creates an unused budget with the given or default limits. */
export const createBudget = (given: Partial<Limits>): Budget => {
  const limits: Limits = {
    steps: given.steps ?? DEFAULT_LIMITS.steps,
    depth: given.depth ?? DEFAULT_LIMITS.depth,
    maxStringLength: given.maxStringLength ?? DEFAULT_LIMITS.maxStringLength,
    maxArrayLength: given.maxArrayLength ?? DEFAULT_LIMITS.maxArrayLength,
  };
  let steps = 0;
  let depth = 0;
  const spend = (more: number) => {
    steps += more;
    if (steps > limits.steps) throw new EvaluationError('The expression takes too many steps.');
  };
  const read = (characters: number) => spend(Math.floor(characters / CHARACTERS_PER_STEP));
  return {
    limits,
    spent: () => Math.min(steps, limits.steps),
    spend,
    read,
    text: (length) => {
      if (length > limits.maxStringLength)
        throw new EvaluationError('The expression creates a text that is too long.');
      read(length);
    },
    list: (length, added = length) => {
      if (length > limits.maxArrayLength)
        throw new EvaluationError('The expression creates a list that is too long.');
      spend(Math.floor(added / ELEMENTS_PER_STEP));
    },
    deeper: (work) => {
      depth += 1;
      if (depth > limits.depth) throw new EvaluationError('The expression is nested too deeply.');
      const result = work();
      // An error ends the evaluation, so no finally is needed.
      depth -= 1;
      return result;
    },
  };
};
