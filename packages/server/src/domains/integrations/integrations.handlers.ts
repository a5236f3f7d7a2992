import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import type { integrationsContract } from './integrations.contract.ts';
import type { IntegrationsService } from './integrations.service.ts';
import { toIntegration } from './present-integration.ts';

/** Maps operations to the service, and its results to responses. */
export const integrationsHandlers = (
  integrations: IntegrationsService,
  links: Links,
): Handlers<typeof integrationsContract> => ({
  listIntegrations: async ({ caller, query, page }) =>
    listOf(
      page,
      await integrations.list(caller, query, page),
      (row) => [row.id],
      (row) => toIntegration(links, row),
    ),
  getIntegrationByName: async ({ subject }) => toIntegration(links, subject),
});
