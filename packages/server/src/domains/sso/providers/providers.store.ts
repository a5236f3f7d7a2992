import { type Kysely, type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { fetchPage } from '../../../kernel/database/page.ts';
import type { OidcProviders, SamlProviders } from '../../../kernel/database/schema.gen.ts';
import { type Changes, changesOf, newValues } from '../../../kernel/events/field-changes.ts';

/** What every identity provider's row has. */
export type ProviderRow = Pick<
  Selectable<SamlProviders & OidcProviders>,
  'organization_id' | 'id' | 'label' | 'default_team_id' | 'default_role' | 'created_at'
>;

/** The row of one that speaks SAML. */
export type SamlProviderRow = Selectable<SamlProviders>;

/** The row of one that speaks OpenID Connect. */
export type OidcProviderRow = Selectable<OidcProviders>;

/** What can be set of an identity provider. */
export type ProviderValues<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** The rows of one kind of identity providers. */
const createProviderStore = <Row extends ProviderRow>(table: 'saml_providers' | 'oidc_providers') => {
  // The columns that are named here are those of both tables, and all columns are those of the row.
  const kind = table as 'saml_providers';
  const of = (db: Database) => db as unknown as Kysely<{ saml_providers: SamlProviders }>;
  const all = (db: Database) => of(db).selectFrom(kind).selectAll();
  const rows = <T>(found: Promise<unknown>) => found as Promise<T>;
  const inOrganization = (db: Database, organizationId: string) =>
    all(db).where('organization_id', '=', organizationId);
  const lockKey = (tx: Database, organizationId: string, id: string): Promise<Row | undefined> =>
    rows(inOrganization(tx, organizationId).where('id', '=', id).forKeyShare().executeTakeFirst());
  // Not the row: others who lock it, for the sake of groups or teams, would keep people from coming.
  const settingsLock = (id: string) => sql`hashtextextended(${`identity-provider:${id}`}, 0)`;

  return {
    /** Those of an organization, oldest first. */
    list: (db: Database, organizationId: string, page: PageRequest): Promise<Page<Row>> => {
      const matching = inOrganization(db, organizationId);
      const after = page.after && String(page.after[0]);
      return rows(
        fetchPage(
          page,
          matching.$if(after !== undefined, (query) => query.where('id', '>', after!)).orderBy('id'),
          matching,
        ),
      );
    },

    find: (db: Database, organizationId: string, id: string): Promise<Row | undefined> =>
      rows(inOrganization(db, organizationId).where('id', '=', id).executeTakeFirst()),

    /** One, whosever it is. */
    findById: (db: Database, id: string): Promise<Row | undefined> =>
      rows(all(db).where('id', '=', id).executeTakeFirst()),

    /** Where the members of an organization may come from. */
    listOf: (db: Database, organizationId: string): Promise<Row[]> =>
      rows(inOrganization(db, organizationId).orderBy('id').execute()),

    /** The same where there is only one organization, which therefore need not be named. */
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
        of(tx)
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

    /** One that is not removed until the transaction ends. */
    lockKey,

    /** One that is neither set up anew nor removed until the transaction ends. */
    lockUnchanged: async (tx: Database, organizationId: string, id: string): Promise<Row | undefined> => {
      await sql`select pg_advisory_xact_lock_shared(${settingsLock(id)})`.execute(tx);
      return lockKey(tx, organizationId, id);
    },

    /** One that is changed next: whoever is coming from it has come before. */
    lock: async (tx: Database, organizationId: string, id: string): Promise<Row | undefined> => {
      await sql`select pg_advisory_xact_lock(${settingsLock(id)})`.execute(tx);
      return rows(
        inOrganization(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
      );
    },

    /** One that is removed next: whoever is coming from it has come before. */
    lockToDelete: (tx: Database, organizationId: string, id: string): Promise<Row | undefined> =>
      rows(inOrganization(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()),

    /** Changes one where it differs, and says what did. */
    update: async (
      tx: Database,
      row: Row,
      input: ProviderValues<Row>,
    ): Promise<{ row: Row; changes: Changes<Row> }> => {
      const changes = changesOf<Row>(row, input);
      const values = newValues<Row>(changes);
      if (values)
        await of(tx)
          .updateTable(kind)
          .set(values as object)
          .where('organization_id', '=', row.organization_id)
          .where('id', '=', row.id)
          .execute();
      return { row: { ...row, ...values }, changes };
    },

    delete: (tx: Database, organizationId: string, id: string): Promise<{ label: string } | undefined> =>
      of(tx)
        .deleteFrom(kind)
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning('label')
        .executeTakeFirst(),
  };
};

/** The rows of one kind of identity providers. */
export type ProviderStore<Row extends ProviderRow> = ReturnType<typeof createProviderStore<Row>>;

/** The identity providers that speak SAML. */
export const samlProviders = createProviderStore<SamlProviderRow>('saml_providers');

/** The identity providers that speak OpenID Connect. */
export const oidcProviders = createProviderStore<OidcProviderRow>('oidc_providers');

/** Whether there are identity providers, and several organizations that they could be of. */
export const isOrganizationNeeded = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from organizations offset 1)
      and (exists (select from saml_providers) or exists (select from oidc_providers)) as found`.execute(db);
  return rows[0]!.found;
};
