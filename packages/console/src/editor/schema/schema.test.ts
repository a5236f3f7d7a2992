import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { toDocument, toEditor } from '../../../../document/src/editor/document.ts';
import { blockTypes, inlineTypes, markTypes } from '../../../../document/src/editor/names.ts';
import { BLOCKS, INLINES, MARKS } from '../../../../document/src/node-types.ts';
import { anyDocument } from '../../../../document/src/testing/any-document.ts';
import { law } from '../../../../document/src/testing/random.ts';
import { schemaExtensions } from './schema.ts';

const schema = getSchema(schemaExtensions);

test('every type of document has its own name in the schema', () => {
  const names = [...blockTypes.keys(), ...inlineTypes.keys(), ...markTypes.keys()];
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(
    Object.keys({ ...BLOCKS }).length + Object.keys(INLINES).length + Object.keys(MARKS).length,
  );
});

test('every document is valid content of the editor, and leaves it unchanged', () => {
  law(anyDocument, (document) => {
    const node = Node.fromJSON(schema, toEditor(document));
    node.check();
    expect(toDocument(node.toJSON())).toEqual(document);
  });
});
