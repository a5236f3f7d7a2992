import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toIntegration } from '../present-integration.ts';
import type { installedIntegrationsContract } from './installed-integrations.contract.ts';
import type { InstalledIntegration, InstalledIntegrationsService } from './installed-integrations.service.ts';
import { toInstallation } from './present-installation.ts';

/** Maps operations to the service, and its results to responses. */
export const installedIntegrationsHandlers = (
  installed: InstalledIntegrationsService,
  links: Links,
): Handlers<typeof installedIntegrationsContract> => {
  const cursorOf = ({ integration }: InstalledIntegration) => [integration.id];
  const toInstalled = ({ integration }: InstalledIntegration) => toIntegration(links, integration);
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
