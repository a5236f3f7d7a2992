import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { endpointsOf } from '../integrations.handlers.ts';
import type { installationsContract } from './installations.contract.ts';
import { type InstallationSubject, installationPolicy } from './installations.policy.ts';
import type { InstallationsService } from './installations.service.ts';
import type { InstallationRow } from './installations.store.ts';

/** An installation as scripts meet it: with all that it was told. */
export const toOwnInstallation = (links: Links, row: InstallationRow, name: string) => {
  const path = `/installations/${row.id}`;
  return {
    id: row.id,
    status: row.status,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: row.spaces,
    scopes: row.scopes,
    configuration: row.configuration,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: {
      location: links.apiUrl(`/integrations/${name}${path}`),
      app: links.appUrl(`/o/${row.organization_id}/integrations/${name}`),
      ...endpointsOf(links, name, path),
    },
    externalIds: row.external_ids,
    target: { organization: row.organization_id },
  };
};

/** An installation as the API shows it; what it was told is for those who may change it. */
export const toInstallation = (links: Links, subject: InstallationSubject) => ({
  ...toOwnInstallation(links, subject, subject.integration.name),
  ...(!installationPolicy.can.edit(subject) && { configuration: {} }),
});

/** Operation to service to answer. */
export const installationsHandlers = (
  installations: InstallationsService,
  links: Links,
): Handlers<typeof installationsContract> => ({
  listIntegrationInstallations: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await installations.list(caller, subject, query.externalId, page),
      (row) => [row.id],
      (row) => toInstallation(links, row),
    ),
  installIntegration: async ({ caller, subject, body }) =>
    toInstallation(links, await installations.install(caller, subject, body.organization)),
  getIntegrationInstallationById: async ({ subject }) => toInstallation(links, subject),
  updateIntegrationInstallation: async ({ caller, subject, body }) =>
    toInstallation(links, await installations.update(caller, subject, body)),
  uninstallIntegration: async ({ caller, subject }) => {
    await installations.uninstall(caller, subject);
    return undefined;
  },
  createIntegrationInstallationToken: async ({ subject }) => ({
    token: await installations.issueToken(subject),
  }),
});
