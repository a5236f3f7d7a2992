import { describe, expect, test } from 'vitest';
import { ruleInWords } from './merge-rules.ts';

const nameOf = (id: string) => ({ a: 'Ann', b: 'Ben' })[id] ?? 'a former member';

describe('merge rules in words', () => {
  test('name people', () => {
    expect(ruleInWords({ rule: 'require_specific_reviewers', isMet: false, users: ['a', 'b'] }, nameOf)).toBe(
      'Ann and Ben approved it',
    );
  });

  test('give the reason of an expression', () => {
    expect(ruleInWords({ rule: 'custom', isMet: false, message: 'the expression is false: x' }, nameOf)).toBe(
      'the expression is false: x',
    );
  });
});
