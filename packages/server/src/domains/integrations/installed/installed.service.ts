import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { OrganizationSubject } from '../../organizations/index.ts';
import type { ContentKind } from '../contents/contents.store.ts';
import { type InstallationSubject, installationPolicy } from '../installations/installations.policy.ts';
import type { InstallationsService } from '../installations/installations.service.ts';
import { listInstallationsIn } from '../installations/installations.store.ts';
import { type IntegrationSubject, integrationPolicy } from '../integrations.policy.ts';
import type { IntegrationsService } from '../integrations.service.ts';
import { type IntegrationFilter, listIntegrationsFor } from '../integrations.store.ts';
import { findBlocks, type InstalledRow, listInstalledOn, listStatuses } from './installed.store.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly integrations: IntegrationsService;
  readonly installations: InstallationsService;
}

/** An integration, and whether it is at work. */
export interface Installed {
  readonly integration: IntegrationSubject;
  readonly status: InstalledRow['status'];
}

/** What organizations, spaces and sites have of integrations. */
export const createInstalledService = ({ db, integrations, installations }: Dependencies) => {
  const withIntegrations = async (
    { principal: { userId } }: Caller,
    { rows, count }: Page<InstalledRow>,
  ): Promise<Page<Installed>> => {
    const found = await integrations.among(
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
      // What else its organization has is no business of an integration.
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
      const found = await integrations.among(
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

    /** Whether an integration is at work in an organization. */
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
    ) => withIntegrations(caller, await listInstalledOn(db, kind, content, search, page)),

    blocks: (space: { organization_id: string; id: string }) => findBlocks(db, space),
  };
};

/** What organizations, spaces and sites have of integrations. */
export type InstalledService = ReturnType<typeof createInstalledService>;
