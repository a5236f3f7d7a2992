import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { OidcProviders, SamlProviders } from '../../../kernel/database/schema.gen.ts';
import { type Changes, changesOf, newValues } from '../../../kernel/events/field-changes.ts';

/** Columns of all identity providers. */
export type ProviderRow = Pick<
  Selectable<SamlProviders & OidcProviders>,
  'organization_id' | 'id' | 'label' | 'default_team_id' | 'default_role' | 'created_at'
>;

/** A row of a SAML provider. */
export type SamlProviderRow = Selectable<SamlProviders>;

/** A row of an OpenID Connect provider. */
export type OidcProviderRow = Selectable<OidcProviders>;

/** The columns to set. */
export type ProviderValues<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** Creates the store for one kind of identity provider. */
const createProviderStore = <Row extends ProviderRow>(table: 'saml_providers' | 'oidc_providers') => {
  // Both tables have the columns that are used here.
  const kind = table as 'saml_providers';
  const all = (db: Database) => db.selectFrom(kind).selectAll();
  const rows = <T>(found: Promise<unknown>) => found as Promise<T>;
  const inOrganization = (db: Database, organizationId: string) =>
    all(db).where('organization_id', '=', organizationId);
  const lockKey = (tx: Database, organizationId: string, id: string): Promise<Row | undefined> =>
    rows(inOrganization(tx, organizationId).where('id', '=', id).forKeyShare().executeTakeFirst());
  // An advisory lock instead of a row lock: row locks taken for groups and teams must not block sign-in.
  const settingsLock = (id: string) => sql`hashtextextended(${`identity-provider:${id}`}, 0)`;

  return {
    /** The providers of an organization, oldest first. */
    list: (db: Database, organizationId: string, page: PageRequest): Promise<Page<Row>> => {
      const matching = inOrganization(db, organizationId);
      const after = page.after && String(page.after[0]);
      return rows(
        paginate(
          page,
          matching.$if(after !== undefined, (query) => query.where('id', '>', after!)).orderBy('id'),
          matching,
        ),
      );
    },

    find: (db: Database, organizationId: string, id: string): Promise<Row | undefined> =>
      rows(inOrganization(db, organizationId).where('id', '=', id).executeTakeFirst()),

    /** Finds a provider by id, in any organization. */
    findById: (db: Database, id: string): Promise<Row | undefined> =>
      rows(all(db).where('id', '=', id).executeTakeFirst()),

    /** All providers of an organization. */
    listOf: (db: Database, organizationId: string): Promise<Row[]> =>
      rows(inOrganization(db, organizationId).orderBy('id').execute()),

    /** All providers, if there is only one organization. */
    listOfOnlyOrganization: (db: Database): Promise<Row[]> =>
      rows(
        all(db).where(sql<boolean>`not exists (select from organizations offset 1)`).orderBy('id').execute(),
      ),

    insert: (
      tx: Database,
      provider: {
        organizationId: string;
        id: string;
        createdAt: Date;
        input: ProviderValues<Row> & { label: string };
      },
    ): Promise<Row> =>
      rows(
        tx
          .insertInto(kind)
          .values({
            ...provider.input,
            organization_id: provider.organizationId,
            id: provider.id,
            created_at: provider.createdAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),

    /** Prevents the deletion of a provider until the end of the transaction. */
    lockKey,

    /** Prevents changes and deletion of a provider until the end of the transaction. */
    lockUnchanged: async (tx: Database, organizationId: string, id: string): Promise<Row | undefined> => {
      await sql`select pg_advisory_xact_lock_shared(${settingsLock(id)})`.execute(tx);
      return lockKey(tx, organizationId, id);
    },

    /** Locks a provider for an update; waits for sign-ins in progress. */
    lock: async (tx: Database, organizationId: string, id: string): Promise<Row | undefined> => {
      await sql`select pg_advisory_xact_lock(${settingsLock(id)})`.execute(tx);
      return rows(
        inOrganization(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
      );
    },

    /** Locks a provider for deletion; waits for sign-ins in progress. */
    lockToDelete: (tx: Database, organizationId: string, id: string): Promise<Row | undefined> =>
      rows(inOrganization(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()),

    /** Updates the columns that differ and returns the changes. */
    update: async (
      tx: Database,
      row: Row,
      input: ProviderValues<Row>,
    ): Promise<{ row: Row; changes: Changes<Row> }> => {
      const changes = changesOf<Row>(row, input);
      const values = newValues<Row>(changes);
      if (values)
        await tx
          .updateTable(kind)
          .set(values as object)
          .where('organization_id', '=', row.organization_id)
          .where('id', '=', row.id)
          .execute();
      return { row: { ...row, ...values }, changes };
    },

    delete: (tx: Database, organizationId: string, id: string): Promise<{ label: string } | undefined> =>
      tx
        .deleteFrom(kind)
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning('label')
        .executeTakeFirst(),
  };
};

/** The store for one kind of identity provider. */
export type ProviderStore<Row extends ProviderRow> = ReturnType<typeof createProviderStore<Row>>;

/** The store of SAML providers. */
export const samlProviders = createProviderStore<SamlProviderRow>('saml_providers');

/** The store of OpenID Connect providers. */
export const oidcProviders = createProviderStore<OidcProviderRow>('oidc_providers');

/** Whether users have to name their organization first: there are providers and several organizations. */
export const isOrganizationNeeded = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from organizations offset 1)
      and (exists (select from saml_providers) or exists (select from oidc_providers)) as found`.execute(db);
  return rows[0]!.found;
};
