import type { Block, ContentRef } from '@lectern/document';
import { refOf, textIn } from '../document/data.ts';
import { findOperation, type OpenApiDocument, type Operation } from './description.ts';

interface OperationTitle {
  /** The title in the heading and in the outline. */
  readonly title: string;
  readonly isWebhook: boolean;
}

/** The operation of a block. */
export interface FoundOperation extends OperationTitle {
  readonly document: OpenApiDocument;
  readonly found: Operation;
}

/** Finds the operation or webhook of a block; only its title if the OpenAPI document is unknown. */
export function operationOf(
  { type, data }: Block,
  openapiOf: ((ref: ContentRef) => OpenApiDocument | undefined) | undefined,
): FoundOperation | (OperationTitle & { readonly found?: undefined }) {
  const isWebhook = type === 'openapi-webhook';
  const name = textIn(data, isWebhook ? 'name' : 'path') ?? '';
  const method = (textIn(data, 'method') ?? (isWebhook ? 'post' : 'get')).toLowerCase();
  const ref = refOf(data?.ref);
  const document = ref && openapiOf?.(ref);
  const found = document && findOperation(document, name, method, isWebhook ? 'webhooks' : 'paths');
  const line = `${method.toUpperCase()} ${name}`.trim();
  if (!found) return { title: isWebhook ? name : line, isWebhook };
  const title = textIn(found.value, 'summary') ?? textIn(found.value, 'operationId') ?? line;
  return { title, isWebhook, document, found };
}
