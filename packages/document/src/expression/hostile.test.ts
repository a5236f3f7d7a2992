import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './budget.ts';
import { compileExpression } from './compile.ts';
import { evaluateWithSteps } from './evaluate.ts';
import { namesIn } from './names.ts';
import { CONTEXT_JSON, hostileSources } from './sources.fixture.ts';

const objectsIn = (value: unknown, found = new Set<object>()): Set<object> => {
  if (typeof value !== 'object' || value === null) return found;
  found.add(value);
  for (const inner of Object.values(value)) objectsIn(inner, found);
  return found;
};

const context = JSON.parse(CONTEXT_JSON) as Record<string, unknown>;
const ownObjects = objectsIn(context);
for (const object of ownObjects) Object.freeze(object);

const isPlain = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return !/function|symbol|bigint/.test(typeof value);
  const prototype = Object.getPrototypeOf(value);
  const isOurs = ownObjects.has(value);
  const isOrdinary = prototype === Object.prototype || prototype === Array.prototype;
  return !isOurs && isOrdinary && Object.values(value).every(isPlain);
};

const isWayOut = (names: readonly string[]) =>
  names.some((name) => /^(__proto__|constructor|prototype)$/.test(name));

const run = (source: string) => {
  const compilation = compileExpression(source);
  if (!compilation.ok) return { compilation, steps: 0, result: undefined };
  return { compilation, ...evaluateWithSteps(compilation.expression, context) };
};

