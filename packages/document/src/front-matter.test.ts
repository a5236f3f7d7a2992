import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasReadableFrontMatter } from './front-matter.ts';
import { parsePage, printMarkdown, printPage } from './index.ts';
import { corpora } from './markdown/corpora.testing.ts';
import { isDeep } from './testing/deep.ts';
import { law } from './testing/random.ts';

const again = (source: string): string => printPage(parsePage(source));

/** The lines between the first two rules. */
const linesOf = (page: string): readonly string[] =>
  /^---\n([\s\S]*?)\n---\n/.exec(page)?.[1]?.split('\n') ?? [];

test('a title that ends like the id of a heading stays in the front matter, and is none', () => {
  const printed = printPage({ title: 'Each {#if}', properties: {}, document: '## In {#each}\n' });
  expect(parsePage(printed)).toMatchObject({ title: 'Each {#if}' });
  const text = '## Words \\{#each}\n';
  expect(again(text)).toBe(text);
});

describe('front matter', () => {
  test('with fields twice, too many references or an error is none', () => {
    const many = `a: &a [1]\n${Array.from({ length: 200 }, (_, at) => `b${at}: *a`).join('\n')}`;
    for (const yaml of ['a: 1\na: 2', 'a: {b: 1, b: 2}', many, 'a: [', `a: ${'x'.repeat(50_000)}`])
      expect([yaml.slice(0, 20), hasReadableFrontMatter(`---\n${yaml}\n---\n`)]).toEqual([
        yaml.slice(0, 20),
        false,
      ]);
    expect(hasReadableFrontMatter('---\na: &a [1]\nb: *a\nc: {a: 1}\n---\n')).toBe(true);
  });

  test('preserves the format of numbers, and comments', () => {
    const source =
      '---\n# first\nversion: 1.10 # beside\nbuild: 20240101123456789012\n\n# between\nhex: 0x1F\nexp: 1e3\noct: 0123\nno: .nan\nlist:\n  - 1.0 # inside\n---\n\n# Title\n\nBody\n';
    expect(again(source)).toBe(source);
  });

  test.each([
    ['beside', 'title: Title # c\nv: 1.10\n', '# c\nv: 1.10\n'],
    ['below', 'v: 1.10\ntitle: "Title"\n# c\n', 'v: 1.10\n# c\n'],
    ['before the value', 'title: # c\n  Title\nv: 1.10\n', '# c\nv: 1.10\n'],
    ['in the head of a block', 'title: >- # c\n  Title\nv: 1.10\n', '# c\nv: 1.10\n'],
    ['alone', '# c\ntitle: Title\n', '# c\n'],
    ['that is none', 'title: Title\nv: "x # c"\n', 'v: "x # c"\n'],
    ['between braces', '{title: Title, v: 1.10}\n', 'v: 1.10\n'],
  ])('preserves a comment %s a removed title', (_where, before, after) => {
    expect(again(`---\n${before}---\n\nBody\n`)).toBe(`---\n${after}---\n\n# Title\n\nBody\n`);
  });

  test('rewrites only changed keys', () => {
    const page = parsePage('---\na: 1.10\nb: 0x1F # why\nc: 1e3\n---\n\nBody\n');
    const { c: _gone, ...rest } = page.properties;
    expect(printPage({ ...page, properties: { ...rest, b: 32, d: 'new' } })).toBe(
      '---\na: 1.10\nb: 32\n# why\nd: new\n---\n\nBody\n',
    );
  });

  test('resolves an alias whose anchor was removed', () => {
    expect(again('---\ntitle: &t Title\nname: *t\n---\n')).toBe('---\nname: Title\n---\n\n# Title\n');
  });

  test('of any keys preserves every line', () => {
    const value = fc.constantFrom(
      ...['1.10', '0x1F', '0o17', '0123', '1e3', '20240101123456789012', '.inf', '~', '', 'yes', "'it''s'"],
      ...['"a\\tb" # c', '2024-01-01', '[1.0, "x"] # c', '{ a: 1.0 }', '|\n  a\n   b', '>-\n  a\n\n  b'],
      ...['\n  - 1.0\n  # c\n  - 0x2', '\n  deep: 1.50 # c', 'a b   # c', '|+\n  a\n'],
    );
    const entry = fc.tuple(fc.constantFrom('', '# c\n', '\n', '\n# c\n\n'), fc.nat({ max: 99 }), value);
    const entries = fc.uniqueArray(entry, { selector: ([, key]) => key, minLength: 1, maxLength: 6 });
    const title = fc.option(fc.constantFrom('title: Title', 'title: "Title" # t', 'title: " x"'));
    law(
      fc.tuple(entries, title, fc.nat({ max: 6 })),
      ([list, titled, at]) => {
        const written = list.map(([before, key, of]) => `${before}x${key}: ${of}`);
        const all = titled === null ? written : [...written.slice(0, at), titled, ...written.slice(at)];
        const source = `---\n${all.join('\n')}\n---\n\nBody\n`;
        const printed = again(source);
        expect(again(printed)).toBe(printed);
        expect(parsePage(printed).properties).toEqual(parsePage(source).properties);
        // In their order, and nothing of them is left out.
        const kept = linesOf(printed).filter((line) => !/^title:|^# t$|^$/.test(line));
        expect(kept).toEqual(linesOf(source).filter((line) => !/^title:|^$/.test(line)));
        if (titled?.includes('# t')) expect(linesOf(printed)).toContain('# t');
      },
      500,
    );
  });

  const files = corpora();
  test.skipIf(files.length === 0)('of real documentation preserves every line', () => {
    const lost: string[] = [];
    let seen = 0;
    for (const { path, source } of files) {
      const head = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.exec(source)?.[0].replace(/\r\n/g, '\n');
      if (head === undefined) continue;
      seen++;
      const page = `${head}\nBody\n`;
      const printed = again(page);
      if (again(printed) !== printed) lost.push(`${path}: no fixed point`);
      const kept = new Set(linesOf(printed));
      for (const line of linesOf(page))
        if (!/^title:|^\s*$/.test(line) && !kept.has(line)) lost.push(`${path}: ${line}`);
    }
    expect(lost).toEqual([]);
    expect(seen).toBeGreaterThan(isDeep ? 100 : 10);
  });
});

describe('the title of a page', () => {
  test.each([
    ['# Using `npm` install', 'Using npm install', ''],
    ['# The *big* one', 'The big one', ''],
    ['# T <a href="#t" id="t"></a>', 'T', ''],
    ['# Docusaurus {#id}', 'Docusaurus', ''],
    ['# Read [the guide](guide.md) ![logo](logo.png)', 'Read the guide logo', ''],
    ['<!-- comment -->\n\n# Lint', 'Lint', '<!-- comment -->'],
    ['[![Build](b.svg)](https://ci.test)\n\n# Tool', 'Tool', '[![Build](b.svg)](https://ci.test)'],
    ['Words\n\n# Part', undefined, 'Words\n\n# Part'],
    ['# ![logo](logo.png)', 'logo', ''],
  ])('of %s is %s', (source, title, body) => {
    const page = parsePage(`${source}\n\nText.\n`);
    expect(page.title).toBe(title);
    expect(printMarkdown(page.document)).toBe(body === '' ? 'Text.\n' : `${body}\n\nText.\n`);
    const printed = again(source);
    expect([again(printed), printed.match(/^# /gm)?.length]).toEqual([printed, 1]);
  });
});
