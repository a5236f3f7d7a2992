import { type Selectable, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { Integrations, Organizations } from '../../kernel/database/schema.gen.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import type { Integration, PublishedIntegration } from './integration-schemas.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'integrations.runtime': NonNullable<Static<typeof PublishedIntegration>['runtime']>;
    'integrations.visibility': IntegrationObject['visibility'];
    'integrations.target': IntegrationObject['target'];
    'integrations.scopes': IntegrationObject['scopes'];
    'integrations.categories': IntegrationObject['categories'];
    'integrations.blocks': NonNullable<IntegrationObject['blocks']>;
    'integrations.content_sources': NonNullable<IntegrationObject['contentSources']>;
    'integrations.configurations': NonNullable<IntegrationObject['configurations']>;
    'integrations.external_links': IntegrationObject['externalLinks'];
    'integrations.content_security_policy': NonNullable<IntegrationObject['contentSecurityPolicy']>;
  }
}

type IntegrationObject = Static<typeof Integration>;

/** Key of an integration: its owner and its id. */
export interface IntegrationKey {
  readonly organization_id: string;
  readonly id: string;
}

/** An integration's row. */
export interface IntegrationRow extends Selectable<Integrations> {
  readonly owner: Selectable<Organizations>;
}

/** The token that a request came with: the integration's own or that of an installation; null for users. */
export type IntegrationToken = 'integration' | 'installation' | null;

/** An integration with the caller's relation to it. */
export interface IntegrationSubject extends IntegrationRow {
  /** The caller's role in the organization that published it. */
  readonly ownerRole: Role | null;
  readonly callerToken: IntegrationToken;
  /** Whether an organization of the caller has installed it. */
  readonly isInstalled: boolean;
}

/** The columns that publishing writes. */
export type IntegrationValues = Omit<
  IntegrationRow,
  'owner' | 'organization_id' | 'id' | 'name' | 'version' | 'account_id' | 'created_at' | 'created_by'
>;

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

const columnsOf = (values: IntegrationValues) => ({
  ...values,
  scopes: [...values.scopes],
  categories: [...values.categories],
  blocks: json(values.blocks),
  content_sources: json(values.content_sources),
  configurations: json(values.configurations),
  external_links: JSON.stringify(values.external_links),
  content_security_policy: json(values.content_security_policy),
});

/** Whether an account is the service account of an installation of the integration. */
const hasInstallationOf = (accountId: string) =>
  sql<boolean>`exists (select from installations where installations.owner_id = integrations.organization_id
    and installations.integration_id = integrations.id and installations.account_id = ${accountId})`;

const integrationsFor = (db: Database, readerId: string) =>
  db
    .selectFrom('integrations')
    .innerJoin('organizations', 'organizations.id', 'integrations.organization_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'integrations.organization_id')
        .on('members.user_id', '=', readerId)
        .on('members.disabled', '=', false),
    )
    .selectAll('integrations')
    .select([
      sql<Selectable<Organizations>>`row_to_json(organizations)`.as('owner'),
      'members.role as owner_role',
    ])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('installations')
          .innerJoin('members as theirs', 'theirs.organization_id', 'installations.organization_id')
          .select('installations.id')
          .whereRef('installations.owner_id', '=', 'integrations.organization_id')
          .whereRef('installations.integration_id', '=', 'integrations.id')
          .where('theirs.user_id', '=', readerId)
          .where('theirs.disabled', '=', false)
          .where('theirs.role', 'is not', null),
      ).as('is_installed'),
      hasInstallationOf(readerId).as('is_service_account'),
    ]);

type Found = Selectable<Integrations> & {
  owner: Selectable<Organizations>;
  owner_role: Role | null;
  is_installed: unknown;
  is_service_account: unknown;
};

const asSubject = (
  { owner, owner_role, is_installed, is_service_account, ...row }: Found,
  readerId: string,
): IntegrationSubject => ({
  ...row,
  owner: { ...owner, created_at: new Date(owner.created_at) },
  ownerRole: owner_role,
  isInstalled: Boolean(is_installed),
  callerToken: row.account_id === readerId ? 'integration' : is_service_account ? 'installation' : null,
});

/** An integration by its case-insensitive name, with the reader's relation to it. */
export const findIntegration = async (
  db: Database,
  name: string,
  readerId: string,
): Promise<IntegrationSubject | undefined> => {
  const row = await integrationsFor(db, readerId)
    .where(sql<string>`lower(integrations.name) collate "C"`, '=', name.toLowerCase())
    .executeTakeFirst();
  return row && asSubject(row, readerId);
};

