import fc from 'fast-check';
import { globals, numberMethods } from './globals.ts';
import { callbackMethods, listMethods } from './list-methods.ts';
import { textMethods } from './text-methods.ts';

/** A context for generated expressions, as text, so that each realm can have its own. */
export const CONTEXT_JSON = JSON.stringify({
  a: 3,
  b: -1.5,
  s: 'Héllo World',
  t: '',
  yes: true,
  none: null,
  xs: [3, 1, 2, 10],
  words: ['b', 'a', '', 'ab', 'B'],
  mixed: [1, '1', null, true, [2, [3]], { a: 1 }],
  o: {
    a: 1,
    s: 'x',
    deep: {
      list: [
        { n: 1, s: 'p' },
        { n: 2, s: 'q' },
      ],
    },
  },
  x: 7,
  y: 'y',
  i: 0,
});

const pick = (...choices: string[]) => fc.constantFrom(...choices);

type Source = fc.Arbitrary<string>;

/** Fills the holes of a template with generated sources. */
const form = (texts: TemplateStringsArray, ...holes: Source[]): Source =>
  fc.tuple(...holes).map((parts) => texts.map((text, index) => text + (parts[index] ?? '')).join(''));

const small = pick('0', '1', '2', '-1', '5');
/** Where comparing loosely, converting and searching have their corners. */
export const CORNERS = [
  'null',
  'undefined',
  '0',
  '-0',
  '1',
  '2',
  'NaN',
  "''",
  "'0'",
  "'a'",
  "'ab'",
  'true',
  'false',
  '[]',
  '[0]',
  '[[1]]',
  '{}',
];
const corner = pick(...CORNERS);
const key = pick('a', 's', 'deep', 'list', 'n', 'length', 'missing');

type Sorts = {
  readonly any: string;
  readonly num: string;
  readonly text: string;
  readonly bool: string;
  readonly list: string;
  readonly record: string;
};

