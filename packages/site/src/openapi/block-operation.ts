import type { Block, ContentRef } from '@lectern/document';
import { refOf, textIn } from '../document/data.ts';
import { findOperation, type OpenApiDocument, type Operation } from './description.ts';

interface Named {
  /** What it is called above it, and beside the page. */
  readonly title: string;
  readonly isWebhook: boolean;
}

/** An operation that a block shows. */
export interface FoundOperation extends Named {
  readonly document: OpenApiDocument;
  readonly found: Operation;
}

/** The operation or the webhook that a block means; only its name where that is not known. */
export function operationOf(
  { type, data }: Block,
  openapiOf: ((ref: ContentRef) => OpenApiDocument | undefined) | undefined,
): FoundOperation | (Named & { readonly found?: undefined }) {
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
