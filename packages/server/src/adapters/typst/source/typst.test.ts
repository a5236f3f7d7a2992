import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../testing/pdf.ts';
import { createTypstCompiler } from '../typst-compiler.ts';
import { writeBook, writePage } from './book.ts';
import { equation } from './math.ts';
import { join, literal, readable, words } from './typst.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-typst-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noImages = { pictureOf: () => undefined, iconOf: () => undefined };

/** Characters that mean something to Typst, among others. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'#$`\\"*_{}[]()<>@=-/+~\'\n\t:;,.%&|^!? \u200b\u202ea0é日') }),
  fc.string({ unit: fc.constantFrom(...'abcXYZ01./-_:'), minLength: 15, maxLength: 60 }),
  fc.constantFrom(
    'getExternalFilesDir()',
    '#import "x"',
    '"; #panic() //',
    '\\u{41}',
    '// no',
    '/* no */',
    '<label>',
    '@ref',
    '$x$',
    '```',
    '#let x = 1',
    '\\',
    '"',
    '\\"',
  ),
);

describe('user input', () => {
  test('is plain text in Typst', () => {
    const compiler = NodeCompiler.create({ workspace: folder });
    const samples = fc.sample(hostile, 2000);
    const source = samples.map((sample) => `#metadata(${literal(sample)})<sample>`).join('\n');
    const found = compiler.query({ mainFileContent: source }, { selector: '<sample>', field: 'value' });
    expect(found).toEqual(samples.map(readable));
  });

  test('keeps all characters of long words with break points', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const pieces = [...join(words(text)).source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner]) =>
          inner!.replaceAll(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one)),
        );
        expect(pieces.join('')).toBe(readable(text).replaceAll('\n', ''));
      }),
      { numRuns: 2000 },
    );
  });

  test('is unchanged in the PDF', async () => {
    const unit = fc.constantFrom(...'#$`\\"*_{}[]()<>@=-/+~\':;,.%&|^!?aBcXyZ019éß€Жλ'.split(''));
    const samples = fc.sample(fc.string({ unit, minLength: 1, maxLength: 80 }), 150);
    const leaf = (text: string) => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });
    const nodes = samples.map((sample) => ({ object: 'block', type: 'paragraph', nodes: [leaf(sample)] }));
    const page = {
      id: 'p',
      depth: 0,
      title: 'T',
      targets: {},
      document: JSON.stringify({ object: 'document', data: {}, nodes }),
    };
    const frame = { title: 'B', language: 'en', date: '2026-01-01T00:00:00Z' };
    const source = writeBook(frame, [writePage(page, frame, noImages)], () => undefined);
    const set = (await createTypstCompiler(folder, source, undefined))(source);
    if ('problem' in set) throw new Error(set.problem);
    const { letters } = await readPdf(set.pdf);
    expect(
      samples.filter((sample) => !letters.includes(sample.replaceAll(/\s/g, '')) && sample.length < 40),
    ).toEqual([]);
  });
});

describe('the source of a diagram', () => {
  const blockOf = (language: string, data: object) => {
    const line = {
      object: 'block',
      type: 'code-line',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'graph TD; A-->B', marks: [] }] }],
    };
    const nodes = [{ object: 'block', type: 'code', data, nodes: [line] }];
    const document = JSON.stringify({ object: 'document', data: {}, nodes });
    const frame = { title: 'B', language, date: '2026-01-01T00:00:00Z' };
    const page = { id: 'p', depth: 0, title: 'T', targets: {}, document };
    const source = writeBook(frame, [writePage(page, frame, noImages)], () => undefined);
    return source.slice(source.lastIndexOf('code-block('));
  };

  test('has a title that says so, unless it has one of its own', () => {
    expect(blockOf('en', { syntax: 'mermaid' })).toContain('Source of the diagram');
    expect(blockOf('de', { syntax: 'Mermaid' })).toContain('Quelltext');
    expect(blockOf('en', { syntax: 'mermaid', title: 'Flow' })).toContain('Flow');
    expect(blockOf('en', { syntax: 'js' })).toContain('title:none');
  });
});

describe('formulas', () => {
  const formulas = [
    'e^{i\\pi}+1=0',
    '\\frac{a}{b} \\sqrt[3]{x} \\sum_{i=0}^{n} i^2',
    '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
    '\\left( \\frac{1}{2} \\right) \\overline{x} \\hat{y} \\vec{v} \\binom{n}{k}',
    '\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}',
    '\\mathbb{R} \\mathcal{L} \\mathbf{x} \\mathrm{d}x \\lim_{x \\to 0} \\sin x',
    '\\text{"#panic() $ \\}" }',
    '\\underbrace{a+b}_{c} \\xrightarrow{f} \\color{red} x',
    "{}_1^2 X \\prime f'",
    '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}',
  ];

  test('are rendered, and invalid ones are shown as source', async () => {
    const source = formulas
      .map((formula) => `#${(equation(formula, true) ?? join(words(formula))).source}`)
      .join('\n');
    const set = (await createTypstCompiler(folder, source, undefined))(`#let z = box()\n${source}`);
    expect('problem' in set ? set.problem : set.sheets).toBe(1);
    expect(equation('\\frac{', true)).toBeUndefined();
    expect(equation(`${'\\frac{1}{'.repeat(200)}1${'}'.repeat(200)}`, true)).toBeUndefined();
  });
});