describe('hostile expressions', () => {
  test('end in time with plain data or an error message', () => {
    let evaluated = 0;
    let slowest = 0;
    fc.assert(
      fc.property(hostileSources, (source) => {
        const start = process.cpuUsage();
        const { compilation, steps, result } = run(source);
        slowest = Math.max(slowest, process.cpuUsage(start).user / 1000);
        if (!compilation.ok) {
          expect(compilation.message).not.toBe('');
          expect(compilation.offset).toBeGreaterThanOrEqual(0);
          expect(compilation.offset).toBeLessThanOrEqual(source.length);
          return;
        }
        evaluated += 1;
        expect(steps).toBeLessThanOrEqual(DEFAULT_LIMITS.steps);
        if (result?.ok) expect(result.value).toSatisfy(isPlain);
        else expect(result?.message.length).toBeLessThan(200);
        expect(namesIn(compilation.expression).flatMap((path) => path.split('.'))).not.toSatisfy(isWayOut);
      }),
      { numRuns: 3000 },
    );
    // Enough of them compile for the test to mean something. The time, in milliseconds, is generous.
    expect(evaluated).toBeGreaterThan(1000);
    expect(slowest).toBeLessThan(1000);
    expect(JSON.stringify(context)).toBe(CONTEXT_JSON);
  });

  const ten = '[0,1,2,3,4,5,6,7,8,9]';
  const manyTimes = (body: string) =>
    `${ten}.map(x => ${ten}.map(x => ${ten}.map(x => ${ten}.map(x => ${body}))))`;

  test.each([
    ['loops in loops', manyTimes('1'), 'many steps'],
    ['doubling a text', `${ten}.concat(${ten}).reduce(x => x + x, 'ab')`, 'text that is too long'],
    [
      'doubling a text in a template',
      `${ten}.concat(${ten}).reduce(x => \`\${x}\${x}\`, 'ab')`,
      'text that is too long',
    ],
    ['doubling by concat', `${ten}.concat(${ten}).reduce(x => x.concat(x), 'ab')`, 'text that is too long'],
    ['doubling a list', `${ten}.reduce(x => [...x, ...x, ...x], [1, 2])`, 'list that is too long'],
    ['doubling a list by concat', `${ten}.reduce(x => x.concat(x, x), [1, 2])`, 'list that is too long'],
    [
      'doubling by flat',
      `${ten}.concat(${ten}).reduce(x => [x, x].flat(), [1])`,
      '(list that is too long|many steps)',
    ],
    ['shared parts in the answer', `${ten}.concat(${ten}).reduce(x => [x, x], 1)`, 'many steps'],
    ['shared parts as text', `${ten}.concat(${ten}).reduce(x => [x, x], 1) + ''`, 'many steps'],
    ['shared parts to flatten', `${ten}.concat(${ten}).reduce(x => [x, x], 1).flat(Infinity)`, 'many steps'],
    ['a deep answer', `'x'.repeat(900).split('').reduce(x => [x], 1)`, 'too deeply'],
    ['a deep text', `'x'.repeat(900).split('').reduce(x => [x], 1).join()`, 'too deeply'],
    ['a huge repeat', `'ab'.repeat(1e9)`, 'text that is too long'],
    ['an endless repeat', `'ab'.repeat(Infinity)`, 'repeat count'],
    ['a huge padding', `'ab'.padEnd(1e9, 'xy')`, 'text that is too long'],
    ['an endless padding', `'ab'.padStart(Infinity)`, 'text that is too long'],
    ['a huge replacement', `'a'.repeat(9999).replaceAll('', 'b'.repeat(9999))`, 'text that is too long'],
    ['a replacement by pattern', `'a'.repeat(9999).replace('a', '$\`'.repeat(9999))`, 'not supported'],
    ['a huge split', `'a'.repeat(200000).split('')`, 'list that is too long'],
    ['a huge join', `'a'.repeat(9999).split('').join('b'.repeat(9999))`, 'text that is too long'],
    ['a long search', manyTimes(`'a'.repeat(99999).includes('a'.repeat(49999) + 'b')`), 'many steps'],
    ['long comparisons', manyTimes(`'a'.repeat(99999) < 'a'.repeat(99999)`), 'many steps'],
    ['long cases', manyTimes(`'a'.repeat(99999).toUpperCase()`), 'many steps'],
    ['long numbers', manyTimes(`+'1'.repeat(99999)`), 'many steps'],
    ['a long answer', `${ten}.flatMap(x => ${ten}.map(y => 'x'.repeat(1e5)))`, 'many steps'],
    ['a sort that never agrees', `'b'.repeat(4000).split('').sort((x, y) => 1)`, 'many steps'],
    ['a sort of long texts', `'b'.repeat(2000).split('').map(() => s).sort()`, 'many steps'],
  ])('%s', (_name, source, message) => {
    const start = process.cpuUsage();
    const compilation = compileExpression(source);
    if (!compilation.ok) throw new Error(compilation.message);
    const { result } = evaluateWithSteps(compilation.expression, { s: 'b'.repeat(200_000) });
    expect(result).toEqual({ ok: false, message: expect.stringMatching(message) });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });

  test('only plain data can be read', () => {
    class Secret {
      token = 'secret';
    }
    const hosts = { date: new Date(0), map: new Map(), secret: new Secret(), call: () => 1, big: 1n };
    const trap = Object.defineProperty({}, 'read', { get: () => expect.unreachable(), enumerable: true });
    const all = { hosts, list: Object.values(hosts), trap };
    const sources = Object.keys(hosts).map((name) => `hosts.${name}`);
    sources.push('hosts.secret.token', 'list[0]', 'list.map(x => 1)', 'list.find(x => true)', 'list.at(0)');
    sources.push(
      '[...list]',
      'list.join()',
      'list.sort()',
      'list',
      'hosts',
      'list + 1',
      'Object.values(hosts)',
    );
    sources.push(
      'list.slice(1)',
      'list.concat(list)',
      '{ ...hosts }',
      'trap',
      'trap.read',
      'Object.values(trap)',
    );
    for (const source of sources) {
      const compilation = compileExpression(source);
      if (!compilation.ok) throw new Error(compilation.message);
      const { result } = evaluateWithSteps(compilation.expression, all);
      expect(result, source).toEqual({ ok: false, message: expect.stringContaining('not plain data') });
    }
  });

  test('the stack depth of the caller does not matter', () => {
    const compilation = compileExpression(`${'('.repeat(200)}1${')'.repeat(200)} + 1`);
    if (!compilation.ok) throw new Error(compilation.message);
    const descend = (): string => {
      try {
        return descend();
      } catch {
        const { result } = evaluateWithSteps(compilation.expression, {});
        return result.ok ? String(result.value) : result.message;
      }
    };
    expect(descend()).toMatch(/^(2|The expression is nested too deeply\.)$/);
  });
});
