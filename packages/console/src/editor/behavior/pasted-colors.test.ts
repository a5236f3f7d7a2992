import { expect, test } from 'vitest';
import { closestColor, hasChosenColors } from './pasted-colors.ts';

test.each([
  ['#FF0000', 'red'],
  ['red', 'red'],
  ['#c00000', 'red'],
  ['rgb(255, 153, 0)', 'orange'],
  ['yellow', 'yellow'],
  ['#ffff00', 'yellow'],
  ['lime', 'green'],
  ['#0b8043', 'green'],
  ['aqua', 'blue'],
  ['#1155cc', 'blue'],
  ['rgba(153,0,255,1)', 'purple'],
  ['#f0f', 'purple'],
  ['#000000', undefined],
  ['rgb(67,67,67)', undefined],
  ['white', undefined],
  ['windowtext', undefined],
  ['', undefined],
])('%s is %s', (color, name) => {
  expect(closestColor(color)).toBe(name);
});

test('only word processors have colors that somebody chose', () => {
  expect(hasChosenColors('<b style="font-weight:normal" id="docs-internal-guid-1">')).toBe(true);
  expect(hasChosenColors('<p class=MsoNormal>')).toBe(true);
  expect(hasChosenColors('<meta name="generator" content="LibreOffice 24.2">')).toBe(true);
  expect(hasChosenColors('<main><span style="color:red">Sale</span></main>')).toBe(false);
});