/** Sources of the allowed subset whose value is the same in JavaScript, errors included. */
export const pureSources = fc.letrec<Sorts>((tie) => {
  const [any, num, text, bool, list, record] = [
    tie('any'),
    tie('num'),
    tie('text'),
    tie('bool'),
    tie('list'),
    tie('record'),
  ];
  const leafNum = pick('a', 'b', 'i', '0', '1', '2', '0.5', '-3', '1e21', 'NaN', 'Infinity', 'Math.PI');
  const leafText = pick('s', 't', 'y', "''", "'a'", "'1'", "'ab'", '"x y"', '`l`', "' 12 '", "'\\u{1F600}é'");
  const leafBool = pick('true', 'false', 'yes');
  const leafList = pick('xs', 'words', 'mixed', '[]', 'o.deep.list');
  const leafRecord = pick('o', '{}', '{ a: 1 }');
  const grow = (leaf: Source, ...more: Source[]): Source =>
    fc.oneof({ maxDepth: 4, depthIdentifier: 'source', withCrossShrink: true }, leaf, ...more);
  return {
    any: grow(
      pick('x', 'y', 'none', 'undefined', 'null'),
      num,
      text,
      bool,
      list,
      record,
      form`(${any})?.${key}`,
      form`(${any}).${key}`,
      form`(${record}).${key}`,
      form`(${record})?.${key}?.${key}.${key}`,
      form`(${list})[${small}]`,
      form`(${any})?.[${any}]`,
      form`(${list}).find((x) => (${bool}))`,
      form`(${list}).at(${num})`,
      form`((${any}) ?? (${any}))`,
      form`((${any}) && (${any}))`,
      form`((${any}) || (${any}))`,
      form`((${bool}) ? (${any}) : (${any}))`,
      form`(${list}).reduce((x, y, i) => (${any}), ${any})`,
    ),
    num: grow(
      leafNum,
      form`((${num}) ${pick('+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>')} (${num}))`,
      form`((${any}) ${pick('-', '*', '|')} (${any}))`,
      form`${pick('-', '+', '~')}(${any})`,
      form`(${text}).length`,
      form`(${list}).length`,
      form`(${text}).${pick('indexOf', 'lastIndexOf')}(${text}, ${num})`,
      form`(${text}).${pick('charCodeAt', 'codePointAt')}(${num})`,
      form`(${list}).${pick('indexOf', 'lastIndexOf')}(${any})`,
      form`(${pick('xs', 'words', 'mixed')}).${pick('indexOf', 'lastIndexOf')}(${corner})`,
      form`(${pick('xs', 'words', 'mixed')}).${pick('indexOf', 'lastIndexOf')}(${corner}, ${corner})`,
      form`${pick('Number', '-', 'parseInt', 'Math.round')}(${corner})`,
      form`(${list}).${pick('findIndex', 'findLastIndex')}((x, i) => (${bool}))`,
      form`Math.${pick('abs', 'ceil', 'floor', 'round', 'sign', 'sqrt', 'trunc')}(${any})`,
      form`Math.${pick('max', 'min')}(...(${list}), ${num})`,
      form`Number(${any})`,
      form`parseInt(${any}, ${pick('10', '16', '2', 'undefined')})`,
      form`parseFloat(${any})`,
    ),
    text: grow(
      leafText,
      form`((${any}) + (${text}))`,
      form`((${any}) + (${any}))`,
      form`((${corner}) + (${corner}))`,
      fc.tuple(any, any).map(([one, other]) => `\`p\${${one}}q\${${other}}\``),
      form`(${text}).${pick('toUpperCase', 'toLowerCase', 'trim', 'trimStart', 'trimEnd', 'toString')}()`,
      form`(${text}).${pick('slice', 'substring')}(${num}, ${num})`,
      form`(${text}).${pick('at', 'charAt')}(${num})`,
      form`(${text}).repeat(${small})`,
      form`(${text}).${pick('padStart', 'padEnd')}(${small}, ${text})`,
      form`(${text}).${pick('replace', 'replaceAll')}(${text}, ${text})`,
      form`(${text}).concat(${any}, ${any})`,
      form`(${list}).join(${text})`,
      form`(${list}).join()`,
      form`String(${any})`,
      form`(${num}).toFixed(${small})`,
      form`(${num}).toString(${pick('', '2', '16', '1')})`,
      form`(typeof (${any}))`,
      form`(${list}).toSorted().toString()`,
    ),
    bool: grow(
      leafBool,
      form`((${any}) ${pick('===', '!==', '==', '!=', '<', '>', '<=', '>=')} (${any}))`,
      form`((${corner}) ${pick('===', '==', '!=', '<', '<=')} (${corner}))`,
      form`!(${any})`,
      form`[${corner}, ${corner}].includes(${corner})`,
      form`(${text}).${pick('includes', 'startsWith', 'endsWith')}(${text})`,
      form`(${list}).includes(${any})`,
      form`(${list}).${pick('some', 'every')}((x, i) => (${any}))`,
      form`Array.isArray(${any})`,
      form`Boolean(${any})`,
      form`Number.${pick('isFinite', 'isInteger', 'isNaN')}(${any})`,
      form`${pick('isNaN', 'isFinite')}(${any})`,
      form`(${pick("'a'", "'n'", '0', '9')} in (${record}))`,
    ),
    list: grow(
      leafList,
      form`[${any}, ${any}]`,
      form`[...(${list}), ${any}, ...(${text})]`,
      form`(${list}).map((x, i) => (${any}))`,
      form`(${list}).map(({ n, s: y = ${text} }) => (${any}))`,
      form`(${list}).filter((x) => (${any}))`,
      form`(${list}).${pick('filter(Boolean)', 'map(String)', 'map(Number)', 'flat()', 'flat(Infinity)', 'toReversed()')}`,
      form`(${list}).flatMap((x) => (${list}))`,
      form`(${list}).slice(${num}, ${num})`,
      form`(${list}).concat(${any}, ${list})`,
      form`(${list}).slice().sort()`,
      form`(${list}).toSorted((x, y) => (${num}))`,
      form`(${text}).split(${text}, ${pick('undefined', '2')})`,
      form`Object.${pick('keys', 'values', 'entries')}(${record})`,
      form`Object.entries(${record}).map(([x, y = ${any}], i) => (${any}))`,
    ),
    record: grow(
      leafRecord,
      form`{ a: ${any}, n: ${any} }`,
      form`{ ...(${record}), s: ${any} }`,
      form`{ [${text}]: ${any}, x }`,
      form`o.deep`,
    ),
  };
}).any;

