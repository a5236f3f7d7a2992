import type { Links } from '../../../kernel/links.ts';
import type { EventRow } from '../events/events.store.ts';
import { endpointUrls } from '../present-integration.ts';
import type { ContentInstallationRow } from './content-installations.store.ts';
import { type InstallationSubject, installationPolicy } from './installations.policy.ts';
import type { InstallationRow } from './installations.store.ts';

/** The installation object in the environment of a script, with its configuration. */
export const toScriptInstallation = (links: Links, row: InstallationRow, name: string) => {
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
      ...endpointUrls(links, name, path),
    },
    externalIds: row.external_ids,
    target: { organization: row.organization_id },
  };
};

/** The API object of an installation; its configuration is shown to callers who can edit it. */
export const toInstallation = (links: Links, subject: InstallationSubject) => ({
  ...toScriptInstallation(links, subject, subject.integration.name),
  ...(!installationPolicy.can.edit(subject) && { configuration: {} }),
});

// Long enough for an error with the request that caused it.
const MAX_MESSAGE = 500;

/** The API object of the last failure; logs are for the organization that wrote the script. */
export const toLastFailure = (
  { organization_id, integration }: InstallationSubject,
  { id, type, created_at, logs }: Pick<EventRow, 'id' | 'type' | 'created_at' | 'logs'>,
) => {
  const reason =
    logs.findLast(({ level }) => level === 'error') ?? logs.findLast(({ level }) => level === 'warn');
  const isOwner = integration.organization_id === organization_id;
  return {
    eventId: id,
    type,
    createdAt: created_at.toISOString(),
    ...(isOwner && reason && { message: reason.message.slice(0, MAX_MESSAGE).toWellFormed() }),
  };
};

/** The fields that installations on spaces and on sites have in common. */
export const contentInstallationObject = (
  links: Links,
  row: ContentInstallationRow,
  mayConfigure: boolean,
) => {
  const path = `/installations/${row.installation_id}/${row.kind}s/${row.content_id}`;
  return {
    integration: row.integration_name,
    installation: row.installation_id,
    status: row.status,
    configuration: mayConfigure ? row.configuration : {},
    externalIds: [...row.external_ids],
    urls: {
      location: links.apiUrl(`/integrations/${row.integration_name}${path}`),
      ...endpointUrls(links, row.integration_name, path),
    },
  };
};

/** The space or site installation in the environment of a script, with the id of the space or site. */
export const toContentInstallation = (links: Links, row: ContentInstallationRow) => ({
  ...contentInstallationObject(links, row, true),
  [row.kind]: row.content_id,
});
