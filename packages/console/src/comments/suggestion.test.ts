import { parseMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import {
  replaceBlock,
  suggestedBlocks,
  suggestionIn,
  suggestionState,
  withoutSuggestion,
  withSuggestion,
} from './suggestion.ts';

const page = parseMarkdown('Welcome.\n\nRun teh installer.\n\nDone.').nodes;
const target = (more: object = {}) => ({ space: 's', revision: 'r', node: { id: page[1]!.key! }, ...more });

describe('a suggestion', () => {
  test.each([
    'Run the installer.',
    'Run `it`.',
    '```js\nrun();\n```',
    '````md\n```js\nx\n```\n````',
    '* one\n* two',
    '',
  ])('is a part of the Markdown of a comment: %j', (suggested) => {
    const document = parseMarkdown(withSuggestion('There is a **typo**.', suggested));
    expect(suggestionIn(document)).toBe(suggested);
    expect(withoutSuggestion(document).nodes.map(({ type }) => type)).toEqual(['paragraph']);
  });

  test('needs no words beside it', () => {
    expect(suggestionIn(parseMarkdown(withSuggestion('', 'x')))).toBe('x');
    expect(suggestionIn(parseMarkdown('Just words, and `code`.'))).toBeUndefined();
  });

  test.each([
    ['fits the block', target(), 'Run the installer.', 'open'],
    ['removes the block', target(), '', 'open'],
    ['is what the block says', target(), 'Run teh installer.', 'applied'],
    ['is what the changed block says', target({ changed: true }), 'Run teh installer.', 'applied'],
    ['was made of two blocks', target({ gone: 'node' }), 'Welcome.\n\nRun teh installer.', 'applied'],
    ['was for a block that is gone', target({ gone: 'node' }), 'Run the installer.', 'outdated'],
    ['removed the block', target({ gone: 'node' }), '', 'applied'],
    ['was for other words', target({ changed: true }), 'Run the installer.', 'outdated'],
    ['was for a page that is gone', target({ gone: 'page' }), '', 'outdated'],
  ] as const)('%s', (_, at, suggested, state) => {
    expect(suggestionState(at as never, page, suggestedBlocks(suggested))).toBe(state);
  });

  test('replaces its block alone', () => {
    const document = { object: 'document' as const, data: {}, nodes: page };
    const next = replaceBlock(document, page[1]!.key!, suggestedBlocks('One.\n\nTwo.'));
    expect(next!.nodes.length).toBe(4);
    expect([next!.nodes[0], next!.nodes[3]]).toEqual([page[0], page[2]]);
    expect(replaceBlock(document, 'none', [])).toBeUndefined();
  });
});
