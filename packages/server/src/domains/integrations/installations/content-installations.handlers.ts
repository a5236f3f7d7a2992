import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type Page, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { atLeast } from '../../organizations/index.ts';
import { type SiteSubject, toSite } from '../../sites/index.ts';
import { type SpaceSubject, toSpace } from '../../spaces/index.ts';
import type { IntegrationToken } from '../integrations.store.ts';
import type { contentInstallationsContract } from './content-installations.contract.ts';
import type { ContentInstallationSubject } from './content-installations.policy.ts';
import type { ContentInstallationsService, ExtendedContents } from './content-installations.service.ts';
import type { ContentInstallationWithRole, ContentKind } from './content-installations.store.ts';
import { contentInstallationObject } from './present-installation.ts';

type ContentInstallationOfCaller = ContentInstallationWithRole & { readonly agent: IntegrationToken };

const mayConfigure = ({ agent, role }: ContentInstallationOfCaller) =>
  agent !== null || atLeast(role, 'create');

/** Maps operations to the service, and its results to responses. */
export const contentInstallationsHandlers = (
  contentInstallations: ContentInstallationsService,
  links: Links,
): Handlers<typeof contentInstallationsContract> => {
  const PRESENTERS = {
    space: (row: ContentInstallationOfCaller, extended: ExtendedContents) => {
      const space = extended.get(row.content_id);
      return {
        ...contentInstallationObject(links, row, mayConfigure(row)),
        space: space ? toSpace(links, space as SpaceSubject) : row.content_id,
      };
    },
    site: (row: ContentInstallationOfCaller, extended: ExtendedContents) => {
      const site = extended.get(row.content_id);
      return {
        ...contentInstallationObject(links, row, mayConfigure(row)),
        site: site ? toSite(links, site as SiteSubject) : row.content_id,
      };
    },
  };
  type RequestInput = { readonly caller: Caller; readonly query: { readonly extended?: boolean } };

  const presentList = async <const Kind extends ContentKind>(
    kind: Kind,
    { caller, query, page }: RequestInput & { readonly page: PageRequest },
    found: Page<ContentInstallationOfCaller>,
  ) => {
    const extended: ExtendedContents = query.extended
      ? await contentInstallations.loadContents(caller, kind, found.rows.slice(0, page.limit))
      : new Map();
    return listOf(
      page,
      found,
      (row) => [row.installation_id, row.content_id],
      (row) => PRESENTERS[kind](row, extended) as ReturnType<(typeof PRESENTERS)[Kind]>,
    );
  };
  const presentOne = async <const Kind extends ContentKind>(
    kind: Kind,
    { caller, query }: RequestInput,
    subject: ContentInstallationSubject,
  ) => {
    const extended: ExtendedContents = query.extended
      ? await contentInstallations.loadContents(caller, kind, [subject])
      : new Map();
    const { installation, ...row } = subject;
    return PRESENTERS[kind]({ ...row, agent: installation.callerToken }, extended) as ReturnType<
      (typeof PRESENTERS)[Kind]
    >;
  };
  const uninstall = async ({
    caller,
    subject,
  }: {
    readonly caller: Caller;
    readonly subject: ContentInstallationSubject;
  }) => {
    await contentInstallations.uninstall(caller, subject);
    return undefined;
  };

  return {
    listIntegrationSpaceInstallations: async (input) =>
      presentList(
        'space',
        input,
        await contentInstallations.listOfIntegration(
          input.caller,
          'space',
          input.subject,
          input.query.externalId,
          input.page,
        ),
      ),
    listIntegrationSiteInstallations: async (input) =>
      presentList(
        'site',
        input,
        await contentInstallations.listOfIntegration(
          input.caller,
          'site',
          input.subject,
          input.query.externalId,
          input.page,
        ),
      ),
    listIntegrationInstallationSpaces: async (input) =>
      presentList(
        'space',
        input,
        await contentInstallations.list(input.caller, 'space', input.subject, input.page),
      ),
    listIntegrationInstallationSites: async (input) =>
      presentList(
        'site',
        input,
        await contentInstallations.list(input.caller, 'site', input.subject, input.page),
      ),
    installIntegrationOnSpace: async (input) =>
      presentOne(
        'space',
        input,
        await contentInstallations.install(input.caller, 'space', input.subject, input.body.space),
      ),
    installIntegrationOnSite: async (input) =>
      presentOne(
        'site',
        input,
        await contentInstallations.install(input.caller, 'site', input.subject, input.body.siteId),
      ),
    getIntegrationSpaceInstallation: (input) => presentOne('space', input, input.subject),
    getIntegrationSiteInstallation: (input) => presentOne('site', input, input.subject),
    updateIntegrationSpaceInstallation: async (input) =>
      presentOne('space', input, await contentInstallations.update(input.caller, input.subject, input.body)),
    updateIntegrationSiteInstallation: async (input) =>
      presentOne('site', input, await contentInstallations.update(input.caller, input.subject, input.body)),
    uninstallIntegrationFromSpace: uninstall,
    uninstallIntegrationFromSite: uninstall,
  };
};
