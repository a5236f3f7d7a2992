import { expect, test } from 'vitest';
import { withLineEndsOf } from './existing-texts.ts';

test.each([
  ['LF', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
  ['CRLF', 'a\r\nb\r\n', 'a\nc\nd\n', 'a\r\nc\r\nd\r\n'],
  ['mixed', 'a\r\nb\nc\r\n', 'a\nb\nd\n', 'a\r\nb\nd\n'],
  ['mixed, with a line before them', 'a\nb\r\nc\r\n', 'x\na\nb\nc\n', 'x\na\nb\r\nc\r\n'],
  ['mixed, with a line after a line that stays', 'a\nb\r\nc\r\n', 'a\nb\nx\nc\n', 'a\nb\r\nx\r\nc\r\n'],
  ['mixed, with equal lines', 'a\r\n\nb\n\r\na\n', 'a\n\nx\n\na\n', 'a\r\n\nx\n\r\na\n'],
  ['mixed, without an end', 'a\r\nb\nc', 'a\nb\nc', 'a\r\nb\nc'],
])('lines keep their ends: %s', (_, existing, text, expected) => {
  expect(withLineEndsOf(Buffer.from(existing), text)).toBe(expected);
});

test('a new file has LF', () => {
  expect(withLineEndsOf(undefined, 'a\n')).toBe('a\n');
});
