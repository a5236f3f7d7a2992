import { conflictsOf, type Document, mergeDocuments, parseMarkdown, printMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { basesOf, markdownOfBoth, type Outcome, withOutcomes } from './resolve.ts';

const BASE = 'Intro\n\nThe old sentence.\n\nMiddle\n\n* Item one\n\nEnd of it.';
const SPACE = 'Intro\n\nThe first sentence.\n\nMiddle\n\n* Item one\n\nEnd as the space has it.';
const CHANGE = 'Intro\n\nThe second sentence.\n\nMiddle\n\n* Item one\n\nEnd as the change has it.';

const conflicted = () =>
  mergeDocuments(parseMarkdown(BASE), parseMarkdown(SPACE), parseMarkdown(CHANGE)).document;

const resolved = (...outcomes: Outcome[]) =>
  printMarkdown(withOutcomes(conflicted(), new Map(outcomes.map((outcome, at) => [at, outcome]))))
    .trim()
    .split('\n\n');

const before = (base: string, document: Document) =>
  basesOf(parseMarkdown(base), document).map(
    (nodes) => nodes && printMarkdown({ object: 'document', data: {}, nodes }).trim(),
  );

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
    expect(before(BASE, conflicted())).toEqual(['The old sentence.', 'End of it.']);
  });

  test('finds it also where both sides have rewritten every word, and where one has deleted it', () => {
    const base = 'Intro\n\nSome words of the page.\n\nMiddle\n\nLast line.';
    const document = mergeDocuments(
      parseMarkdown(base),
      parseMarkdown('Intro\n\nAnything else entirely!\n\nMiddle\n\nLast line, longer.'),
      parseMarkdown('Intro\n\nNo similarity left\n\nMiddle'),
    ).document;
    expect(conflictsOf(document)).toHaveLength(2);
    expect(before(base, document)).toEqual(['Some words of the page.', 'Last line.']);
    // One is settled; the other is still known.
    const settled = withOutcomes(document, new Map([[0, { take: 'both' } as const]]));
    expect(before(base, settled)).toEqual(['Last line.']);
  });

  test('begins editing with both sides', () => {
    expect(markdownOfBoth(conflictsOf(conflicted())[0]!)).toBe('The first sentence.\n\nThe second sentence.');
  });
});
