export { DEFAULT_LIMITS, type Limits } from './expression/budget.ts';
export { type Compilation, compileExpression, type Expression } from './expression/compile.ts';
export { conditionHolds, type Evaluation, evaluate, truthOf } from './expression/evaluate.ts';
export { type DocumentEvaluation, evaluateDocument } from './expression/evaluate-document.ts';
export type { ExpressionContext } from './expression/interpret.ts';
export { isDeterministic, namesIn } from './expression/names.ts';
export { isForbiddenName } from './expression/values.ts';
