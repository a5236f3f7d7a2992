import { describe, expect, test } from 'vitest';
import { isEmpty } from './is-empty.ts';

const paragraph = (...nodes: object[]) => ({ object: 'block', type: 'paragraph', nodes });
const text = (words: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] });
const icon = { object: 'inline', type: 'icon', data: { icon: 'star' }, nodes: [] };

describe('an empty document', () => {
  test.each([
    ['without blocks', [], true],
    ['with an empty paragraph', [paragraph()], true],
    ['with paragraphs without text', [paragraph(text('')), paragraph(text(''))], true],
    ['with words', [paragraph(text('')), paragraph(text('Hello'))], false],
    ['with an icon', [paragraph(text(''), icon, text(''))], false],
    ['with a divider', [{ object: 'block', type: 'divider', isVoid: true }], false],
  ])('%s', (_, nodes, expected) => {
    expect(isEmpty({ nodes: nodes as never })).toBe(expected);
  });
});
