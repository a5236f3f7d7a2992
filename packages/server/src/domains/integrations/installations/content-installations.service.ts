import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { changesOf, newValues } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteSubject, SitesService } from '../../sites/index.ts';
import { sitePolicy } from '../../sites/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { IntegrationSubject } from '../integrations.store.ts';
import { checkConfiguration, type InstalledConfiguration } from './configuration.ts';
import type { ContentInstallationSubject } from './content-installations.policy.ts';
import {
  type ContentInstallationKey,
  type ContentInstallationRow,
  type ContentInstallationWithRole,
  type ContentKind,
  deleteContentInstallation,
  findContentInstallation,
  insertContentInstallation,
  listContentInstallations,
  listContentInstallationsOfIntegration,
  updateContentInstallation,
} from './content-installations.store.ts';
import type { InstallationListener } from './installation-changes.ts';
import type { InstallationSubject } from './installations.policy.ts';
import { canInstallOn } from './installations.service.ts';
import { lockInstallation } from './installations.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'> {
  readonly spaces: Pick<SpacesService, 'find' | 'findVisible' | 'findByIds'>;
  readonly sites: Pick<SitesService, 'find' | 'findVisible' | 'findByIds'>;
  readonly onChange: InstallationListener;
}

/** The spaces or sites that the caller may see, by id. */
export type ExtendedContents = ReadonlyMap<string, SpaceSubject | SiteSubject>;

const FIELDS: Readonly<Record<string, string>> = {
  configuration: 'configuration',
  external_ids: 'externalIds',
};

const actionOf = (kind: ContentKind, change: 'created' | 'updated' | 'deleted') =>
  `${kind}-installation.${change}`;

