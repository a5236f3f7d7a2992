import { parseMarkdown, plainText, printMarkdown } from '@lectern/document';
import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { toDocument, toEditor } from '../../../../document/src/editor/document.ts';
import { anyDocument } from '../../../../document/src/testing/any-document.ts';
import { law } from '../../../../document/src/testing/random.ts';
import { schemaExtensions } from '../schema/schema.ts';
import { targetsOf, turnInto } from './turn-into.ts';

const schema = getSchema(schemaExtensions);
const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

test('turning a block into another kind keeps its words, and is valid content', () => {
  law(anyDocument, (document) => {
    for (const node of toEditor(document).content!)
      for (const { name } of targetsOf(node.type)) {
        const doc = { type: 'doc', content: [...turnInto(node, name)] };
        Node.fromJSON(schema, doc).check();
        const before = words(plainText(toDocument({ type: 'doc', content: [node] })));
        expect(words(plainText(toDocument(doc)))).toEqual(before);
      }
  });
});

test('a list becomes text, a quote and another list', () => {
  const turned = (markdown: string, target: Parameters<typeof turnInto>[1]): string => {
    const [node] = toEditor(parseMarkdown(markdown)).content!;
    return printMarkdown(toDocument({ type: 'doc', content: [...turnInto(node!, target)] }));
  };
  expect(turned('* a\n* b\n  * c', 'listTasks')).toBe('- [ ] a\n- [ ] b\n  * c\n');
  expect(turned('* a\n* b', 'paragraph')).toBe('a\n\nb\n');
  expect(turned('> a\n>\n> b', 'listOrdered')).toBe('1. a\n2. b\n');
  expect(turned('word', 'heading2')).toBe('### word\n');
  expect(turned('## word', 'hint')).toBe('{% hint style="info" %}\n## word\n{% endhint %}\n');
});