/** Integrations by id, with the reader's relation to them. */
export const findIntegrations = async (
  db: Database,
  ids: readonly string[],
  readerId: string,
): Promise<ReadonlyMap<string, IntegrationSubject>> => {
  if (ids.length === 0) return new Map();
  const rows = await integrationsFor(db, readerId)
    .where('integrations.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute();
  return new Map(rows.map((row) => [row.id, asSubject(row, readerId)]));
};

/** Filters of lists of integrations. */
export interface IntegrationFilter {
  readonly search?: string;
  readonly category?: string;
  readonly blockDomain?: string;
  readonly blocks?: boolean;
  readonly contentSources?: boolean;
  readonly owner?: string;
  readonly scope?: string;
  readonly target?: IntegrationObject['target'];
}

// The host itself, and wildcards for its parent domains.
const blockDomainsFor = (host: string): string[] => {
  const steps = host.toLowerCase().split('.');
  return [steps.join('.'), ...steps.map((_, index) => `*.${steps.slice(index).join('.')}`)];
};

const contains = (column: string, value: string) =>
  sql<boolean>`${sql.ref(`integrations.${column}`)} @> array[${value}]::text[]`;
const isNonEmpty = (column: 'blocks' | 'content_sources', wanted: boolean) =>
  sql<boolean>`(jsonb_array_length(coalesce(${sql.ref(`integrations.${column}`)}, '[]')) > 0) = ${wanted}`;
/** Whether the name, title or description contains a text. */
export const matchesText = (text: string) => {
  const pattern = likePattern(text);
  return sql<boolean>`(integrations.name ilike ${pattern} or integrations.title ilike ${pattern}
    or integrations.description ilike ${pattern})`;
};

const applyFilter = (query: ReturnType<typeof integrationsFor>, filter: IntegrationFilter) => {
  let matching = query;
  if (filter.search) matching = matching.where(matchesText(filter.search));
  if (filter.category) matching = matching.where(contains('categories', filter.category));
  if (filter.scope) matching = matching.where(contains('scopes', filter.scope));
  if (filter.owner) matching = matching.where('integrations.organization_id', '=', filter.owner);
  if (filter.target)
    matching = matching.where('integrations.target', 'in', [...new Set(['all' as const, filter.target])]);
  if (filter.blocks !== undefined) matching = matching.where(isNonEmpty('blocks', filter.blocks));
  if (filter.contentSources !== undefined)
    matching = matching.where(isNonEmpty('content_sources', filter.contentSources));
  if (filter.blockDomain)
    matching = matching.where(
      sql<boolean>`integrations.block_domains && ${blockDomainsFor(filter.blockDomain)}::text[]`,
    );
  return matching;
};

const fetchIntegrations = async (
  matching: ReturnType<typeof integrationsFor>,
  readerId: string,
  page: PageRequest,
): Promise<Page<IntegrationSubject>> => {
  const after = page.after && String(page.after[0]);
  const { rows, count } = await paginate(
    page,
    matching
      .$if(after !== undefined, (query) => query.where('integrations.id', '>', after!))
      .orderBy('integrations.id'),
    matching,
  );
  return { rows: rows.map((row) => asSubject(row, readerId)), count };
};

/** Public integrations, those of the reader's organizations, and the one that the reader is an account of. */
export const listIntegrations = (
  db: Database,
  readerId: string,
  filter: IntegrationFilter,
  page: PageRequest,
): Promise<Page<IntegrationSubject>> =>
  fetchIntegrations(
    applyFilter(integrationsFor(db, readerId), filter).where(({ or, eb }) =>
      or([
        eb('integrations.visibility', '=', 'public'),
        eb('members.role', 'is not', null),
        eb('integrations.account_id', '=', readerId),
        hasInstallationOf(readerId),
      ]),
    ),
    readerId,
    page,
  );

/** The integrations an organization has installed or can install: public ones, its own, and installed ones. */
export const listIntegrationsFor = (
  db: Database,
  organizationId: string,
  readerId: string,
  filter: IntegrationFilter,
  page: PageRequest,
): Promise<Page<IntegrationSubject>> =>
  fetchIntegrations(
    applyFilter(integrationsFor(db, readerId), filter).where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('integrations.visibility', '=', 'public'),
        eb('integrations.organization_id', '=', organizationId),
        exists(
          selectFrom('installations as here')
            .select('here.id')
            .where('here.organization_id', '=', organizationId)
            .whereRef('here.owner_id', '=', 'integrations.organization_id')
            .whereRef('here.integration_id', '=', 'integrations.id'),
        ),
      ]),
    ),
    readerId,
    page,
  );

/** Stores a new integration; false if its name is taken. */
export const insertIntegration = async (
  tx: DatabaseTransaction,
  key: IntegrationKey & { name: string; account_id: string; created_by: string; created_at: Date },
  values: IntegrationValues,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('integrations')
    .values({ ...key, ...columnsOf(values) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Stores the next version of an integration; returns the previous scopes, or undefined if it was deleted. */
export const updateIntegration = async (
  tx: DatabaseTransaction,
  key: IntegrationKey,
  values: IntegrationValues,
): Promise<{ scopes: readonly string[]; account_id: string } | undefined> => {
  const before = await tx
    .selectFrom('integrations')
    .select(['scopes', 'account_id'])
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before)
    await tx
      .updateTable('integrations')
      .set((eb) => ({ ...columnsOf(values), version: eb('version', '+', 1) }))
      .where('organization_id', '=', key.organization_id)
      .where('id', '=', key.id)
      .execute();
  return before;
};

/** Locks an integration until the transaction ends, so that it cannot be installed meanwhile. */
export const lockIntegration = async (tx: DatabaseTransaction, key: IntegrationKey): Promise<void> => {
  await tx
    .selectFrom('integrations')
    .select('id')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .forUpdate()
    .execute();
};

/** Deletes an integration with its installations. */
export const deleteIntegration = async (tx: DatabaseTransaction, key: IntegrationKey): Promise<boolean> =>
  (
    await tx
      .deleteFrom('integrations')
      .where('organization_id', '=', key.organization_id)
      .where('id', '=', key.id)
      .executeTakeFirst()
  ).numDeletedRows > 0n;

/** Hashes of the blobs of an organization's integrations. */
export const findBlobs = async (db: Database, organizationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('integrations')
    .select(['script', 'icon', 'previews'])
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.flatMap(({ script, icon, previews }) => [script, ...(icon ? [icon] : []), ...previews]);
};
