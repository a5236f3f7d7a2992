import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { changesOf, newValues } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteSubject, SitesService } from '../../sites/index.ts';
import { sitePolicy } from '../../sites/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { checkConfiguration, type InstalledConfiguration } from '../configuration/configuration.policy.ts';
import { findPlaces } from '../environment/environment.store.ts';
import type { InstallationSubject } from '../installations/installations.policy.ts';
import { type InstallationFollower, reaches } from '../installations/installations.service.ts';
import { lockInstallation } from '../installations/installations.store.ts';
import type { IntegrationSubject } from '../integrations.policy.ts';
import type { ContentInstallationSubject } from './contents.policy.ts';
import {
  type ContentInstallationKey,
  type ContentInstallationMet,
  type ContentInstallationRow,
  type ContentKind,
  deleteContentInstallation,
  findCovered,
  holdGiven,
  insertContentInstallation,
  listCovered,
  listCoveredBy,
  updateContentInstallation,
} from './contents.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'> {
  readonly spaces: Pick<SpacesService, 'find' | 'findVisible' | 'findByIds'>;
  readonly sites: Pick<SitesService, 'find' | 'findVisible' | 'findByIds'>;
  readonly follow: InstallationFollower;
}

/** Spaces and sites as objects, by id: those that whoever asks may be shown. */
export type Extended = ReadonlyMap<string, SpaceSubject | SiteSubject>;

const FIELDS: Readonly<Record<string, string>> = {
  configuration: 'configuration',
  external_ids: 'externalIds',
};

const actionOf = (kind: ContentKind, happened: 'created' | 'updated' | 'deleted') =>
  `${kind}-installation.${happened}`;