/** Installations on spaces and sites. */
export const createContentInstallationsService = (deps: Dependencies) => {
  const { db, transaction, clock, events, spaces, sites, onChange } = deps;

  const keyOf = (
    kind: ContentKind,
    installation: InstallationSubject,
    id: string,
  ): ContentInstallationKey => ({
    kind,
    organization_id: installation.organization_id,
    installation_id: installation.id,
    content_id: id,
  });
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    change: 'created' | 'updated' | 'deleted',
    { kind, organization_id, installation_id, content_id }: ContentInstallationKey,
    name: string,
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: organization_id,
      action: actionOf(kind, change),
      target: { type: 'installation', id: installation_id, label: name },
      payload: { integration: name, [kind]: content_id, ...payload },
    });
  const reload = async (
    tx: DatabaseTransaction,
    caller: Caller,
    kind: ContentKind,
    installation: InstallationSubject,
    id: string,
  ): Promise<ContentInstallationSubject> => {
    const row = await findContentInstallation(tx, kind, installation, id, caller.principal.userId);
    if (!row) throw notFound(`${kind} installation`);
    return { ...row, installation };
  };
  /** Whether the caller may install integrations on a space or site; undefined if they cannot see it. */
  const mayInstall = async (
    { userId }: Caller['principal'],
    kind: ContentKind,
    organizationId: string,
    id: string,
  ): Promise<boolean | undefined> => {
    if (kind === 'site') {
      const site = await sites.find(userId, organizationId, id);
      return site && sitePolicy.can.view(site) ? sitePolicy.can.admin(site) : undefined;
    }
    const space = await spaces.find(userId, id);
    return space && space.organization_id === organizationId && spacePolicy.can.view(space)
      ? spacePolicy.can.installIntegration(space)
      : undefined;
  };

  return {
    /** An installation on a space or site, with the caller's role there. */
    find: async (
      userId: string,
      kind: ContentKind,
      installation: InstallationSubject,
      id: string,
    ): Promise<ContentInstallationSubject | undefined> => {
      const row = await findContentInstallation(db, kind, installation, id, userId);
      return row && { ...row, installation };
    },

    list: async (caller: Caller, kind: ContentKind, installation: InstallationSubject, page: PageRequest) => {
      const { rows, count } = await listContentInstallations(
        db,
        kind,
        installation,
        caller.principal.userId,
        page,
      );
      return { rows: rows.map((row) => ({ ...row, agent: installation.callerToken })), count };
    },

    listOfIntegration: async (
      caller: Caller,
      kind: ContentKind,
      integration: IntegrationSubject,
      externalId: string | undefined,
      page: PageRequest,
    ) => {
      const { userId } = caller.principal;
      const { rows, count } = await listContentInstallationsOfIntegration(
        db,
        kind,
        integration,
        userId,
        externalId,
        page,
      );
      return { rows: rows.map((row) => ({ ...row, agent: integration.callerToken })), count };
    },

    /** Loads spaces or sites: those that a user can see, or that the scopes of an integration allow. */
    loadContents: async (
      caller: Caller,
      kind: ContentKind,
      rows: readonly Pick<ContentInstallationWithRole, 'content_id' | 'granted'>[],
    ): Promise<ExtendedContents> => {
      const { userId, scopes, kind: callerKind } = caller.principal;
      const scope = `${kind}:metadata:read`;
      const shown =
        callerKind === 'integration' ? rows.filter(({ granted }) => granted.includes(scope)) : rows;
      const ids = shown.map((row) => row.content_id);
      const service = kind === 'space' ? spaces : sites;
      if (callerKind === 'integration' && !scopes?.includes(scope)) return new Map();
      const found: readonly (SpaceSubject | SiteSubject)[] =
        callerKind === 'integration' ? await service.findByIds(ids) : await service.findVisible(userId, ids);
      return new Map(found.map((one) => [one.id, one]));
    },

    install: async (
      caller: Caller,
      kind: ContentKind,
      installation: InstallationSubject,
      id: string,
    ): Promise<ContentInstallationSubject> => {
      const { integration } = installation;
      const field = kind === 'space' ? 'body.space' : 'body.siteId';
      const may = await mayInstall(caller.principal, kind, installation.organization_id, id);
      if (may === undefined) throw notFound(kind);
      if (!may) throw forbidden(`You do not have permission to install integrations in this ${kind}`);
      if (!canInstallOn(integration, kind))
        throw invalid({
          path: field,
          message: `is not supported: ${integration.name} cannot be installed on ${kind}s`,
        });
      return transaction(async (tx) => {
        if (!(await lockInstallation(tx, installation))) throw notFound('installation');
        const key = keyOf(kind, installation, id);
        if (!(await insertContentInstallation(tx, key, clock.now())))
          throw conflict(`${integration.name} is already installed on this ${kind}`);
        const created = await reload(tx, caller, kind, installation, id);
        await record(tx, caller, 'created', key, integration.name, { status: { to: created.status } });
        await onChange(tx, { type: 'setup', integration, installation, content: created });
        return created;
      });
    },

    update: async (
      caller: Caller,
      subject: ContentInstallationSubject,
      update: { configuration?: InstalledConfiguration; externalIds?: readonly string[] },
    ): Promise<ContentInstallationSubject> => {
      const { kind, installation, content_id } = subject;
      const { integration } = installation;
      if (update.configuration) checkConfiguration(integration.configurations?.[kind], update.configuration);
      return transaction(async (tx) => {
        if (!(await lockInstallation(tx, installation))) throw notFound('installation');
        const before = await reload(tx, caller, kind, installation, content_id);
        const changes = changesOf<Pick<ContentInstallationRow, 'configuration' | 'external_ids'>>(before, {
          configuration: update.configuration,
          external_ids: update.externalIds && [...new Set(update.externalIds)],
        });
        const values = newValues(changes);
        if (!values) return before;
        const key = keyOf(kind, installation, content_id);
        // An installation that covered all spaces gets a row of its own for this one.
        await insertContentInstallation(tx, key, clock.now());
        await updateContentInstallation(tx, key, values, clock.now());
        const after = await reload(tx, caller, kind, installation, content_id);
        const { status, configuration } = before;
        await record(tx, caller, 'updated', key, integration.name, {
          fields: Object.keys(changes).map((column) => FIELDS[column]),
          status: { from: status, to: after.status },
        });
        await onChange(tx, {
          type: 'setup',
          integration,
          installation,
          content: after,
          previous: { status, configuration },
          ownAction: installation.callerToken === null ? undefined : actionOf(kind, 'updated'),
          chain: caller.principal.chain,
        });
        return after;
      });
    },

    /** Uninstalls from a space or site; an installation that covers all of them continues there without configuration. */
    uninstall: (caller: Caller, subject: ContentInstallationSubject): Promise<void> =>
      transaction(async (tx) => {
        const { kind, installation, content_id, status, configuration } = subject;
        const key = keyOf(kind, installation, content_id);
        if (!(await deleteContentInstallation(tx, key))) return;
        const { integration } = installation;
        await record(tx, caller, 'deleted', key, integration.name);
        await onChange(tx, {
          type: 'deleted',
          integration,
          installation,
          content: subject,
          previous: { status, configuration },
        });
      }),
  };
};

/** Service for installations on spaces and sites. */
export type ContentInstallationsService = ReturnType<typeof createContentInstallationsService>;
