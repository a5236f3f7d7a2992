import { describe, expect, test } from 'vitest';
import { ruleInWords } from './merge-rules.ts';

const nameOf = (id: string) => ({ a: 'Ann', b: 'Ben', c: 'Cleo' })[id] ?? 'a former member';
const words = (
  rule: string,
  isMet: boolean,
  {
    users,
    approved = [],
    objecting = [],
  }: Partial<Record<'users' | 'approved' | 'objecting', string[]>> = {},
) => ruleInWords({ rule, isMet, ...(users && { users }) }, { approved, objecting }, nameOf);

describe('merge rules in words', () => {
  test('say what is missing', () => {
    expect(words('require_at_least_one_review', false)).toBe(
      'A review is missing: nobody has reviewed it yet',
    );
    expect(words('require_change_request_subject', false)).toBe('A subject is missing');
    expect(words('require_change_request_subject', true)).toBe('It has a subject');
  });

  test('name the people whose approval is missing, and no others', () => {
    const users = ['a', 'b', 'c'];
    const rule = 'require_specific_reviewers';
    expect(words(rule, false, { users, approved: ['b'] })).toBe('The approval of Ann and Cleo is missing');
    expect(words(rule, true, { users, approved: users })).toBe('Ann, Ben, and Cleo approved it');
    const oneOf = 'require_one_of_specific_reviewers';
    expect(words(oneOf, false, { users: ['a', 'b'] })).toBe('The approval of Ann or Ben is missing');
    expect(words(oneOf, true, { users, approved: ['b'] })).toBe('Ben approved it');
  });

  test('name the people who requested changes', () => {
    expect(words('require_all_reviews_approved', false, { objecting: ['b'] })).toBe(
      'Everybody who reviewed it must approve it: Ben requested changes',
    );
  });

  test('give the reason of an expression', () => {
    const rule = { rule: 'custom', isMet: false, message: 'the expression is false: x' };
    expect(ruleInWords(rule, { approved: [], objecting: [] }, nameOf)).toBe('the expression is false: x');
  });
});
