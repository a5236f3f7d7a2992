import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { type Change, changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { lockSsoRequirement, type OrganizationSubject } from '../../organizations/index.ts';
import type { SignInService } from '../../sessions/index.ts';
import { findTeams, type TeamSubject } from '../../teams/index.ts';
import type { ProviderRow, ProviderStore, ProviderValues } from './providers.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly signIn: Pick<SignInService, 'signOutProvider' | 'revokeProviderLinks'>;
  /** The login options of an organization, of all kinds of identity providers. */
  readonly logins: (
    organizationId: string,
    executor: Database,
  ) => Promise<readonly { readonly id: string }[]>;
}

/** Settings of all identity providers. */
interface Settings {
  readonly label?: string | undefined;
  readonly defaultTeam?: string | null | undefined;
  readonly defaultRole?: Role | null | undefined;
}

/** The differences between kinds of identity providers. */
export interface ProviderKind<Row extends ProviderRow, Input extends Settings> {
  readonly object: `${'saml' | 'oidc'}-provider`;
  /** The name in messages. */
  readonly title: string;
  readonly store: ProviderStore<Row>;
  /** The API names of the additional columns of this kind. */
  readonly fields: Readonly<Record<string, string>>;
  /** Validates the input; runs outside the transaction because it may make network requests. */
  check(input: Input): Promise<void> | void;
  /** The additional columns of this kind; `row` is the current row. */
  toColumns(input: Input, id: string, row: Row | undefined): ProviderValues<Row>;
  /** Whether a provider is completely configured. */
  isActive(row: Row): boolean;
}

/** An identity provider with the default team of its new members. */
export interface Provider<Row extends ProviderRow> {
  readonly row: Row;
  readonly team: TeamSubject | undefined;
}

const FIELDS = { label: 'label', default_team_id: 'defaultTeam', default_role: 'defaultRole' };

/** Removes the client secret from the changes that an event records. */
const withoutSecret = (changes: Readonly<Record<string, Change | undefined>>) =>
  changes.client_secret ? { ...changes, client_secret: {} } : changes;

