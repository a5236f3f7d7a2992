import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { OrganizationSubject } from '../../organizations/index.ts';
import { integrationPolicy } from '../integrations.policy.ts';
import type { IntegrationsService } from '../integrations.service.ts';
import {
  type IntegrationFilter,
  type IntegrationSubject,
  listIntegrationsFor,
} from '../integrations.store.ts';
import type { ContentKind } from './content-installations.store.ts';
import { type InstallationSubject, installationPolicy } from './installations.policy.ts';
import type { InstallationsService } from './installations.service.ts';
import { listInstallationsIn } from './installations.store.ts';
import {
  findBlocks,
  type InstalledIntegrationRow,
  listIntegrationsOnContent,
  listStatuses,
} from './installed-integrations.store.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly integrations: IntegrationsService;
  readonly installations: InstallationsService;
}

/** An integration and its status. */
export interface InstalledIntegration {
  readonly integration: IntegrationSubject;
  readonly status: InstalledIntegrationRow['status'];
}

/** Lists the integrations of organizations, spaces and sites. */
export const createInstalledIntegrationsService = ({ db, integrations, installations }: Dependencies) => {
  const withIntegrations = async (
    { principal: { userId } }: Caller,
    { rows, count }: Page<InstalledIntegrationRow>,
  ): Promise<Page<InstalledIntegration>> => {
    const found = await integrations.findByIds(
      userId,
      rows.map((row) => row.integration_id),
    );
    return {
      rows: rows.map(({ integration_id, status }) => ({ integration: found.get(integration_id)!, status })),
      count,
    };
  };

  return {
    integrations: (
      caller: Caller,
      organization: OrganizationSubject,
      filter: IntegrationFilter,
      page: PageRequest,
    ) =>
      // An installation may not list the other integrations of its organization.
      caller.principal.kind === 'installation'
        ? integrations.list(caller, filter, page)
        : listIntegrationsFor(db, organization.id, caller.principal.userId, filter, page),

    installations: async (
      caller: Caller,
      organization: OrganizationSubject,
      search: string | undefined,
      page: PageRequest,
    ): Promise<Page<InstallationSubject>> => {
      const { userId } = caller.principal;
      const { rows, count } = await listInstallationsIn(db, organization.id, userId, search, page);
      const found = await integrations.findByIds(
        userId,
        rows.map((row) => row.integration_id),
      );
      return {
        rows: rows.map((row) => installations.asSubject(row, found.get(row.integration_id)!, userId)),
        count,
      };
    },

    statuses: async (
      caller: Caller,
      organization: OrganizationSubject,
      target: 'organization' | ContentKind,
      page: PageRequest,
    ) => withIntegrations(caller, await listStatuses(db, organization.id, target, page)),

    /** The status of an integration in an organization. */
    status: async (caller: Caller, organization: OrganizationSubject, name: string) => {
      const { userId } = caller.principal;
      const integration = await integrations.find(userId, name);
      const isThere = integration && integrationPolicy.can.view(integration);
      const installation = isThere && (await installations.findIn(userId, integration, organization.id));
      if (!installation || !installationPolicy.can.view(installation)) throw notFound('installation');
      return installation.status;
    },

    on: async (
      caller: Caller,
      kind: ContentKind,
      content: { organization_id: string; id: string },
      search: string | undefined,
      page: PageRequest,
    ) => withIntegrations(caller, await listIntegrationsOnContent(db, kind, content, search, page)),

    blocks: (space: { organization_id: string; id: string }) => findBlocks(db, space),
  };
};

/** Service that lists the integrations of organizations, spaces and sites. */
export type InstalledIntegrationsService = ReturnType<typeof createInstalledIntegrationsService>;
