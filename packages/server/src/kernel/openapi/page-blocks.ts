import { type Block, type BlockType, type ContentRef, type Document, printMarkdown } from '@lectern/document';
import { tasks as markdown } from '../markdown/tasks.ts';
import type { SpecificationDocument } from './extract-parts.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 20_000;

/** An operation or webhook that a block shows. */
interface ShownOperation {
  readonly path: string;
  readonly method: string;
  readonly value: SpecificationDocument;
}

/** The text of a field; undefined if it is empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
/** The text of a field as one line. */
export const lineOf = (value: unknown): string | undefined =>
  textOf(value)?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
const plain = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** A block that shows a part of the specification; its text is for search, and if the specification is deleted. */
const blockOf = (type: BlockType, spec: string, data: SpecificationDocument, words: string): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data: { ref: { kind: 'openapi', spec } satisfies ContentRef, ...data },
  fragments: [{ object: 'fragment', fragment: 'body', type: 'body', nodes: [plain(words)] }],
});

/** The name of an operation, with its method and path. */
export const operationText = ({ value, method, path }: ShownOperation): string =>
  [lineOf(value.summary) ?? lineOf(value.operationId), `${method.toUpperCase()} ${path}`]
    .filter((part) => part !== undefined)
    .join(': ');

/** The blocks of a Markdown text. */
export const parseMarkdownBlocks = (text: string): readonly Block[] =>
  (JSON.parse(markdown.document(text)) as Document).nodes;

/** The blocks of a description; none if there is none. */
export const descriptionBlocks = (value: unknown): readonly Block[] => {
  const text = textOf(value)?.slice(0, MAX_DESCRIPTION_LENGTH);
  return text === undefined ? [] : parseMarkdownBlocks(text);
};

/** The Markdown of blocks. */
export const markdownOf = (nodes: readonly Block[]): string =>
  printMarkdown({ object: 'document', data: {}, nodes } as Document);

/** A block that shows an operation. */
export const operationBlock = (spec: string, operation: ShownOperation): Block =>
  blockOf(
    'openapi-operation',
    spec,
    { path: operation.path, method: operation.method },
    operationText(operation),
  );

/** A block that shows a webhook. */
export const webhookBlock = (spec: string, operation: ShownOperation): Block =>
  blockOf(
    'openapi-webhook',
    spec,
    { name: operation.path, method: operation.method },
    operationText(operation),
  );

/** A block that shows schemas. */
export const modelBlock = (spec: string, names: readonly string[]): Block =>
  blockOf('openapi-schemas', spec, { schemas: names, grouped: true }, names.join(', '));
