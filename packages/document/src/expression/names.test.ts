import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileExpression } from './compile.ts';
import { evaluate } from './evaluate.ts';
import { isDeterministic, namesIn } from './names.ts';
import { CONTEXT_JSON, pureSources } from './sources.fixture.ts';

const compiled = (source: string) => {
  const compilation = compileExpression(source, { maxLength: 20_000 });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.expression;
};

test.each([
  [
    'visitor.claims.plan === "pro" && !visitor.claims.unsigned.x',
    ['visitor.claims.plan', 'visitor.claims.unsigned.x'],
  ],
  ['visitor?.claims?.["plan"]', ['visitor.claims.plan']],
  ['visitor.claims["a-b"]', ['visitor.claims']],
  ['visitor.claims[space.vars.key]', ['space.vars.key', 'visitor.claims']],
  ['visitor.claims.groups.includes(page.vars.group)', ['page.vars.group', 'visitor.claims.groups']],
  ['reviews.some(review => review.status === actor.id)', ['actor.id', 'reviews']],
  ['reviews.map(({ reviewer = actor }) => reviewer.id)', ['actor', 'reviews']],
  [`\`\${space.vars.a}\` + Math.max(...page.vars.list)`, ['page.vars.list', 'space.vars.a']],
  ['{ a: space.vars, [page.vars.k]: [1] }.a', ['page.vars.k', 'space.vars']],
  ['(a ? b : c).d', ['a', 'b', 'c']],
  ['1 + 1', []],
])('%s reads %j', (source, names) => {
  expect(namesIn(compiled(source))).toEqual(names);
});

test.each([
  ['space.vars.a + page.vars.b', true],
  ['1 + 1', true],
  ['space.vars', true],
  ['space', false],
  ['space.varsity', false],
  ['space.vars.a === visitor.claims.a', false],
  ['typeof visitor', false],
])('%s is the same for everybody: %s', (source, expected) => {
  expect(isDeterministic(compiled(source))).toBe(expected);
});

type Fields = Record<string, unknown>;

// Only what the paths lead to; what is not a record on the way is there as a whole.
const only = (value: unknown, paths: readonly (readonly string[])[]): unknown => {
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isFields || paths.some((path) => path.length === 0)) return value;
  const names = Object.keys(value).filter((name) => paths.some(([first]) => first === name));
  const under = (name: string) => paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
  return Object.fromEntries(names.map((name) => [name, only((value as Fields)[name], under(name))]));
};

test('only the returned paths are read', () => {
  fc.assert(
    fc.property(pureSources, (source) => {
      const expression = compiled(source);
      const context = JSON.parse(CONTEXT_JSON) as Fields;
      const named = only(context, [...namesIn(expression).map((path) => path.split('.')), ['-']]) as Fields;
      expect(evaluate(expression, named)).toEqual(evaluate(expression, context));
    }),
    { numRuns: 1000 },
  );
});
