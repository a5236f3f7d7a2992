import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { EventsService } from '../events/events.service.ts';
import type { installationsContract } from './installations.contract.ts';
import { installationPolicy } from './installations.policy.ts';
import type { InstallationsService } from './installations.service.ts';
import { toInstallation, toLastFailure } from './present-installation.ts';

/** Maps operations to the service, and its results to responses. */
export const installationsHandlers = (
  installations: InstallationsService,
  events: Pick<EventsService, 'lastFailure'>,
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
  getIntegrationInstallationById: async ({ subject }) => {
    const failed = installationPolicy.can.edit(subject) && (await events.lastFailure(subject));
    return {
      ...toInstallation(links, subject),
      ...(failed && { lastFailure: toLastFailure(subject, failed) }),
    };
  },
  updateIntegrationInstallation: async ({ caller, subject, body }) =>
    toInstallation(links, await installations.update(caller, subject, body)),
  uninstallIntegration: async ({ caller, subject }) => {
    await installations.uninstall(caller, subject);
    return undefined;
  },
  createIntegrationInstallationToken: async ({ caller, subject }) => ({
    token: await installations.issueToken(caller, subject),
  }),
});
