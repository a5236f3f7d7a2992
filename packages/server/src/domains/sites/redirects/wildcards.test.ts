import { describe, expect, test } from 'vitest';
import { capturedBy, sourcesMatching, withSegments } from './wildcards.ts';

describe('wildcards of redirects', () => {
  test('match every path with their beginning, the longest first', () => {
    expect(sourcesMatching('/a/b')).toEqual(['/a/b', '/a/b/*', '/a/b*', '/a/*', '/a*']);
    expect(sourcesMatching('/a')).toEqual(['/a', '/a/*', '/a*']);
  });

  test('capture the rest of the path', () => {
    expect(capturedBy('/old/*', '/old/a/b')).toBe('a/b');
    expect(capturedBy('/old/*', '/old')).toBe('');
    expect(capturedBy('/old*', '/old/a')).toBe('a');
    expect(capturedBy('/old*', '/older')).toBe('er');
    expect(capturedBy('/old*', '/old')).toBe('');
    expect(capturedBy('/old', '/old')).toBe('');
  });

  test('append it before query and fragment', () => {
    expect(withSegments('https://example.com/', 'a/b')).toBe('https://example.com/a/b');
    expect(withSegments('https://example.com/x?y=1#z', 'a')).toBe('https://example.com/x/a?y=1#z');
    expect(withSegments('https://example.com/x?y', '')).toBe('https://example.com/x?y');
  });
});
