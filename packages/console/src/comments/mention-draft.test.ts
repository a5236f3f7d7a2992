import { describe, expect, test } from 'vitest';
import { mentionOf, mentionQuery, pageLinkOf, takeMention, toDraft, toMarkdown } from './mention-draft.ts';

const ann = mentionOf('u1', 'Ann');
const annLee = mentionOf('u2', 'Ann Lee');

describe('mentions in the field of a comment', () => {
  test.each([
    ['@', { from: 0, text: '' }],
    ['@an', { from: 0, text: 'an' }],
    ['Hi @Ann L', { from: 3, text: 'Ann L' }],
    ['(@x', { from: 1, text: 'x' }],
    ['ann@example.com', undefined],
    ['@ later', undefined],
    ['@ann\nnext', undefined],
  ])('are looked for after an at sign: %j', (text, query) => {
    expect(mentionQuery(text, text.length)).toEqual(query);
  });

  test('are names in the field and links in the comment', () => {
    const start = { text: 'Hi @an, look', mentioned: [] };
    const { draft, cursor } = takeMention(start, { from: 3, text: 'an' }, ann);
    expect([draft.text, cursor]).toEqual(['Hi @Ann , look', 8]);
    expect(toMarkdown(draft)).toBe('Hi [Ann](/users/u1 "mention") , look');
  });

  test('are the longest name that fits', () => {
    expect(toMarkdown({ text: '@Ann Lee and @Ann', mentioned: [ann, annLee] })).toBe(
      `${annLee.markdown} and ${ann.markdown}`,
    );
    expect(toMarkdown({ text: '@Ben', mentioned: [ann] })).toBe('@Ben');
  });

  test('come back when a comment is edited', () => {
    const odd = mentionOf('u3', 'A [b] *c*');
    const markdown = `${odd.markdown} and ${ann.markdown}: [x](/users/1)`;
    const draft = toDraft(markdown);
    expect(draft.text).toBe('@A [b] *c* and @Ann: [x](/users/1)');
    expect(toMarkdown(draft)).toBe(markdown);
  });

  test('can be pages', () => {
    expect(toMarkdown({ text: 'See @Install', mentioned: [pageLinkOf('Install', '/app/s/1/install')] })).toBe(
      'See [Install](/app/s/1/install)',
    );
  });
});
