import { expect, test } from 'vitest';
import { stableRefs } from '../refs.ts';
import { keepFormatting } from './keep-formatting.ts';
import { printPageFile, readPageFile } from './page-file.ts';

const reprint = (text: string): string => printPageFile(readPageFile(text, stableRefs), stableRefs);

const toml = `+++
title = 'Sailing "far"'
description = """
Two
lines"""
date = 2024-05-01T10:00:00Z
draft = true
weight = 10
[params]
  author = "A"
+++

Words.
`;
const json = `{
  "title": "Sailing",
  "tags": ["a", "b"]
}

Words.
`;

test('TOML front matter becomes the fields of the page', () => {
  const { fields, problems } = readPageFile(toml, stableRefs);
  expect(fields).toMatchObject({
    title: 'Sailing "far"',
    description: 'Two\nlines',
    more: { draft: true, weight: 10, date: '2024-05-01T10:00:00.000Z', params: { author: 'A' } },
  });
  expect(problems).toEqual([]);
  expect(reprint(toml)).not.toContain('+++');
  expect(readPageFile(toml.replaceAll('\n', '\r\n'), stableRefs).fields.title).toBe('Sailing "far"');
});

test('JSON front matter becomes the fields of the page', () => {
  expect(readPageFile(json, stableRefs).fields).toMatchObject({ title: 'Sailing', tags: ['a', 'b'] });
});

test.each([
  '+++\ntitle = \n+++\n\nWords.\n',
  '{\n"title": \n}\n\nWords.\n',
  '+++\n\nWords.\n',
  '{\n[1]\n}\n',
])('invalid front matter is text: %j', (text) => {
  const { fields } = readPageFile(text, stableRefs);
  expect(fields).toEqual({});
});

test.each([toml, json])('a changed body leaves the front matter as it is', (existing) => {
  const base = reprint(existing);
  const printed = base.replace('Words.', 'Other words.');
  expect(keepFormatting({ existing, base, printed }, reprint)).toBe(
    existing.replace('Words.', 'Other words.'),
  );
});

test('a changed title is written', () => {
  const base = reprint(toml);
  const printed = base.replace(/Sailing/, 'Rowing');
  const kept = keepFormatting({ existing: toml, base, printed }, reprint);
  expect(readPageFile(kept, stableRefs).fields.title).toBe('Rowing "far"');
});
