import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Document, Node } from '../document.ts';
import { evaluateDocument } from './evaluate-document.ts';

const text = (value: string): Node => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks: [] }],
});
const paragraph = (...nodes: Node[]): Block => ({ object: 'block', type: 'paragraph', nodes });
const inline = (expression: string): Node => ({
  object: 'inline',
  type: 'expression',
  isVoid: true,
  data: { expression },
});
const when = (expression: string, ...nodes: Node[]): Block => ({
  object: 'block',
  type: 'if',
  isVoid: false,
  data: { expression },
  nodes,
});
const document = (...nodes: Block[]): Document => ({ object: 'document', data: {}, nodes });

const CONTENT = { space: { vars: { name: 'Lectern', on: true, n: 2 } }, page: { vars: { off: false } } };
const CONTEXT = { ...CONTENT, visitor: { claims: { plan: 'pro' } } };

describe('documents', () => {
  test('conditions are replaced by their content', () => {
    const [one, two] = ['1', '2'].map((value) => paragraph(text(value)));
    const given = document(
      when('space.vars.on', one!, when('visitor.claims.plan === "pro"', two!)),
      when('page.vars.off', one!),
      when('visitor.claims.missing.deep', one!),
      when('not an expression', one!),
      when(' ', one!),
    );
    expect(evaluateDocument(given, CONTEXT)).toEqual(document(one!, two!));
  });

  test('inline expressions become text, also in fragments', () => {
    const sources = ['space.vars.name', 'space.vars.n + 1', 'space.vars.on', 'null', '[1]', 'nobody', ')'];
    const table: Block = {
      object: 'block',
      type: 'table',
      nodes: [],
      fragments: [{ object: 'fragment', fragment: 'f', nodes: [paragraph(inline('space.vars.n * 2'))] }],
    };
    const result = evaluateDocument(document(paragraph(...sources.map(inline)), table), CONTEXT);
    const shown = ['Lectern', '3', 'true', '', '', '', ''].map(text);
    expect(result.nodes[0]).toEqual(paragraph(...shown));
    expect(result.nodes[1]?.fragments?.[0]?.nodes).toEqual([paragraph(text('4'))]);
  });

  test('keys are preserved', () => {
    const node = { ...inline('1'), key: 'k1' } as Node;
    const result = evaluateDocument(document(paragraph(node)), {});
    expect(result.nodes[0]?.nodes?.[0]).toEqual({ ...text('1'), key: 'k1' });
  });

  test('only expressions that do not depend on the reader', () => {
    const inner = paragraph(inline('space.vars.name'), inline('visitor.claims.plan'));
    const given = document(when('visitor.claims.plan === "pro"', inner), when('page.vars.off', inner), inner);
    const settled = paragraph(text('Lectern'), inline('visitor.claims.plan'));
    const only = 'deterministic';
    // Without claims the condition waits; with them it is decided, for clients cannot.
    expect(evaluateDocument(given, CONTENT, { only })).toEqual(
      document(when('visitor.claims.plan === "pro"', settled), settled),
    );
    expect(evaluateDocument(given, CONTEXT, { only })).toEqual(document(settled, settled));
  });

  test('conditions are kept for authors, with evaluated content', () => {
    const inner = paragraph(inline('space.vars.name'), inline('visitor.claims.plan'));
    const settled = paragraph(text('Lectern'), inline('visitor.claims.plan'));
    const given = document(when('page.vars.off', inner), when('true', inner));
    const options = { only: 'deterministic', keepsConditions: true } as const;
    expect(evaluateDocument(given, CONTENT, options)).toEqual(
      document(when('page.vars.off', settled), when('true', settled)),
    );
  });

  test('all expressions together have a limit', () => {
    const slow =
      '[1,2,3,4,5,6,7,8,9].map(x => [1,2,3,4,5,6,7,8,9].map(y => [1,2,3,4,5,6,7,8,9].map(z => 1))).length';
    const given = document(...Array.from({ length: 5000 }, () => paragraph(inline(slow))));
    const start = process.cpuUsage();
    const shown = evaluateDocument(given, {}).nodes.map((block) => JSON.stringify(block).includes('"9"'));
    expect(shown.filter(Boolean).length).toBeLessThan(200);
    expect(shown[0]).toBe(true);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
  });

  const sources = fc.constantFrom(
    'space.vars.on',
    'page.vars.off',
    'space.vars.name',
    'visitor.claims.plan',
    'visitor.claims.plan === space.vars.name',
    'visitor.claims.missing.deep',
    'nobody',
    ')',
    '',
  );
  const { blocks } = fc.letrec<{ blocks: Block[]; block: Block }>((tie) => ({
    blocks: fc.array(tie('block'), { maxLength: 4 }),
    block: fc.oneof(
      { maxDepth: 4 },
      fc
        .array(fc.oneof(sources.map(inline), fc.constant(text('t'))), { maxLength: 3 })
        .map((nodes) => paragraph(...nodes)),
      fc.tuple(sources, tie('blocks')).map(([source, nodes]) => when(source, ...nodes)),
      tie('blocks').map((nodes): Block => ({ object: 'block', type: 'hint', nodes })),
    ),
  }));
  const isSettled = (node: Node): boolean =>
    node.object === 'text' ||
    (!['if', 'expression'].includes(node.type) && (node.nodes ?? []).every(isSettled));

  test('evaluation in two steps equals evaluation at once', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const given = document(...nodes);
        const before = JSON.stringify(given);
        const all = evaluateDocument(given, CONTEXT);
        for (const context of [CONTENT, CONTEXT]) {
          const first = evaluateDocument(given, context, { only: 'deterministic' });
          expect(evaluateDocument(first, CONTEXT)).toEqual(all);
          // And there is nothing left to do the second time.
          expect(evaluateDocument(first, context, { only: 'deterministic' })).toBe(first);
        }
        expect(all.nodes.every(isSettled)).toBe(true);
        expect(evaluateDocument(all, CONTEXT)).toBe(all);
        expect(JSON.stringify(given)).toBe(before);
        if (nodes.every(isSettled)) expect(all).toBe(given);
      }),
      { numRuns: 500 },
    );
  });
});
