import type { Document } from '@lectern/document';
import type { RenderContext } from '../../../site/src/document/context.ts';
import { type BlockRenderer, createDocumentRenderer } from '../../../site/src/document/document-renderer.ts';
import { en } from '../../../site/src/language/en.ts';
import { operationOf } from '../../../site/src/openapi/block-operation.ts';
import { openapiLink } from '../../../site/src/openapi/link.ts';
import { withIcons } from '../primitives/icon-files.ts';
import { condition, integrationBlock, missingContent } from './author-blocks.ts';

// The console loads neither OpenAPI documents nor the output of integrations.
const operation: BlockRenderer = (node, rendering) =>
  openapiLink(node, operationOf(node, undefined).title, rendering);

const render = createDocumentRenderer({
  messagesFor: () => en,
  parseMarkdown: () => [],
  externalBlocks: {
    swagger: operation,
    'openapi-operation': operation,
    'openapi-schemas': (node, rendering) =>
      openapiLink(
        node,
        Array.isArray(node.data?.schemas) ? node.data.schemas.map(String).join(', ') : '',
        rendering,
      ),
    'openapi-webhook': operation,
    integration: integrationBlock,
  },
  authorBlocks: { if: condition, 'reusable-content': missingContent },
});

/** Renders a document as safe HTML, as published sites do. */
export const renderDocument = (document: Document, context: RenderContext): string =>
  withIcons(render(document, context));
