/** How much work an evaluation may do, and how large what it makes may be. */
export interface Limits {
  /** Terms evaluated, elements visited and, in bulk operations, pieces of text gone through. */
  readonly steps: number;
  /** Terms inside terms, callbacks and nested lists included. */
  readonly depth: number;
  /** Characters of a text that the expression makes. */
  readonly maxStringLength: number;
  /** Elements of a list, or fields of a record, that the expression makes. */
  readonly maxArrayLength: number;
}

/** The limits of an evaluation whose caller names no others. */
export const DEFAULT_LIMITS: Limits = {
  steps: 10_000,
  depth: 384,
  maxStringLength: 262_144,
  maxArrayLength: 10_000,
};

/** Why an expression has no value; its message is for the author of the expression. */
export class EvaluationError extends Error {}

// How much that the host does in one go costs a step, so that a step costs about the same everywhere.
const CHARACTERS_PER_STEP = 256;
const ELEMENTS_PER_STEP = 8;

/** Counts the work of one evaluation and refuses to go on when it is too much. */
export interface Budget {
  readonly limits: Limits;
  spent(): number;
  spend(steps: number): void;
  /** Pays for going through that many characters. */
  read(characters: number): void;
  /** Pays for a text before it is made. */
  text(length: number): void;
  /** Pays for a list before it is made, or for what is added to one. */
  list(length: number, added?: number): void;
  /** Does something one level deeper. */
  deeper<Result>(work: () => Result): Result;
}

/** A budget at zero; a limit that is not given is the default one. */
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
      if (length > limits.maxStringLength) throw new EvaluationError('The expression makes too long a text.');
      read(length);
    },
    list: (length, added = length) => {
      if (length > limits.maxArrayLength) throw new EvaluationError('The expression makes too long a list.');
      spend(Math.floor(added / ELEMENTS_PER_STEP));
    },
    deeper: (work) => {
      depth += 1;
      if (depth > limits.depth) throw new EvaluationError('The expression is nested too deeply.');
      const result = work();
      // After a refusal nothing goes on, so the way back needs no finally.
      depth -= 1;
      return result;
    },
  };
};