/** Integrations on spaces and on sites: the same for both. */
export const createContentsService = (deps: Dependencies) => {
  const { db, transaction, clock, events, spaces, sites, follow } = deps;

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
    happened: 'created' | 'updated' | 'deleted',
    { kind, organization_id, installation_id, content_id }: ContentInstallationKey,
    name: string,
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: organization_id,
      action: actionOf(kind, happened),
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
    const row = await findCovered(tx, kind, installation, id, caller.principal.userId);
    if (!row) throw notFound(`${kind} installation`);
    return { ...row, installation };
  };
  /** Whether somebody may install integrations on a space or site; undefined when it is not there for them. */
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
    /** What a space or site has of an installation, as the caller meets it. */
    find: async (
      userId: string,
      kind: ContentKind,
      installation: InstallationSubject,
      id: string,
    ): Promise<ContentInstallationSubject | undefined> => {
      const row = await findCovered(db, kind, installation, id, userId);
      return row && { ...row, installation };
    },

    list: async (caller: Caller, kind: ContentKind, installation: InstallationSubject, page: PageRequest) => {
      const { rows, count } = await listCovered(db, kind, installation, caller.principal.userId, page);
      return { rows: rows.map((row) => ({ ...row, agent: installation.agent })), count };
    },

    listOfIntegration: async (
      caller: Caller,
      kind: ContentKind,
      integration: IntegrationSubject,
      externalId: string | undefined,
      page: PageRequest,
    ) => {
      const { userId } = caller.principal;
      const { rows, count } = await listCoveredBy(db, kind, integration, userId, externalId, page);
      return { rows: rows.map((row) => ({ ...row, agent: integration.agent })), count };
    },

    /** The spaces or sites themselves: as people see them, and for integrations if their scopes say so. */
    extend: async (
      caller: Caller,
      kind: ContentKind,
      rows: readonly Pick<ContentInstallationMet, 'content_id' | 'granted'>[],
    ): Promise<Extended> => {
      const { userId, scopes, kind: who } = caller.principal;
      const scope = `${kind}:metadata:read`;
      const shown = who === 'integration' ? rows.filter(({ granted }) => granted.includes(scope)) : rows;
      const ids = shown.map((row) => row.content_id);
      const service = kind === 'space' ? spaces : sites;
      if (who === 'integration' && !scopes?.includes(scope)) return new Map();
      const found: readonly (SpaceSubject | SiteSubject)[] =
        who === 'integration' ? await service.findByIds(ids) : await service.findVisible(userId, ids);
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
      if (!reaches(integration, kind))
        throw invalid({ path: field, message: `${integration.name} cannot be installed on ${kind}s` });
      return transaction(async (tx) => {
        if (!(await lockInstallation(tx, installation))) throw notFound('installation');
        const key = keyOf(kind, installation, id);
        if (!(await insertContentInstallation(tx, key, clock.now())))
          throw conflict(`${integration.name} is installed on this ${kind} already`);
        const made = await reload(tx, caller, kind, installation, id);
        await record(tx, caller, 'created', key, integration.name, { status: { to: made.status } });
        await follow(tx, { happened: 'setup', integration, installation, content: made });
        return made;
      });
    },

    update: async (
      caller: Caller,
      seen: ContentInstallationSubject,
      wish: { configuration?: InstalledConfiguration; externalIds?: readonly string[] },
    ): Promise<ContentInstallationSubject> => {
      const { kind, installation, content_id } = seen;
      const { integration } = installation;
      if (wish.configuration) checkConfiguration(integration.configurations?.[kind], wish.configuration);
      return transaction(async (tx) => {
        if (!(await lockInstallation(tx, installation))) throw notFound('installation');
        const before = await reload(tx, caller, kind, installation, content_id);
        const changes = changesOf<Pick<ContentInstallationRow, 'configuration' | 'external_ids'>>(before, {
          configuration: wish.configuration,
          external_ids: wish.externalIds && [...new Set(wish.externalIds)],
        });
        const values = newValues(changes);
        if (!values) return before;
        const key = keyOf(kind, installation, content_id);
        // One that was covered because all are is from now on there in person.
        await insertContentInstallation(tx, key, clock.now());
        await updateContentInstallation(tx, key, values, clock.now());
        const after = await reload(tx, caller, kind, installation, content_id);
        const { status, configuration } = before;
        await record(tx, caller, 'updated', key, integration.name, {
          fields: Object.keys(changes).map((column) => FIELDS[column]),
          status: { from: status, to: after.status },
        });
        await follow(tx, {
          happened: 'setup',
          integration,
          installation,
          content: after,
          previous: { status, configuration },
          ownAction: installation.agent === null ? undefined : actionOf(kind, 'updated'),
        });
        return after;
      });
    },

    /** What is about to end with spaces or sites; what comes back tells their integrations, once they are gone. */
    leaving: async (
      tx: DatabaseTransaction,
      kind: ContentKind,
      organizationId: string,
      ids: readonly string[],
    ): Promise<() => Promise<void>> => {
      const given = await holdGiven(tx, kind, organizationId, ids);
      if (given.length === 0) return async () => {};
      const places = new Map(
        (await findPlaces(tx, { organizationId })).map((place) => [place.installation!.id, place]),
      );
      const changes = given.map((content) => {
        const { integration, installation } = places.get(content.installation_id)!;
        const ended = { happened: 'deleted', integration, content, previous: content } as const;
        return { ...ended, installation: installation! };
      });
      return () => follow(tx, ...changes);
    },

    /** Takes an installation off a space or site; where all are covered, it goes on without what it was told. */
    uninstall: (caller: Caller, seen: ContentInstallationSubject): Promise<void> =>
      transaction(async (tx) => {
        const { kind, installation, content_id, status, configuration } = seen;
        const key = keyOf(kind, installation, content_id);
        if (!(await deleteContentInstallation(tx, key))) return;
        const { integration } = installation;
        await record(tx, caller, 'deleted', key, integration.name);
        await follow(tx, {
          happened: 'deleted',
          integration,
          installation,
          content: seen,
          previous: { status, configuration },
        });
      }),
  };
};

/** Integrations on spaces and on sites. */
export type ContentsService = ReturnType<typeof createContentsService>;
