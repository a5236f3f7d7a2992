import { type Block, type Document, parseMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { alignKeys } from './align-keys.ts';

/** A document whose blocks have keys with a name before them. */
const named = (name: string, markdown: string): Document => {
  const document = parseMarkdown(markdown);
  return {
    ...document,
    nodes: document.nodes.map((block, at) => ({ ...block, key: `${name} ${at}` }) as Block),
  };
};

test('keys lead to blocks with the same text, and to edited ones between them', () => {
  const keys = alignKeys(
    named('old', 'One\n\nTwo\n\nThree'),
    named('new', 'Zero\n\nOne\n\nTwo, edited\n\nThree'),
  );
  expect([...keys]).toEqual([
    ['old 0', 'new 1'],
    ['old 1', 'new 2'],
    ['old 2', 'new 3'],
  ]);
});
