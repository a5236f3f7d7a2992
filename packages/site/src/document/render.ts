import { parseMarkdown } from '@lectern/document';
import { integrationBlock } from '../contentkit/render.ts';
import { messagesFor } from '../language/messages.ts';
import { operation, schemas } from '../openapi/block.ts';
import { createDocumentRenderer } from './document-renderer.ts';

/** Renders a document as safe HTML, with everything that sites show. */
export const renderDocument = createDocumentRenderer({
  messagesFor,
  parseMarkdown: (markdown) => parseMarkdown(markdown).nodes,
  externalBlocks: {
    swagger: operation,
    'openapi-operation': operation,
    'openapi-schemas': schemas,
    'openapi-webhook': operation,
    integration: ({ data = {} }, rendering) =>
      integrationBlock(rendering.context.integrationOf?.(data), rendering),
  },
});
