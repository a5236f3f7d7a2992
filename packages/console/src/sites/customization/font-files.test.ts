import { expect, test } from 'vitest';
import { familyOf, problemOf, weightOf } from './font-files.ts';

test.each([
  ['Inter-Regular.woff2', 400],
  ['Inter-SemiBold.woff2', 600],
  ['inter-latin-700-normal.woff2', 700],
  ['ExtraLight.woff', 200],
  ['Brand.woff2', 400],
  ['Brand2000.woff2', 400],
])('the weight of %s is %i', (name, weight) => {
  expect(weightOf(name)).toBe(weight);
});

test('the name of a font is the first part of the name of its file', () => {
  expect(['OpenSans-Bold.woff2', 'brand_400.woff'].map(familyOf)).toEqual(['Open Sans', 'brand']);
});

test('a font needs a regular weight, and each weight once', () => {
  const files = (...weights: number[]) => weights.map((weight) => ({ file: new File([], 'a'), weight }));
  expect([files(400, 700), files(), files(700), files(400, 400)].map(problemOf)).toEqual([
    undefined,
    'Choose one file for each weight.',
    'One file must have the weight 400 (regular).',
    'Two files have the same weight.',
  ]);
});
