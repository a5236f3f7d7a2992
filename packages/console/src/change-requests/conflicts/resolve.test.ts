import { conflictsOf, mergeDocuments, parseMarkdown, printMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { baseOf, markdownOfBoth, type Outcome, withOutcomes } from './resolve.ts';

const BASE = 'Intro\n\nThe old sentence.\n\nMiddle\n\n* Item one\n\nEnd of it.';
const SPACE = 'Intro\n\nThe first sentence.\n\nMiddle\n\n* Item one\n\nEnd as the space has it.';
const CHANGE = 'Intro\n\nThe second sentence.\n\nMiddle\n\n* Item one\n\nEnd as the change has it.';

const conflicted = () =>
  mergeDocuments(parseMarkdown(BASE), parseMarkdown(SPACE), parseMarkdown(CHANGE)).document;

const resolved = (...outcomes: Outcome[]) =>
  printMarkdown(withOutcomes(conflicted(), new Map(outcomes.map((outcome, at) => [at, outcome]))))
    .trim()
    .split('\n\n');

describe('resolving conflicts between blocks', () => {
  test('takes one side, both, or what was written by hand', () => {
    expect(conflictsOf(conflicted())).toHaveLength(2);
    expect(resolved({ take: 'primary' }, { take: 'changed' })).toEqual([
      'Intro',
      'The first sentence.',
      'Middle',
      '* Item one',
      'End as the change has it.',
    ]);
    expect(resolved({ take: 'both' }, { take: 'edit', markdown: 'By *hand*.' })).toEqual([
      'Intro',
      'The first sentence.',
      'The second sentence.',
      'Middle',
      '* Item one',
      expect.stringMatching(/^By [_*]hand[_*]\.$/),
    ]);
  });

  test('leaves conflicts without an outcome', () => {
    const some = withOutcomes(conflicted(), new Map([[1, { take: 'primary' } as const]]));
    expect(conflictsOf(some)).toHaveLength(1);
  });

  test('finds the block that both sides come from', () => {
    const base = baseOf(parseMarkdown(BASE), conflicted(), 0);
    expect(printMarkdown({ object: 'document', data: {}, nodes: base }).trim()).toBe('The old sentence.');
  });

  test('begins editing with both sides', () => {
    expect(markdownOfBoth(conflictsOf(conflicted())[0]!)).toBe('The first sentence.\n\nThe second sentence.');
  });
});
