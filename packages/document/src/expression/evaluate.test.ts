import { describe, expect, test } from 'vitest';
import { compileExpression } from './compile.ts';
import { conditionHolds, evaluate, truthOf } from './evaluate.ts';

const CONTEXT = {
  space: { id: 's1', title: 'Docs', vars: { version: '2.1', beta: false } },
  changeRequest: {
    subject: 'feat: add login',
    description: '',
    outdated: false,
    createdBy: { id: 'ann' },
  },
  reviews: [
    { status: 'approved', reviewer: { id: 'ben' } },
    { status: 'changes-requested', reviewer: { id: 'cat' } },
  ],
  actor: { id: 'ann' },
  visitor: { claims: { plan: 'pro', groups: ['a', 'b'], unsigned: {} } },
};

const run = (source: string, context: Record<string, unknown> = CONTEXT) => {
  const compilation = compileExpression(source);
  if (!compilation.ok) throw new Error(`${compilation.message} ${compilation.offset}`);
  return evaluate(compilation.expression, context);
};

describe('evaluation', () => {
  test.each([
    ['reviews.some(review => review.status === "approved")', true],
    ['reviews.filter(({ status }) => status === "approved").length >= 2', false],
    ['reviews.every(r => r.reviewer.id !== changeRequest.createdBy.id)', true],
    ['reviews.find(r => r.status === "rejected")?.reviewer.id ?? "nobody"', 'nobody'],
    ['["ann", "dan"].includes(actor.id) && !changeRequest.outdated', true],
    ['changeRequest.subject.toLowerCase().startsWith("feat:") ? reviews.length > 1 : true', true],
    [`\`\${actor.id} in \${space.title}\``, 'ann in Docs'],
    ['reviews.map(r => r.reviewer.id).toSorted((a, b) => (a < b ? 1 : -1)).join(", ")', 'cat, ben'],
    ['reviews.reduce((count, { status = "none" }, i) => count + status.length + i, 0)', 26],
    ['reviews.map(({ reviewer: { id }, note = id + "!" }) => note)', ['ben!', 'cat!']],
    [
      `Object.entries(space.vars).map(([name, value]) => \`\${name}=\${value}\`)`,
      ['version=2.1', 'beta=false'],
    ],
    ['{ ...space.vars, "a b": [1, ...[2, 3]] }', { version: '2.1', beta: false, 'a b': [1, 2, 3] }],
    ['visitor.claims.plan === "pro" && !visitor.claims.unsigned.x', true],
    ['visitor.claims.missing?.deep.er', undefined],
    ['typeof nothing === "undefined" /* really */ // yes', true],
    ['"outdated" in changeRequest', true],
    ['{}', {}],
    ['{ a: 1 }.a', 1],
    ['space.toString', undefined],
    ['[3, 1].map', undefined],
  ])('%s', (source, value) => {
    expect(run(source)).toEqual({ ok: true, value });
  });

  test.each([
    ['nobody.id', 'nobody is not defined.'],
    ['visitor.claims.missing.deep', 'Cannot read "deep" of undefined.'],
    ['actor.id.map(x => x)', 'A string has no method "map".'],
    ['actor.hasOwnProperty("id")', 'An object has no method "hasOwnProperty".'],
    ['reviews.push(1)', 'An array has no method "push".'],
    ['reviews.map(actor)', 'An array has no method "map".'],
    ['actor.id.match("a")', 'A string has no method "match".'],
    ['actor["con" + "structor"]', 'The name "constructor" is not allowed.'],
    ['actor[["__proto__"]]', 'The name "__proto__" is not allowed.'],
    ['[].reduce((a, b) => a)', 'Reducing an empty array requires an initial value.'],
    ['[undefined].map((a = b, b = 1) => a)', 'b is used before its initialization.'],
    ['Object.keys(1)', 'Only objects and arrays have fields.'],
    ['[...actor]', 'Only arrays and strings can be spread.'],
    ['(1).toFixed(101)', 'The argument must be a number from 0 to 100.'],
  ])('%s fails', (source, message) => {
    expect(run(source)).toEqual({ ok: false, message });
  });

  test('the result is a copy', () => {
    const result = run('reviews');
    expect(result).toEqual({ ok: true, value: CONTEXT.reviews });
    expect(result.ok && result.value).not.toBe(CONTEXT.reviews);
  });

  test('limits can be set', () => {
    const compilation = compileExpression('[1, 2, 3].map(x => "ab".repeat(x)).join("")');
    if (!compilation.ok) throw new Error(compilation.message);
    const { expression } = compilation;
    expect(evaluate(expression, {})).toEqual({ ok: true, value: 'abababababab' });
    expect(evaluate(expression, {}, { steps: undefined, depth: 100 })).toMatchObject({ ok: true });
    for (const limits of [{ steps: 10 }, { depth: 2 }, { maxStringLength: 11 }, { maxArrayLength: 2 }]) {
      expect(evaluate(expression, {}, limits)).toMatchObject({ ok: false });
    }
  });

  test('truthiness', () => {
    expect(['1', '"a"', '[]', '0', '""', 'null', 'nobody'].map((source) => truthOf(run(source)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    const held = ['', ' ', 'actor.id === "ann"', 'actor.id === "ben"', 'actor.id ===', 'nobody'];
    expect(held.map((source) => conditionHolds(source, CONTEXT))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('compilation', () => {
  test.each([
    ['', 'The expression is empty.', 0],
    ['a b', 'Unexpected token.', 2],
    ['a)(b', 'A closing parenthesis has no opening one.', 4],
    ['a);(b', 'A closing parenthesis has no opening one.', 2],
    ['a + ', 'Unexpected token.', 4],
    ['a = 1', 'Assignments are not allowed.', 0],
    ['1 + a++', 'Assignments are not allowed.', 4],
    ['new Date()', '"new" is not allowed.', 0],
    ['this.a', '"this" is not allowed.', 0],
    ['a, b', 'One expression is allowed, not several.', 0],
    ['/a+/.test(s)', 'Regular expressions are not allowed.', 0],
    ['10n', 'Numbers with "n" are not allowed.', 0],
    ['tag`a`', 'Tagged templates are not allowed.', 0],
    ['import("fs")', 'This is not allowed in an expression.', 0],
    ['function () {}', 'This is not allowed in an expression.', 0],
    ['class {}', 'This is not allowed in an expression.', 0],
    ['delete a.b', '"delete" is not allowed.', 0],
    ['a instanceof b', '"instanceof" is not allowed.', 0],
    ['x => x', expect.stringContaining('Functions are only allowed as the first argument of'), 0],
    ['(x => x)(1)', 'Only methods can be called.', 0],
    ['f(1)', 'Only methods can be called.', 0],
    ['a["map"](1)', 'Only methods can be called.', 0],
    ['a.map(x => y => x)', expect.stringContaining('Functions are only allowed'), 11],
    ['a.map(x => { return x })', 'A function must be one expression.', 11],
    ['a.map(async x => x)', 'Functions cannot be async.', 6],
    ['a.map((...x) => x)', 'This parameter is not allowed.', 7],
    ['a.map(({ ...x }) => x)', 'Only plain names can be taken from an object.', 9],
    ['a.b?.()', '"?.(" is not allowed; write "?.name(" instead.', 0],
    ['a.__proto__', 'The name "__proto__" is not allowed.', 2],
    ['a["constructor"]', 'The name "constructor" is not allowed.', 2],
    ['{ __proto__: a }', 'The name "__proto__" is not allowed.', 2],
    ['{ get a() { return 1 } }', 'Objects cannot have functions.', 2],
    ['[1, , 2]', 'An array cannot have holes.', 0],
    ['Math', '"Math" can only be called.', 0],
    ['Math.random()', 'There is no function "Math.random".', 0],
    ['Object.assign(a, b)', 'There is no function "Object.assign".', 0],
    ['String.raw', '"String.raw" can only be called, if it exists.', 0],
    ['a'.repeat(1025), 'The expression is longer than 1024 characters.', 1024],
    [`${'!'.repeat(400)}a`, 'The expression is nested too deeply.', 257],
  ])('%j is rejected', (source, message, offset) => {
    expect(compileExpression(source)).toEqual({ ok: false, message, offset });
  });

  test('deep nesting is reported', () => {
    for (const [open, close] of ['()', '[]', '!', `\`\${|}\``, '{a:|}', 'a.map(x=>|)', 'a?.[|]'].map(
      (pair) => (pair.includes('|') ? pair.split('|') : [pair[0]!, pair[1] ?? '']),
    )) {
      const source = `${open!.repeat(50_000)}1${close!.repeat(50_000)}`;
      expect(compileExpression(source, { maxLength: 1e6 })).toMatchObject({ ok: false });
    }
  });

  test('a compiled expression is immutable', () => {
    const compilation = compileExpression('1');
    expect(compilation.ok && Object.isFrozen(compilation.expression)).toBe(true);
  });
});