/** Creates the service for one kind of identity provider. */
export const createProvidersService = <Row extends ProviderRow, Input extends Settings>(
  { db, transaction, clock, newId, events, signIn, logins }: Dependencies,
  kind: ProviderKind<Row, Input>,
) => {
  const { store } = kind;

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    what: 'created' | 'updated' | 'deleted',
    { id, label }: { id: string; label: string },
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId,
      action: `${kind.object}.${what}`,
      target: { type: kind.object, id, label },
      payload,
    });

  const teamsOf = async (
    executor: Database,
    { id, role }: OrganizationSubject,
    caller: Caller,
    teamIds: readonly (string | null | undefined)[],
  ): Promise<ReadonlyMap<string, TeamSubject>> => {
    const wanted = [...new Set(teamIds.filter((teamId) => teamId != null))];
    if (wanted.length === 0) return new Map();
    const rows = await findTeams(executor, id, wanted, caller.principal.userId);
    return new Map(rows.map((row) => [row.id, { ...row, organizationRole: role }]));
  };

  const withTeam = async (
    executor: Database,
    organization: OrganizationSubject,
    caller: Caller,
    row: Row,
  ): Promise<Provider<Row>> => {
    const teams = await teamsOf(executor, organization, caller, [row.default_team_id]);
    return { row, team: teams.get(row.default_team_id ?? '') };
  };

  const requireTeam = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organization: OrganizationSubject,
    { defaultTeam }: Settings,
  ) => {
    if (defaultTeam && !(await teamsOf(tx, organization, caller, [defaultTeam])).has(defaultTeam))
      throw invalid({ path: 'body.defaultTeam', message: 'is not a team of this organization' });
  };

  // Members who may only use single sign-on would be locked out.
  const requireOtherProvider = async (tx: DatabaseTransaction, organizationId: string, id: string) => {
    const isOnlyWay = await lockSsoRequirement(tx, organizationId);
    if (isOnlyWay && (await logins(organizationId, tx)).every((login) => login.id === id))
      throw conflict(
        'This is the last active identity provider and the organization requires single sign-on: add another provider or turn off sso first',
      );
  };

  const find = async (organizationId: string, id: string): Promise<Row> => {
    const row = await store.find(db, organizationId, id);
    if (!row) throw notFound(kind.title);
    return row;
  };

  const toValues = (input: Input, id: string, row: Row | undefined): ProviderValues<Row> => ({
    ...kind.toColumns(input, id, row),
    label: input.label,
    default_team_id: input.defaultTeam,
    default_role: input.defaultRole,
  });

  return {
    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      page: PageRequest,
    ): Promise<Page<Provider<Row>>> => {
      const { rows, count } = await store.list(db, organization.id, page);
      const teams = await teamsOf(
        db,
        organization,
        caller,
        rows.map((row) => row.default_team_id),
      );
      return { rows: rows.map((row) => ({ row, team: teams.get(row.default_team_id ?? '') })), count };
    },

    get: async (caller: Caller, organization: OrganizationSubject, id: string): Promise<Provider<Row>> =>
      withTeam(db, organization, caller, await find(organization.id, id)),

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      input: Input & { label: string },
    ): Promise<Provider<Row>> => {
      await kind.check(input);
      return transaction(async (tx) => {
        await requireTeam(tx, caller, organization, input);
        const id = newId();
        const row = await store.insert(tx, {
          organizationId: organization.id,
          id,
          createdAt: clock.now(),
          input: {
            ...toValues(input, id, undefined),
            label: input.label,
            default_role: input.defaultRole === undefined ? organization.default_role : input.defaultRole,
          },
        });
        await record(tx, caller, organization.id, 'created', row);
        return withTeam(tx, organization, caller, row);
      });
    },

    update: async (
      caller: Caller,
      organization: OrganizationSubject,
      id: string,
      input: Input,
    ): Promise<Provider<Row>> => {
      await find(organization.id, id);
      await kind.check(input);
      return transaction(async (tx) => {
        await requireTeam(tx, caller, organization, input);
        const before = await store.lock(tx, organization.id, id);
        if (!before) throw notFound(kind.title);
        const { row, changes } = await store.update(tx, before, toValues(input, id, before));
        const key = { organizationId: organization.id, id };
        if (kind.isActive(before) && !kind.isActive(row)) {
          await requireOtherProvider(tx, organization.id, id);
          await signIn.signOutProvider(tx, key);
        } else if (Object.keys(kind.fields).some((column) => column in changes))
          // Sign-ins that were verified with the previous settings are no longer valid.
          await signIn.revokeProviderLinks(tx, key);
        const payload = changedFields(withoutSecret(changes), { ...FIELDS, ...kind.fields });
        if (payload) await record(tx, caller, organization.id, 'updated', row, payload);
        return withTeam(tx, organization, caller, row);
      });
    },

    remove: (caller: Caller, organizationId: string, id: string): Promise<void> =>
      transaction(async (tx) => {
        // The provider is locked before the organization, in the same order as during sign-in.
        const row = await store.lockToDelete(tx, organizationId, id);
        if (row && kind.isActive(row)) await requireOtherProvider(tx, organizationId, id);
        const deleted = await store.delete(tx, organizationId, id);
        if (!deleted) return;
        await signIn.signOutProvider(tx, { organizationId, id });
        await record(tx, caller, organizationId, 'deleted', { id, ...deleted });
      }),

    /** The active providers of an organization; without an id, those of the only organization. */
    logins: async (organizationId: string | undefined, executor = db): Promise<readonly Row[]> => {
      const rows =
        organizationId === undefined
          ? await store.listOfOnlyOrganization(executor)
          : await store.listOf(executor, organizationId);
      return rows.filter(kind.isActive);
    },
  };
};
