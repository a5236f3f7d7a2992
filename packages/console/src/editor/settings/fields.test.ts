import {
  type Block,
  type Data,
  type Document,
  type Inline,
  type Node,
  parseMarkdown,
  printMarkdown,
} from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { anyDocument } from '../../../../document/src/testing/any-document.ts';
import { law } from '../../../../document/src/testing/random.ts';
import {
  BLOCK_FIELDS,
  INLINE_FIELDS,
  parseLength,
  printLength,
  type SettingField,
  withField,
} from './fields.ts';

const nodesIn = (nodes: readonly Node[]): readonly (Block | Inline)[] =>
  nodes.flatMap((node) => (node.object === 'text' ? [] : [node, ...nodesIn(node.nodes ?? [])]));

const fieldsOf = (node: Block | Inline): readonly SettingField[] =>
  node.object === 'block' ? BLOCK_FIELDS[node.type] : INLINE_FIELDS[node.type];

describe('settings', () => {
  test('writing the value that a field has changes nothing', () => {
    law(anyDocument, ({ nodes }) => {
      for (const node of nodesIn(nodes)) {
        const data = (node.data ?? {}) as Data;
        for (const field of fieldsOf(node))
          if (data[field.name] !== false && data[field.name] !== '')
            expect(withField(data, field, data[field.name])).toEqual(data);
      }
    });
  });

  test('a removed field leaves the others, and a document that can be stored', () => {
    law(anyDocument, ({ nodes }) => {
      for (const node of nodes)
        for (const field of fieldsOf(node)) {
          const data = withField((node.data ?? {}) as Data, field, undefined);
          const { [field.name]: _, ...others } = (node.data ?? {}) as Data;
          expect(data).toMatchObject(others);
          const document: Document = { object: 'document', data: {}, nodes: [{ ...node, data }] };
          expect(() => parseMarkdown(printMarkdown(document))).not.toThrow();
        }
    });
  });

  test('widths are pixels or percentages', () => {
    for (const [text, value] of [
      ['', undefined],
      ['300', 300],
      ['300 px', 300],
      ['50%', { unit: '%', value: 50 }],
      ['120%', null],
      ['wide', null],
      ['0', null],
    ] as const)
      expect(parseLength(text), text).toEqual(value);
    for (const value of [300, { unit: '%', value: 50 }])
      expect(parseLength(printLength(value))).toEqual(value);
  });
});
