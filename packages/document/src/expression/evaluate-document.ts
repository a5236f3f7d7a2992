import type { Block, Document, Fragment, Inline, Node, Text } from '../document.ts';
import { DEFAULT_LIMITS, type Limits } from './budget.ts';
import { type Compilation, compileExpression } from './compile.ts';
import { type Evaluation, evaluateWithSteps, truthOf } from './evaluate.ts';
import type { ExpressionContext } from './interpret.ts';
import { isDeterministic } from './names.ts';

/** Options of the evaluation of a document. */
export interface DocumentEvaluation extends Partial<Limits> {
  /** Leaves expressions that depend on the reader, except `if` blocks when the context has a `visitor`. */
  readonly only?: 'deterministic';
  /** Keeps `if` blocks, with evaluated content, for authors who see all of them. */
  readonly keepsConditions?: boolean;
  /** The maximum number of steps of all expressions of the document together. */
  readonly documentSteps?: number;
}

const DOCUMENT_STEPS = 200_000;

/** The result of an expression, or undefined if it is left for later. */
type Evaluator = (source: unknown, mayAskVisitor: boolean) => Evaluation | undefined;

const createEvaluator = (context: ExpressionContext, options: DocumentEvaluation): Evaluator => {
  const { only, keepsConditions: _, documentSteps = DOCUMENT_STEPS, ...limits } = options;
  const compilations = new Map<string, Compilation>();
  let left = documentSteps;
  const compiled = (source: string) => {
    const compilation = compilations.get(source) ?? compileExpression(source);
    compilations.set(source, compilation);
    return compilation;
  };
  return (source, mayAskVisitor) => {
    if (typeof source !== 'string') return { ok: false, message: 'The expression is missing.' };
    const compilation = compiled(source);
    if (!compilation.ok) return compilation;
    const isPutOff = only === 'deterministic' && !(mayAskVisitor && Object.hasOwn(context, 'visitor'));
    if (isPutOff && !isDeterministic(compilation.expression)) return undefined;
    const steps = Math.min(limits.steps ?? DEFAULT_LIMITS.steps, left);
    const measured = evaluateWithSteps(compilation.expression, context, { ...limits, steps });
    left -= measured.steps;
    return measured.result;
  };
};

/** The text of an inline expression: of strings, numbers and booleans; otherwise empty, also on failure. */
const shownText = (result: Evaluation): string => {
  const value = result.ok ? result.value : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
};

const textNode = (key: string | undefined, text: string): Text => ({
  object: 'text',
  ...(key === undefined ? {} : { key }),
  leaves: [{ object: 'leaf', text, marks: [] }],
});

// Returns the same list if no node changed.
const changeEach = <Item>(
  items: readonly Item[],
  change: (item: Item) => readonly Item[],
): readonly Item[] => {
  const changed = items.flatMap(change);
  const isSame = changed.length === items.length && changed.every((item, index) => item === items[index]);
  return isSame ? items : changed;
};

const walk = (evaluateExpression: Evaluator, keepsConditions: boolean) => {
  const inside = <Parent extends Block | Inline | Fragment>(parent: Parent): Parent => {
    const nodes = parent.nodes && changeEach<Node>(parent.nodes, node);
    const old = 'fragments' in parent ? parent.fragments : undefined;
    const fragments = old && changeEach(old, (fragment) => [inside(fragment)]);
    if (nodes === parent.nodes && fragments === old) return parent;
    return { ...parent, ...(nodes && { nodes }), ...(fragments && { fragments }) };
  };
  const condition = (block: Block): readonly Node[] => {
    if (keepsConditions) return [inside(block)];
    // Without an expression, it fails: nobody has said yet who may see the content.
    const result = evaluateExpression(block.data?.expression, true);
    if (!result) return [inside(block)];
    return truthOf(result) ? changeEach<Node>(block.nodes ?? [], node) : [];
  };
  const node = (one: Node): readonly Node[] => {
    if (one.object === 'text') return [one];
    if (one.object === 'block') return one.type === 'if' ? condition(one) : [inside(one)];
    if (one.type !== 'expression') return [inside(one)];
    const result = evaluateExpression(one.data?.expression, false);
    return [result ? textNode(one.key, shownText(result)) : one];
  };
  return node;
};

/**
 * Evaluates the expressions of a document: an `if` block is replaced by its content or removed, an inline expression is
 * replaced by text. Returns the same document if there is nothing to evaluate.
 */
export const evaluateDocument = (
  document: Document,
  context: ExpressionContext,
  options: DocumentEvaluation = {},
): Document => {
  const change = walk(createEvaluator(context, options), options.keepsConditions ?? false);
  const nodes = changeEach<Node>(document.nodes, change) as readonly Block[];
  return nodes === document.nodes ? document : { ...document, nodes };
};
