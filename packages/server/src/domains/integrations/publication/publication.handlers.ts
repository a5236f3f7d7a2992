import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { toIntegration } from '../present-integration.ts';
import type { publicationContract } from './publication.contract.ts';
import type { PublicationService } from './publication.service.ts';

/** Maps operations to the service, and its results to responses. */
export const publicationHandlers = (
  publication: PublicationService,
  links: Links,
): Handlers<typeof publicationContract> => ({
  publishIntegration: async ({ caller, params, body }) =>
    toIntegration(links, await publication.publish(caller, params.integrationName, body)),
  unpublishIntegration: async ({ caller, subject }) => {
    await publication.unpublish(caller, subject);
    return undefined;
  },
});
