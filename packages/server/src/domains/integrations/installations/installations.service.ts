import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { type Actor, SYSTEM } from '../../../kernel/events/events.ts';
import { changesOf, newValues } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OrganizationsService, organizationPolicy } from '../../organizations/index.ts';
import type { IntegrationRow, IntegrationSubject } from '../integrations.store.ts';
import type { ServiceAccountsService } from '../service-accounts/service-accounts.service.ts';
import { checkConfiguration, type InstalledConfiguration } from './configuration.ts';
import { grantedScopes } from './granted-scopes.ts';
import type { InstallationListener } from './installation-changes.ts';
import type { InstallationSubject } from './installations.policy.ts';
import {
  deleteInstallation,
  findAllInstallations,
  findInstallation,
  findInstallationIn,
  type InstallationRow,
  type InstallationWithRole,
  insertInstallation,
  listInstallations,
  lockInstallation,
  reloadInstallation,
  type Selection,
  updateInstallation,
} from './installations.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly organizations: Pick<OrganizationsService, 'findByName'>;
  readonly serviceAccounts: ServiceAccountsService;
  readonly onChange: InstallationListener;
}

/** The fields of an update. */
interface InstallationUpdate {
  readonly externalIds?: readonly string[];
  readonly configuration?: InstalledConfiguration;
  readonly space_selection?: Selection;
  readonly site_selection?: Selection;
  readonly scopes?: readonly string[];
  readonly status?: 'active' | 'paused';
}

/** API names of the columns. The log has names only, since configurations hold secrets. */
const FIELDS: Readonly<Record<string, string>> = {
  configuration: 'configuration',
  external_ids: 'externalIds',
  space_selection: 'space_selection',
  site_selection: 'site_selection',
  paused: 'status',
  scopes: 'scopes',
};

/** The fields that integrations may not change themselves. */
const ADMIN_FIELDS = ['status', 'space_selection', 'site_selection'] as const;

/** Whether an integration can be installed on spaces or on sites. */
export const canInstallOn = ({ target }: Pick<IntegrationRow, 'target'>, kind: 'space' | 'site'): boolean =>
  target === 'all' || target === kind;

/** The scopes to grant now; undefined if they are granted already. */
const newlyGrantedScopes = (
  { scopes: granted }: Pick<InstallationRow, 'scopes'>,
  { scopes: declared }: Pick<IntegrationRow, 'scopes'>,
): string[] | undefined =>
  [...granted].sort().join() === [...declared].sort().join() ? undefined : [...declared];

/** The scopes to grant by the update of a user: those that it names; all that are requested if it is empty. */
const acceptedScopes = (
  before: Pick<InstallationRow, 'scopes'>,
  { scopes: declared }: Pick<IntegrationRow, 'scopes'>,
  update: InstallationUpdate,
): string[] | undefined => {
  const isEmpty = Object.values(update).every((value) => value === undefined);
  const accepted: readonly string[] = update.scopes ?? (isEmpty ? declared : []);
  if (accepted.length === 0) return undefined;
  const scopes = declared.filter((scope) => before.scopes.includes(scope) || accepted.includes(scope));
  return newlyGrantedScopes(before, { scopes });
};

