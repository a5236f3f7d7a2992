import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { type Actor, SYSTEM } from '../../../kernel/events/events.ts';
import { changesOf, newValues } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OrganizationsService, organizationPolicy } from '../../organizations/index.ts';
import type { AgentsService } from '../agents/agents.service.ts';
import { checkConfiguration, type InstalledConfiguration } from '../configuration/configuration.policy.ts';
import type { ContentInstallationRow } from '../contents/contents.store.ts';
import { agreedScopes } from '../granting/granting.policy.ts';
import type { IntegrationSubject } from '../integrations.policy.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import type { InstallationSubject } from './installations.policy.ts';
import {
  deleteInstallation,
  findAllInstallations,
  findInstallation,
  findInstallationIn,
  type InstallationMet,
  type InstallationRow,
  type InstallationState,
  insertInstallation,
  listInstallations,
  lockInstallation,
  reloadInstallation,
  type Selection,
  updateInstallation,
} from './installations.store.ts';

/** What became of an installation, or of a space or site that has it: what integrations are told of themselves. */
export interface InstallationChange {
  readonly happened: 'setup' | 'deleted';
  readonly integration: IntegrationRow;
  /** As it is now; of one that is gone, as it was. */
  readonly installation: InstallationRow;
  /** The space or site that it is about, if it is. */
  readonly content?: ContentInstallationRow;
  /** What there was before; nothing when it is new. It may hold secrets, which is why no event has it. */
  readonly previous?: { readonly status: InstallationState; readonly configuration: InstalledConfiguration };
  /** What the log calls the change, where the integration made it itself. */
  readonly ownAction?: string | undefined;
}

/** Told of every change of installations, in the transaction in which it happens. */
export type InstallationFollower = (
  tx: DatabaseTransaction,
  ...changes: readonly InstallationChange[]
) => Promise<void>;

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly organizations: Pick<OrganizationsService, 'findByName'>;
  readonly agents: AgentsService;
  readonly follow: InstallationFollower;
}

/** What is to change about an installation. */
interface Wish {
  readonly externalIds?: readonly string[];
  readonly configuration?: InstalledConfiguration;
  readonly space_selection?: Selection;
  readonly site_selection?: Selection;
  readonly status?: 'active' | 'paused';
}

/** What the API calls the columns; values stay out of the log, configurations hold secrets. */
const FIELDS: Readonly<Record<string, string>> = {
  configuration: 'configuration',
  external_ids: 'externalIds',
  space_selection: 'space_selection',
  site_selection: 'site_selection',
  paused: 'status',
  scopes: 'scopes',
};

/** What integrations do not change about themselves. */
const DECIDED = ['status', 'space_selection', 'site_selection'] as const;

/** Where an integration can be installed besides organizations. */
export const reaches = ({ target }: Pick<IntegrationRow, 'target'>, kind: 'space' | 'site'): boolean =>
  target === 'all' || target === kind;

/** The scopes that an organization agrees to now; undefined when those are what it agreed to before. */
const agreeing = (
  { scopes: granted }: Pick<InstallationRow, 'scopes'>,
  { scopes: declared }: Pick<IntegrationRow, 'scopes'>,
): string[] | undefined =>
  [...granted].sort().join() === [...declared].sort().join() ? undefined : [...declared];

