import vm from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/deep.ts';
import { compileExpression } from './compile.ts';
import { evaluate } from './evaluate.ts';
import { binaryOperators, unaryOperators } from './operators.ts';
import { CONTEXT_JSON, CORNERS, pureSources } from './sources.fixture.ts';

const realm = vm.createContext({});
const script = new vm.Script('Object.assign(globalThis, JSON.parse(json))');

const inJavaScript = (source: string) => {
  // A fresh context for each source: sort and the like may change it.
  realm.json = CONTEXT_JSON;
  script.runInContext(realm);
  try {
    return { ok: true as const, value: vm.runInContext(`(${source}\n)`, realm, { timeout: 2000 }) };
  } catch {
    return { ok: false as const };
  }
};

// JSON does not tell -0, NaN and undefined from others.
const written = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${written(field)}`)}}`;
  }
  return Object.is(value, -0) ? '-0' : `${typeof value} ${JSON.stringify(value)} ${String(value)}`;
};

const inOurs = (source: string) => {
  const compilation = compileExpression(source, { maxLength: 20_000 });
  if (!compilation.ok) throw new Error(`${compilation.message} at ${compilation.offset}`);
  return evaluate(compilation.expression, JSON.parse(CONTEXT_JSON), { steps: 50_000 });
};

const outcome = (result: { ok: boolean; value?: unknown }) =>
  result.ok ? written(result.value) : 'an error';

test('operators agree with JavaScript in edge cases', () => {
  const pairs = CORNERS.flatMap((one) => CORNERS.map((other) => [one, other] as const));
  const binary = pairs.flatMap(([one, other]) =>
    [...binaryOperators.keys(), '&&', '||', '??'].map((operator) => `(${one}) ${operator} (${other})`),
  );
  const unary = CORNERS.flatMap((one) =>
    [...unaryOperators.keys()].map((operator) => `${operator} (${one})`),
  );
  const sources = [...unary, ...binary];
  const [ours, theirs] = [inOurs, inJavaScript].map((run) =>
    sources.map((source) => [source, outcome(run(source))]),
  );
  expect(ours).toEqual(theirs);
});

const BEYOND_LIMITS = /too (many|long|deeply)/;

test('expressions agree with JavaScript', () => {
  let [all, compared, valued] = [0, 0, 0];
  fc.assert(
    fc.property(pureSources, (source) => {
      all += 1;
      const ours = inOurs(source);
      if (!ours.ok && BEYOND_LIMITS.test(ours.message)) return;
      compared += 1;
      if (ours.ok) valued += 1;
      expect(outcome(ours)).toBe(outcome(inJavaScript(source)));
    }),
    {
      numRuns: runs(2500, 400),
      // A default reads no parameter of its own name, whatever stands further out.
      examples: [
        ['[1].reduce((y, n) => [{}].map(({ s: y = y }) => y)[0], 7)'],
        ['[7].map((y) => [y].map((x, i, y = x) => y)[0])'],
      ],
    },
  );
  expect(compared).toBeGreaterThan(all * 0.9);
  expect(valued).toBeGreaterThan(all * 0.5);
});
