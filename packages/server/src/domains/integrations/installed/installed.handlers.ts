import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toInstallation } from '../installations/installations.handlers.ts';
import { toIntegration } from '../integrations.handlers.ts';
import type { installedContract } from './installed.contract.ts';
import type { Installed, InstalledService } from './installed.service.ts';

/** Operation to service to answer. */
export const installedHandlers = (
  installed: InstalledService,
  links: Links,
): Handlers<typeof installedContract> => {
  const cursorOf = ({ integration }: Installed) => [integration.id];
  const toInstalled = ({ integration }: Installed) => toIntegration(links, integration);
  return {
    listOrganizationIntegrations: async ({ caller, subject, query, page }) =>
      listOf(
        page,
        await installed.integrations(caller, subject, query, page),
        (row) => [row.id],
        (row) => toIntegration(links, row),
      ),
    listOrganizationInstallations: async ({ caller, subject, query, page }) =>
      listOf(
        page,
        await installed.installations(caller, subject, query.search, page),
        (row) => [row.id],
        (row) => ({
          installation: toInstallation(links, row),
          integration: toIntegration(links, row.integration),
        }),
      ),
    listOrganizationIntegrationsStatus: async ({ caller, subject, query, page }) =>
      listOf(
        page,
        await installed.statuses(caller, subject, query.target ?? 'organization', page),
        cursorOf,
        (row) => ({ status: row.status, integration: toInstalled(row) }),
      ),
    getOrganizationIntegrationStatus: async ({ caller, subject, params }) => ({
      status: await installed.status(caller, subject, params.integrationName),
    }),
    listSpaceIntegrations: async ({ caller, subject, query, page }) =>
      listOf(page, await installed.on(caller, 'space', subject, query.search, page), cursorOf, toInstalled),
    listSpaceIntegrationsBlocks: ({ subject }) => installed.blocks(subject),
    listSiteIntegrations: async ({ caller, subject, query, page }) =>
      listOf(page, await installed.on(caller, 'site', subject, query.search, page), cursorOf, toInstalled),
  };
};
