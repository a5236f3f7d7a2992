import { expect, test } from 'vitest';
import { movedCursor } from './text-change.ts';

test('the cursor stays at its word when others write before, after or around it', () => {
  expect(movedCursor('one two', 'one two', 5)).toBe(5);
  expect(movedCursor('one two', 'zero one two', 5)).toBe(10);
  expect(movedCursor('one two', 'one two three', 5)).toBe(5);
  expect(movedCursor('one two three', 'one three', 6)).toBe(5);
  expect(movedCursor('', 'one', 0)).toBe(0);
});