const HOSTILE = [
  '__proto__',
  'constructor',
  'prototype',
  'this',
  'globalThis',
  'process',
  'require',
  'eval',
  'Function',
  'arguments',
  'new Array(1e9)',
  'import("fs")',
  'import.meta',
  'async () => 1',
  'await x',
  'function () {}',
  'class {}',
  'new.target',
  '/(a+)+$/',
  'tag`x`',
  '{ get a() { return 1 } }',
  'x = 1',
  'x++',
  'delete o.a',
  'a, b',
  '(f => f(f))(f => f(f))',
  "'x'.repeat(1e9)",
  "'x'.padStart(1e9)",
  "'x'.repeat(1e5)",
  '[...xs, ...xs]',
  "s['constructor']",
  "o['__pro' + 'to__']",
  '{ __proto__: o }',
  "{ ['__proto__']: o }",
  '`$' + '{`$' + '{s}`}`',
  '"unclosed',
  '/*',
  '//',
  '<!--',
  ')',
  '(',
  ';',
  '}',
  '\\u0061',
  '\u2028',
  '\0',
  '1n',
  '#p in o',
  '...xs',
  '?.',
  '=>',
];

/** Sources that are allowed and ask for as much as they can. */
const costlySources = fc.letrec<{ any: string }>((tie) => {
  const any = tie('any');
  const plain = [...textMethods.keys(), ...listMethods.keys(), ...numberMethods.keys()];
  const method = pick(...plain);
  const callback = pick(...callbackMethods.keys());
  const many = pick("'ab'.repeat(999).split('b')", "s.repeat(9).split('')", 'xs.concat(xs, xs, xs)', 'words');
  return {
    any: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'costly' },
      pick(
        'x',
        's',
        'xs',
        'o',
        'mixed',
        '1e9',
        '300',
        "'ab'.repeat(1e5)",
        "o['__pro' + 'to__']",
        'undefined',
      ),
      many,
      form`(${many}).${callback}((x, y) => (${any}))`,
      form`(${many}).${callback}((x, y) => (${any}), ${any})`,
      form`(${any}).${callback}((x, y) => (${any}))`,
      form`(${any}).${method}(${any}, ${any})`,
      form`(${any})?.[${any}]`,
      form`(${pick(...globals.keys())})(...[${any}])`,
      form`words.reduce((x) => (x + x + (${any})), ${any})`,
      form`xs.reduce((x) => [x, x, ${any}], ${any})`,
      form`((${any}) ${pick('+', '==', '<', '**', 'in', '??', '&&')} (${any}))`,
      form`[...(${any}), ...(${any})]`,
      form`{ ...(${any}), [${any}]: ${any} }`,
    ),
  };
}).any;

const METHODS = [Array.prototype, String.prototype, Number.prototype, Object.prototype, Function.prototype]
  .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
  .concat('__proto__', 'apply', 'groupBy', 'assign', 'defineProperty');

/** Sources that try to get out, to go on for ever, or are no expressions at all. */
export const hostileSources = (() => {
  const { any } = fc.letrec<{ any: string }>((tie) => {
    const any = tie('any');
    const method = pick(...METHODS);
    return {
      any: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'hostile' },
        fc.oneof(pick('x', 's', 'xs', 'o', 'words', '1e9', "'ab'", '[]', '{}'), pick(...HOSTILE)),
        form`(${any}).${method}`,
        form`(${any}).${method}(${any}, ${any})`,
        form`(${any}).${method}((x, y) => ${any})`,
        form`(${any}).${method}((x, y) => ${any}, ${any})`,
        form`(${any})['${method}'](${any})`,
        form`(${any})[${any}]`,
        form`${pick('Object', 'Math', 'Array', 'JSON', 'Reflect', 'String', 'Number')}.${method}(${any})`,
        form`xs.concat(xs, xs, xs).map((x) => ${any})`,
        form`words.reduce((x) => x + x + ${any}, ${any})`,
        form`xs.reduce((x) => [x, x, ${any}], ${any})`,
        form`(${any}) + (${any})`,
        form`[...(${any}), ...(${any})]`,
        form`{ ...(${any}), [${any}]: ${any} }`,
        form`(({ x, ...y }, [z] = ${any}) => ${any})(${any})`,
        form`(${any}) ? ${any} : ${any}`,
      ),
    };
  });
  const edit = fc.record({
    at: fc.nat(400),
    cut: fc.nat(6),
    insert: fc.oneof(pick(...HOSTILE), fc.string()),
  });
  const mutated = fc
    .tuple(fc.oneof(any, costlySources, pureSources), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([source, edits]) =>
      edits.reduce((text, { at, cut, insert }) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + cut);
      }, source),
    );
  const noise = fc.string({ unit: 'binary', maxLength: 60 });
  return fc.oneof(
    { arbitrary: costlySources, weight: 5 },
    { arbitrary: any, weight: 3 },
    { arbitrary: mutated, weight: 3 },
    { arbitrary: noise, weight: 1 },
  );
})();
