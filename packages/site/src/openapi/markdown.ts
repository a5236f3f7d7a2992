import type { Block, BlockType, ContentRef, Text } from '@lectern/document';
import { findOperation, isHidden, type OpenApiDocument } from './description.ts';

/** The maximum length of a printed operation. */
const MAX_LENGTH = 60_000;

const text = (words: string): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words, marks: [] }],
});

const block = (type: BlockType, nodes: Block['nodes'], data = {}): Block => ({
  object: 'block',
  type,
  data,
  nodes,
});

/** Prints JSON without hidden objects. */
const printJson = (value: object): string =>
  JSON.stringify(
    value,
    (_, one) =>
      typeof one === 'object' && one !== null && !Array.isArray(one) && isHidden(one) ? undefined : one,
    2,
  );

/** Converts an operation block to its title and its part of the OpenAPI document; undefined if it is unknown. */
export function operationInMarkdown(
  { type, data }: Block,
  openapiOf: (ref: ContentRef) => OpenApiDocument | undefined,
): readonly Block[] | undefined {
  if (type !== 'openapi-operation' && type !== 'swagger') return undefined;
  const [path, method] = [String(data?.path ?? ''), String(data?.method ?? '').toLowerCase()];
  const document = data?.ref ? openapiOf(data.ref as ContentRef) : undefined;
  const found = document && findOperation(document, path, method);
  if (!document || !found || isHidden(found.value)) return undefined;
  const { openapi, servers } = document;
  const own = { openapi, servers, paths: { [path]: { [method]: found.value } } };
  const whole = printJson({ ...own, components: document.components });
  const source = whole.length > MAX_LENGTH ? printJson(own).slice(0, MAX_LENGTH) : whole;
  const title = `${method.toUpperCase()} ${path}`;
  const summary = typeof found.value.summary === 'string' ? `: ${found.value.summary}` : '';
  return [
    block('paragraph', [text(`${title}${summary}`.replace(/\s+/g, ' '))]),
    block(
      'code',
      source.split('\n').map((line) => block('code-line', [text(line)])),
      { syntax: 'json' },
    ),
  ];
}