/** Integrations in organizations. */
export const createInstallationsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, organizations, agents, follow } = deps;

  const asSubject = (
    row: InstallationMet,
    integration: IntegrationSubject,
    readerId: string,
  ): InstallationSubject => {
    const { organization_role: organizationRole, ...installation } = row;
    const own = integration.agent === 'integration' ? 'integration' : null;
    const agent = installation.account_id === readerId ? 'installation' : own;
    return { ...installation, integration, organizationRole, agent };
  };
  const record = (
    tx: DatabaseTransaction,
    by: Actor,
    action: string,
    { organization_id, id }: InstallationRow,
    { name }: IntegrationRow,
    payload = {},
  ) =>
    events.record(tx, by, {
      organizationId: organization_id,
      action,
      target: { type: 'installation', id, label: name },
      payload: { integration: name, ...payload },
    });
  const reload = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: { organization_id: string; id: string },
    integration: IntegrationSubject,
  ) => {
    const { userId } = caller.principal;
    const row = await reloadInstallation(tx, key, userId);
    if (!row) throw notFound('installation');
    return asSubject(row, integration, userId);
  };
  const drop = async (
    tx: DatabaseTransaction,
    by: Actor,
    integration: IntegrationRow,
    installation: InstallationRow,
  ) => {
    const { status, configuration } = installation;
    await agents.retire(tx, [installation.account_id]);
    await deleteInstallation(tx, installation);
    await record(tx, by, 'installation.deleted', installation, integration);
    await follow(tx, { happened: 'deleted', integration, installation, previous: { status, configuration } });
  };

  return {
    asSubject,

    /** An installation as the caller meets it. */
    find: async (
      userId: string,
      integration: IntegrationSubject,
      id: string,
    ): Promise<InstallationSubject | undefined> => {
      const row = await findInstallation(db, integration, id, userId);
      return row && asSubject(row, integration, userId);
    },

    /** The installation in an organization. */
    findIn: async (userId: string, integration: IntegrationSubject, organizationId: string) => {
      const row = await findInstallationIn(db, integration, organizationId, userId);
      return row && asSubject(row, integration, userId);
    },

    list: async (
      caller: Caller,
      integration: IntegrationSubject,
      externalId: string | undefined,
      page: PageRequest,
    ) => {
      const { userId } = caller.principal;
      const { rows, count } = await listInstallations(db, integration, userId, externalId, page);
      return { rows: rows.map((row) => asSubject(row, integration, userId)), count };
    },

    install: async (
      caller: Caller,
      integration: IntegrationSubject,
      named: string,
    ): Promise<InstallationSubject> => {
      const organization = await organizations.findByName(named, caller.principal.userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      if (!organizationPolicy.can.installIntegration(organization))
        throw forbidden('You do not have permission to install integrations in this organization');
      if (integration.visibility === 'private' && organization.id !== integration.organization_id)
        throw invalid({
          path: 'body.organization',
          message: 'is not the one that published this private integration',
        });
      return transaction(async (tx) => {
        const at = clock.now();
        const key = { organization_id: organization.id, id: newId() };
        // What cannot be chosen space by space is for all of them, until somebody says otherwise.
        const selection = integration.target === 'organization' ? 'all' : 'selected';
        const isNew = await insertInstallation(tx, {
          ...key,
          owner_id: integration.organization_id,
          integration_id: integration.id,
          space_selection: selection,
          site_selection: selection,
          scopes: [...integration.scopes],
          account_id: await agents.open(tx, integration.title),
          created_by: caller.principal.userId,
          created_at: at,
          updated_at: at,
        });
        if (!isNew) throw conflict(`${integration.name} is installed in this organization already`);
        const made = await reload(tx, caller, key, integration);
        await record(tx, caller, 'installation.created', made, integration, { status: { to: made.status } });
        await follow(tx, { happened: 'setup', integration, installation: made });
        return made;
      });
    },

    update: async (caller: Caller, seen: InstallationSubject, wish: Wish): Promise<InstallationSubject> => {
      const { integration } = seen;
      if (wish.configuration) checkConfiguration(integration.configurations?.account, wish.configuration);
      for (const kind of ['space', 'site'] as const)
        if (
          wish[`${kind}_selection`] === 'all' &&
          integration.target !== 'organization' &&
          !reaches(integration, kind)
        )
          throw invalid({
            path: `body.${kind}_selection`,
            message: `is for integrations that ${kind}s can have`,
          });
      // An integration that chose what it covers would give itself what nobody gave it.
      const decided =
        seen.agent === null
          ? undefined
          : DECIDED.find((field) => (wish[field] ?? seen[field]) !== seen[field]);
      if (decided) throw invalid({ path: `body.${decided}`, message: 'is for people to decide' });
      return transaction(async (tx) => {
        if (!(await lockInstallation(tx, seen))) throw notFound('installation');
        const before = await reload(tx, caller, seen, integration);
        const changes = changesOf<Partial<InstallationRow>>(before, {
          configuration: wish.configuration,
          external_ids: wish.externalIds && [...new Set(wish.externalIds)],
          space_selection: wish.space_selection,
          site_selection: wish.site_selection,
          paused: wish.status && wish.status === 'paused',
          // Whoever changes something about it has seen what it wants by now.
          scopes: seen.agent === null ? agreeing(before, integration) : undefined,
        });
        const values = newValues(changes);
        if (!values) return before;
        await updateInstallation(tx, seen, values, clock.now());
        const after = await reload(tx, caller, seen, integration);
        const { status, configuration } = before;
        const action = 'installation.updated';
        await record(tx, caller, action, after, integration, {
          fields: Object.keys(changes).map((column) => FIELDS[column]),
          status: { from: status, to: after.status },
          ...(changes.scopes && { scopes: changes.scopes }),
        });
        await follow(tx, {
          happened: 'setup',
          integration,
          installation: after,
          previous: { status, configuration },
          ownAction: seen.agent === null ? undefined : action,
        });
        return after;
      });
    },

    uninstall: (caller: Caller, seen: InstallationSubject): Promise<void> =>
      transaction(async (tx) => {
        if (!(await lockInstallation(tx, seen))) return;
        await drop(tx, caller, seen.integration, await reload(tx, caller, seen, seen.integration));
      }),

    /** Takes an integration out of every organization. */
    uninstallAll: async (
      tx: DatabaseTransaction,
      caller: Caller,
      integration: IntegrationRow,
    ): Promise<void> => {
      for (const installation of await findAllInstallations(tx, integration)) {
        // Other organizations learn that it went, not who there decided so.
        const isOwn = installation.organization_id === integration.organization_id;
        await drop(tx, isOwn ? caller : SYSTEM, integration, installation);
      }
    },

    /**
     * Asks for the scopes of a new version wherever there were fewer: its owner has agreed by publishing it, others read in
     * their logs that it wants more.
     */
    askForScopes: async (
      tx: DatabaseTransaction,
      caller: Caller,
      integration: IntegrationRow,
      last: readonly string[],
    ): Promise<void> => {
      const added = integration.scopes.filter((scope) => !last.includes(scope));
      for (const installation of await findAllInstallations(tx, integration)) {
        const { scopes: granted } = installation;
        const wanted = integration.scopes.filter((scope) => !granted.includes(scope));
        if (installation.organization_id === integration.organization_id) {
          const scopes = agreeing(installation, integration);
          if (!scopes) continue;
          await updateInstallation(tx, installation, { scopes }, clock.now());
          await record(tx, caller, 'installation.updated', installation, integration, {
            fields: ['scopes'],
            scopes: { from: granted, to: scopes },
          });
        } else if (wanted.some((scope) => added.includes(scope)))
          await record(tx, SYSTEM, 'installation.scopes-requested', installation, integration, {
            scopes: wanted,
          });
      }
    },

    /** A token of an installation. */
    issueToken: (installation: InstallationSubject): Promise<string> => {
      const { account_id, integration } = installation;
      const scopes = agreedScopes(integration, installation);
      return agents.mint(db, 'installation', account_id, { ...integration, scopes });
    },
  };
};

/** Integrations in organizations. */
export type InstallationsService = ReturnType<typeof createInstallationsService>;
