import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { renderingContract } from './rendering.contract.ts';
import type { RenderingService } from './rendering.service.ts';

/** Maps operations to the service, and its results to responses. */
export const renderingHandlers = (rendering: RenderingService): Handlers<typeof renderingContract> => ({
  renderIntegrationUIWithGet: ({ caller, subject, query }) =>
    rendering.render(caller, subject, rendering.decompressRequest(query.request)),
  renderIntegrationUIWithPost: ({ caller, subject, body }) => rendering.render(caller, subject, body),
});
