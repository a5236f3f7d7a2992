import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonSyntaxProblem } from './json-syntax-error.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('a syntax error in JSON', () => {
  test.each([
    ['{\n"openapi": tru}', 13, '/openapi', 'tru where a value belongs'],
    ['{"a": [1, 2\n  3]}', 14, '/a/1', '3 where "," or the end belongs'],
    ['{"a": {"b": }}', 12, '/a/b', '} where a value belongs'],
    ['{"a": 1,}', 8, '/a', '} where a name belongs'],
    ['{"a" 1}', 5, '/a', '1 where ":" belongs'],
    ['{"a": "x', 6, '/a', '" where a value belongs'],
    ['{"a": [', 7, '/a/0', 'ends where a value or ] belongs'],
    ['{} x', 3, '', 'x where nothing more belongs'],
  ])('is located in %j', (text, offset, path, message) => {
    const fault = findJsonSyntaxProblem(text)!;
    expect(fault).toMatchObject({ offset, message });
    expect(fault.path.map((name) => `/${name}`).join('')).toBe(path);
  });

  test('is found if and only if the text is invalid', () => {
    const spoiled = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '\\', 'nul', '\n', '01'))
      .map(([json, at, more]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + more + json.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), spoiled), (text) => {
        expect(findJsonSyntaxProblem(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });
});
