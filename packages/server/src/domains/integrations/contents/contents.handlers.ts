import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type Page, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { atLeast } from '../../organizations/index.ts';
import { type SiteSubject, toSite } from '../../sites/index.ts';
import { type SpaceSubject, toSpace } from '../../spaces/index.ts';
import { endpointsOf } from '../integrations.handlers.ts';
import type { Agent } from '../integrations.policy.ts';
import type { contentsContract } from './contents.contract.ts';
import type { ContentInstallationSubject } from './contents.policy.ts';
import type { ContentsService, Extended } from './contents.service.ts';
import type { ContentInstallationMet, ContentInstallationRow, ContentKind } from './contents.store.ts';

/** What the API shows of an installation on a space or a site, besides what that is. */
const sharedOf = (links: Links, row: ContentInstallationRow, mayConfigure: boolean) => {
  const path = `/installations/${row.installation_id}/${row.kind}s/${row.content_id}`;
  return {
    integration: row.integration_name,
    installation: row.installation_id,
    status: row.status,
    configuration: mayConfigure ? row.configuration : {},
    externalIds: [...row.external_ids],
    urls: {
      location: links.apiUrl(`/integrations/${row.integration_name}${path}`),
      ...endpointsOf(links, row.integration_name, path),
    },
  };
};

/** An installation on a space or a site as scripts meet it: with an id for the space or the site. */
export const toContentInstallation = (links: Links, row: ContentInstallationRow) => ({
  ...sharedOf(links, row, true),
  [row.kind]: row.content_id,
});

type Met = ContentInstallationMet & { readonly agent: Agent };

const mayConfigure = ({ agent, role }: Met) => agent !== null || atLeast(role, 'create');

/** Operation to service to answer. */
export const contentsHandlers = (
  contents: ContentsService,
  links: Links,
): Handlers<typeof contentsContract> => {
  const SHOWN = {
    space: (row: Met, extended: Extended) => {
      const space = extended.get(row.content_id);
      return {
        ...sharedOf(links, row, mayConfigure(row)),
        space: space ? toSpace(links, space as SpaceSubject) : row.content_id,
      };
    },
    site: (row: Met, extended: Extended) => {
      const site = extended.get(row.content_id);
      return {
        ...sharedOf(links, row, mayConfigure(row)),
        site: site ? toSite(links, site as SiteSubject) : row.content_id,
      };
    },
  };
  type Asked = { readonly caller: Caller; readonly query: { readonly extended?: boolean } };

  const listed = async <const Kind extends ContentKind>(
    kind: Kind,
    { caller, query, page }: Asked & { readonly page: PageRequest },
    found: Page<Met>,
  ) => {
    const extended: Extended = query.extended
      ? await contents.extend(caller, kind, found.rows.slice(0, page.limit))
      : new Map();
    return listOf(
      page,
      found,
      (row) => [row.installation_id, row.content_id],
      (row) => SHOWN[kind](row, extended) as ReturnType<(typeof SHOWN)[Kind]>,
    );
  };
  const one = async <const Kind extends ContentKind>(
    kind: Kind,
    { caller, query }: Asked,
    subject: ContentInstallationSubject,
  ) => {
    const extended: Extended = query.extended ? await contents.extend(caller, kind, [subject]) : new Map();
    const { installation, ...row } = subject;
    return SHOWN[kind]({ ...row, agent: installation.agent }, extended) as ReturnType<(typeof SHOWN)[Kind]>;
  };
  const uninstall = async ({
    caller,
    subject,
  }: {
    readonly caller: Caller;
    readonly subject: ContentInstallationSubject;
  }) => {
    await contents.uninstall(caller, subject);
    return undefined;
  };

  return {
    listIntegrationSpaceInstallations: async (input) =>
      listed(
        'space',
        input,
        await contents.listOfIntegration(
          input.caller,
          'space',
          input.subject,
          input.query.externalId,
          input.page,
        ),
      ),
    listIntegrationSiteInstallations: async (input) =>
      listed(
        'site',
        input,
        await contents.listOfIntegration(
          input.caller,
          'site',
          input.subject,
          input.query.externalId,
          input.page,
        ),
      ),
    listIntegrationInstallationSpaces: async (input) =>
      listed('space', input, await contents.list(input.caller, 'space', input.subject, input.page)),
    listIntegrationInstallationSites: async (input) =>
      listed('site', input, await contents.list(input.caller, 'site', input.subject, input.page)),
    installIntegrationOnSpace: async (input) =>
      one('space', input, await contents.install(input.caller, 'space', input.subject, input.body.space)),
    installIntegrationOnSite: async (input) =>
      one('site', input, await contents.install(input.caller, 'site', input.subject, input.body.siteId)),
    getIntegrationSpaceInstallation: (input) => one('space', input, input.subject),
    getIntegrationSiteInstallation: (input) => one('site', input, input.subject),
    updateIntegrationSpaceInstallation: async (input) =>
      one('space', input, await contents.update(input.caller, input.subject, input.body)),
    updateIntegrationSiteInstallation: async (input) =>
      one('site', input, await contents.update(input.caller, input.subject, input.body)),
    uninstallIntegrationFromSpace: uninstall,
    uninstallIntegrationFromSite: uninstall,
  };
};