/** Installations of integrations in organizations. */
export const createInstallationsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, organizations, serviceAccounts, onChange } = deps;

  const asSubject = (
    row: InstallationWithRole,
    integration: IntegrationSubject,
    readerId: string,
  ): InstallationSubject => {
    const { organization_role: organizationRole, ...installation } = row;
    const own = integration.callerToken === 'integration' ? 'integration' : null;
    const callerToken = installation.account_id === readerId ? 'installation' : own;
    return { ...installation, integration, organizationRole, callerToken };
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
  const deleteWithTokens = async (
    tx: DatabaseTransaction,
    by: Actor,
    integration: IntegrationRow,
    installation: InstallationRow,
  ) => {
    const { status, configuration } = installation;
    await serviceAccounts.revokeTokens(tx, [installation.account_id]);
    await deleteInstallation(tx, installation);
    await record(tx, by, 'installation.deleted', installation, integration);
    await onChange(tx, { type: 'deleted', integration, installation, previous: { status, configuration } });
  };

  return {
    asSubject,

    /** An installation with the caller's relation to it. */
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
      organizationName: string,
    ): Promise<InstallationSubject> => {
      const organization = await organizations.findByName(organizationName, caller.principal.userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      if (!organizationPolicy.can.installIntegration(organization))
        throw forbidden('You do not have permission to install integrations in this organization');
      if (integration.visibility === 'private' && organization.id !== integration.organization_id)
        throw invalid({
          path: 'body.organization',
          message: 'must be the organization that published this private integration',
        });
      return transaction(async (tx) => {
        const at = clock.now();
        const key = { organization_id: organization.id, id: newId() };
        // Integrations for organizations cover all spaces and sites, unless changed later.
        const selection = integration.target === 'organization' ? 'all' : 'selected';
        const isNew = await insertInstallation(tx, {
          ...key,
          owner_id: integration.organization_id,
          integration_id: integration.id,
          space_selection: selection,
          site_selection: selection,
          scopes: [...integration.scopes],
          account_id: await serviceAccounts.createAccount(tx, integration.title),
          created_by: caller.principal.userId,
          created_at: at,
          updated_at: at,
        });
        if (!isNew) throw conflict(`${integration.name} is already installed in this organization`);
        const created = await reload(tx, caller, key, integration);
        await record(tx, caller, 'installation.created', created, integration, {
          status: { to: created.status },
        });
        await onChange(tx, { type: 'setup', integration, installation: created });
        return created;
      });
    },

    update: async (
      caller: Caller,
      installation: InstallationSubject,
      update: InstallationUpdate,
    ): Promise<InstallationSubject> => {
      const { integration } = installation;
      if (update.configuration) checkConfiguration(integration.configurations?.account, update.configuration);
      for (const kind of ['space', 'site'] as const)
        if (
          update[`${kind}_selection`] === 'all' &&
          integration.target !== 'organization' &&
          !canInstallOn(integration, kind)
        )
          throw invalid({
            path: `body.${kind}_selection`,
            message: `is only for integrations that can be installed on ${kind}s`,
          });
      // Otherwise an integration could give itself access to more spaces or sites.
      const adminField =
        installation.callerToken === null
          ? undefined
          : ADMIN_FIELDS.find((field) => (update[field] ?? installation[field]) !== installation[field]);
      if (adminField)
        throw invalid({
          path: `body.${adminField}`,
          message: 'cannot be changed with a token of an integration',
        });
      if (update.scopes && installation.callerToken !== null)
        throw invalid({ path: 'body.scopes', message: 'cannot be changed with a token of an integration' });
      const declared = new Set<string>(integration.scopes);
      const unknown = update.scopes?.findIndex((scope) => !declared.has(scope));
      if (unknown !== undefined && unknown >= 0)
        throw invalid({ path: `body.scopes.${unknown}`, message: 'is not requested by this version' });
      return transaction(async (tx) => {
        if (!(await lockInstallation(tx, installation))) throw notFound('installation');
        const before = await reload(tx, caller, installation, integration);
        const changes = changesOf<Partial<InstallationRow>>(before, {
          configuration: update.configuration,
          external_ids: update.externalIds && [...new Set(update.externalIds)],
          space_selection: update.space_selection,
          site_selection: update.site_selection,
          paused: update.status && update.status === 'paused',
          scopes: installation.callerToken === null ? acceptedScopes(before, integration, update) : undefined,
        });
        const values = newValues(changes);
        if (!values) return before;
        await updateInstallation(tx, installation, values, clock.now());
        const after = await reload(tx, caller, installation, integration);
        const { status, configuration } = before;
        const action = 'installation.updated';
        await record(tx, caller, action, after, integration, {
          fields: Object.keys(changes).map((column) => FIELDS[column]),
          status: { from: status, to: after.status },
          ...(changes.scopes && { scopes: changes.scopes }),
        });
        await onChange(tx, {
          type: 'setup',
          integration,
          installation: after,
          previous: { status, configuration },
          ownAction: installation.callerToken === null ? undefined : action,
          chain: caller.principal.chain,
        });
        return after;
      });
    },

    uninstall: (caller: Caller, installation: InstallationSubject): Promise<void> =>
      transaction(async (tx) => {
        if (!(await lockInstallation(tx, installation))) return;
        await deleteWithTokens(
          tx,
          caller,
          installation.integration,
          await reload(tx, caller, installation, installation.integration),
        );
      }),

    /** Uninstalls an integration from all organizations. */
    uninstallAll: async (
      tx: DatabaseTransaction,
      caller: Caller,
      integration: IntegrationRow,
    ): Promise<void> => {
      for (const installation of await findAllInstallations(tx, integration)) {
        // Other organizations do not see who unpublished it.
        const isOwn = installation.organization_id === integration.organization_id;
        await deleteWithTokens(tx, isOwn ? caller : SYSTEM, integration, installation);
      }
    },

    /**
     * Grants the scopes of a new version in the owner's organization; in others, records in the audit log that they are
     * requested.
     */
    requestScopes: async (
      tx: DatabaseTransaction,
      caller: Caller,
      integration: IntegrationRow,
      previousScopes: readonly string[],
    ): Promise<void> => {
      const added = integration.scopes.filter((scope) => !previousScopes.includes(scope));
      for (const installation of await findAllInstallations(tx, integration)) {
        const { scopes: granted } = installation;
        const requested = integration.scopes.filter((scope) => !granted.includes(scope));
        if (installation.organization_id === integration.organization_id) {
          const scopes = newlyGrantedScopes(installation, integration);
          if (!scopes) continue;
          await updateInstallation(tx, installation, { scopes }, clock.now());
          await record(tx, caller, 'installation.updated', installation, integration, {
            fields: ['scopes'],
            scopes: { from: granted, to: scopes },
          });
        } else if (requested.some((scope) => added.includes(scope)))
          await record(tx, SYSTEM, 'installation.scopes-requested', installation, integration, {
            scopes: requested,
          });
      }
    },

    /** Creates a token of an installation. */
    issueToken: ({ principal }: Caller, installation: InstallationSubject): Promise<string> => {
      const { account_id, integration } = installation;
      const scopes = grantedScopes(integration, installation);
      return serviceAccounts.issueInstallationToken(account_id, { ...integration, scopes }, principal.chain);
    },
  };
};

/** Service for installations in organizations. */
export type InstallationsService = ReturnType<typeof createInstallationsService>;
