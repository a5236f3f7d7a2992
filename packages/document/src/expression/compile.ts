import { type Expression as ExpressionNode, parse } from 'acorn';
import type { Term } from './terms.ts';
import { ExpressionSyntaxError, translate } from './translate.ts';

/** An expression that can be evaluated as often as one likes; it never changes. */
export interface Expression {
  readonly source: string;
  readonly term: Term;
}

/** An expression, or why the text is none and at which character. */
export type Compilation =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly message: string; readonly offset: number };

// What the API allows for every expression.
const LONGEST = 1024;

// Between parentheses every text is one expression or an error: it can neither begin a statement nor end one.
const parseWhole = (source: string): ExpressionNode => {
  const text = `(${source}\n)`;
  const { body } = parse(text, { ecmaVersion: 2022, sourceType: 'module', preserveParens: true });
  const [statement] = body;
  const expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  const isWhole = body.length === 1 && expression?.type === 'ParenthesizedExpression';
  if (!isWhole || expression.end !== text.length) {
    throw new ExpressionSyntaxError('A closing parenthesis has no opening one.', expression?.end ?? 0);
  }
  return expression.expression;
};

const refusalOf = (error: unknown): { message: string; at: number } => {
  if (error instanceof ExpressionSyntaxError) return { message: error.message, at: error.offset };
  if (error instanceof SyntaxError && 'pos' in error) {
    // The parser ends its messages with a line and a column of the text with its parentheses.
    return { message: `${error.message.replace(/ \(\d+:\d+\)$/, '')}.`, at: Number(error.pos) };
  }
  if (error instanceof RangeError) return { message: 'The expression is nested too deeply.', at: 0 };
  throw error;
};

/** Reads one JavaScript expression of the subset that has a meaning here. */
export const compileExpression = (
  source: string,
  { maxLength = LONGEST }: { readonly maxLength?: number } = {},
): Compilation => {
  if (source.length > maxLength) {
    return {
      ok: false,
      message: `The expression is longer than ${maxLength} characters.`,
      offset: maxLength,
    };
  }
  if (source.trim() === '') return { ok: false, message: 'The expression is empty.', offset: 0 };
  try {
    const term = translate(parseWhole(source), { locals: new Set(), depth: 0 });
    return { ok: true, expression: Object.freeze({ source, term }) };
  } catch (error) {
    const { message, at } = refusalOf(error);
    return { ok: false, message, offset: Math.min(Math.max(at - 1, 0), source.length) };
  }
};
