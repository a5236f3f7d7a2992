import { parseMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { markedSides, renderSide, textBlocks } from './render-sides.ts';

const context = { language: 'en', hrefOf: () => undefined, fileOf: () => undefined };

const rendered = (primary: string, changed: string) => {
  const sides = markedSides({
    primary: parseMarkdown(primary).nodes,
    changed: parseMarkdown(changed).nodes,
  });
  return [sides.primary, sides.changed].map((side) => renderSide(side, context));
};

test('the words that differ between two sides are marked on both', () => {
  const [primary, changed] = rendered('Read the **long** terms later.', 'Read all **long** terms.');
  expect(primary).toContain('Read <mark>the</mark> <strong>long</strong> terms<mark> later</mark>.');
  expect(changed).toContain('Read <mark>all</mark> <strong>long</strong> terms.');
});

test('neither side counts as added or removed', () => {
  for (const html of rendered('* One\n* Two\n\n```\na\nb\n```', '* One\n* Three\n* Four\n\n```\na\nc\n```'))
    expect(html).not.toMatch(/<ins|<del|role="(?:insertion|deletion)"/);
});

test('a side without a counterpart has no marks', () => {
  const [primary, changed] = rendered('', 'Some words.');
  expect([primary, changed]).toEqual(['', '<p>Some words.</p>']);
});

test('values of fields are compared word by word', () => {
  const { primary } = markedSides({ primary: textBlocks('Set <up>'), changed: textBlocks('Set down') });
  expect(renderSide(primary, context)).toContain('Set <mark>&lt;up&gt;</mark>');
});
