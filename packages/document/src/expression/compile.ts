import { type Expression as ExpressionNode, parse } from 'acorn';
import type { Term } from './terms.ts';
import { ExpressionSyntaxError, translate } from './translate.ts';

/** A compiled expression; immutable and reusable. */
export interface Expression {
  readonly source: string;
  readonly term: Term;
}

/** A compiled expression, or a syntax error and its offset. */
export type Compilation =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly message: string; readonly offset: number };

// The limit of the API for every expression.
const MAX_LENGTH = 1024;

// In parentheses a text is one expression or an error: it can neither start nor end a statement.
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

const syntaxErrorOf = (error: unknown): { message: string; at: number } => {
  if (error instanceof ExpressionSyntaxError) return { message: error.message, at: error.offset };
  if (error instanceof SyntaxError && 'pos' in error) {
    // Messages of the parser end with a line and a column, which count the parentheses.
    return { message: `${error.message.replace(/ \(\d+:\d+\)$/, '')}.`, at: Number(error.pos) };
  }
  if (error instanceof RangeError) return { message: 'The expression is nested too deeply.', at: 0 };
  throw error;
};

/** Compiles an expression of the supported subset of JavaScript. */
export const compileExpression = (
  source: string,
  { maxLength = MAX_LENGTH }: { readonly maxLength?: number } = {},
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
    const { message, at } = syntaxErrorOf(error);
    return { ok: false, message, offset: Math.min(Math.max(at - 1, 0), source.length) };
  }
};
