import { createBudget, EvaluationError, type Limits } from './budget.ts';
import { compileExpression, type Expression } from './compile.ts';
import { type ExpressionContext, valueOfTerm } from './interpret.ts';
import { copyOut } from './values.ts';

/** The value of an expression, or an error message. */
export type Evaluation =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Evaluates an expression and counts its steps. */
export const evaluateWithSteps = (
  expression: Expression,
  context: ExpressionContext,
  limits: Partial<Limits> = {},
): { readonly result: Evaluation; readonly steps: number } => {
  const budget = createBudget(limits);
  const end = (result: Evaluation) => ({ result, steps: budget.spent() });
  try {
    const value = valueOfTerm(expression.term, undefined, { context, budget });
    return end({ ok: true, value: copyOut(budget, value) });
  } catch (error) {
    if (error instanceof EvaluationError) return end({ ok: false, message: error.message });
    // The JavaScript stack may be exhausted before the depth limit if the caller is deep already.
    if (error instanceof RangeError)
      return end({ ok: false, message: 'The expression is nested too deeply.' });
    throw error;
  }
};

/** Evaluates an expression over a context of plain data, deterministically and in bounded time. */
export const evaluate = (
  expression: Expression,
  context: ExpressionContext,
  limits: Partial<Limits> = {},
): Evaluation => evaluateWithSteps(expression, context, limits).result;

/** Whether the result of an evaluation is truthy; false on failure. */
export const truthOf = (result: Evaluation): boolean => result.ok && Boolean(result.value);

/** Whether a condition holds: true if empty, false if invalid or failed. */
export const conditionHolds = (
  condition: string,
  context: ExpressionContext,
  limits: Partial<Limits> = {},
): boolean => {
  if (condition.trim() === '') return true;
  const compilation = compileExpression(condition);
  return compilation.ok && truthOf(evaluate(compilation.expression, context, limits));
};
