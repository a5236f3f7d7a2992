import { describe, expect, test } from 'vitest';
import { latestReviews, verdictsOf } from './latest-reviews.ts';
import { mergeState, objectionsInWords } from './merge-state.ts';

const NOBODY = { approved: [], objecting: [] };
const FREE = { conflicts: 'none' as const, rules: [] };
const OPEN = { status: 'open' as const };

describe('the state before a merge', () => {
  test('is a draft, whatever else holds', () => {
    expect(mergeState({ status: 'draft' }, FREE, NOBODY)).toBe('draft');
  });

  test('is blocked by conflicts and by rules', () => {
    expect(mergeState(OPEN, FREE, NOBODY)).toBe('ready');
    expect(mergeState(OPEN, { ...FREE, conflicts: 'with-space' }, NOBODY)).toBe('blocked');
    const rules = [{ rule: 'require_change_request_subject', isMet: false }];
    expect(mergeState(OPEN, { ...FREE, rules }, NOBODY)).toBe('blocked');
  });

  test('says that somebody requested changes, even if no rule forbids the merge', () => {
    const verdicts = { approved: ['b'], objecting: ['a', 'c'] };
    expect(mergeState(OPEN, FREE, verdicts)).toBe('objected');
    const nameOf = (id: string) => id.toUpperCase();
    expect(objectionsInWords(verdicts, 'a', nameOf)).toBe('You and C requested changes');
    expect(objectionsInWords(verdicts, 'b', nameOf)).toBe('A and C requested changes');
    expect(objectionsInWords(NOBODY, 'b', nameOf)).toBeUndefined();
  });
});

describe('reviews', () => {
  const review = (id: string, status: 'approved' | 'changes-requested') => ({ status, reviewer: { id } });
  const reviews = [
    review('b', 'approved'),
    review('a', 'changes-requested'),
    review('b', 'changes-requested'),
  ];

  test('count once for each reviewer: the newest', () => {
    expect(verdictsOf(reviews)).toEqual({ approved: ['b'], objecting: ['a'] });
    expect([...latestReviews(reviews).values()]).toEqual(reviews.slice(0, 2));
  });
});
