import { expect, test } from 'vitest';
import { typedColor } from './typed-color.ts';

test.each([
  ['#1a2B3c', '#1a2b3c'],
  ['1a2b3c', '#1a2b3c'],
  ['#abc', '#aabbcc'],
  [' fff ', '#ffffff'],
  ['#abcd', undefined],
  ['#ggg', undefined],
  ['red', undefined],
  ['', undefined],
])('%s is the color %s', (text, color) => {
  expect(typedColor(text)).toBe(color);
});
