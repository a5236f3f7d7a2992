import { type Selectable, sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { Installations } from '../../../kernel/database/schema.gen.ts';
import type { IntegrationSubject } from '../integrations.store.ts';
import { type IntegrationKey, matchesText } from '../integrations.store.ts';
import type { InstalledConfiguration } from './configuration.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'installations.configuration': InstalledConfiguration;
    'installations.space_selection': Selection;
    'installations.site_selection': Selection;
  }
}

/** Whether an installation is active, waits for its configuration, or is paused. */
export type InstallationState = 'active' | 'pending' | 'paused';

/** Which spaces or sites an installation covers. */
export type Selection = 'all' | 'selected';

/** Key of an installation. */
export interface InstallationKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A row of an installation, with its computed status. */
export interface InstallationRow extends Selectable<Installations> {
  readonly status: InstallationState;
  /** How many spaces it covers. */
  readonly spaces: number;
}

/** An installation with the reader's role in its organization. */
export type InstallationWithRole = InstallationRow & { readonly organization_role: Role | null };

const installationsFor = (db: Database, readerId: string) =>
  db
    .selectFrom('installations')
    .innerJoin('integrations', (join) =>
      join
        .onRef('integrations.organization_id', '=', 'installations.owner_id')
        .onRef('integrations.id', '=', 'installations.integration_id'),
    )
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'installations.organization_id')
        .on('members.user_id', '=', readerId)
        .on('members.disabled', '=', false),
    )
    .selectAll('installations')
    .select([
      sql<InstallationState>`installation_status(
        installations.paused, integrations.configurations -> 'account', installations.configuration)`.as(
        'status',
      ),
      sql<number>`(select count(*)::int from covered_contents c where c.kind = 'space'
        and c.organization_id = installations.organization_id and c.installation_id = installations.id)`.as(
        'spaces',
      ),
      'members.role as organization_role',
    ]);

type Query = ReturnType<typeof installationsFor>;

const firstRow = async (query: Query): Promise<InstallationWithRole | undefined> =>
  await query.executeTakeFirst();

const byKey = (db: Database, { organization_id, id }: InstallationKey, readerId: string) =>
  installationsFor(db, readerId)
    .where('installations.organization_id', '=', organization_id)
    .where('installations.id', '=', id);

/** An installation of an integration, with the reader's role. */
export const findInstallation = (db: Database, integration: IntegrationKey, id: string, readerId: string) =>
  firstRow(
    installationsFor(db, readerId)
      .where('installations.id', '=', id)
      .where('installations.owner_id', '=', integration.organization_id)
      .where('installations.integration_id', '=', integration.id),
  );

/** The installation of an integration in an organization. */
export const findInstallationIn = (
  db: Database,
  integration: IntegrationKey,
  organizationId: string,
  readerId: string,
) =>
  firstRow(
    installationsFor(db, readerId)
      .where('installations.organization_id', '=', organizationId)
      .where('installations.owner_id', '=', integration.organization_id)
      .where('installations.integration_id', '=', integration.id),
  );

/** An installation by its key, with the reader's role. */
export const reloadInstallation = (db: Database, key: InstallationKey, readerId: string) =>
  firstRow(byKey(db, key, readerId));

const paged = async (matching: Query, page: PageRequest): Promise<Page<InstallationWithRole>> => {
  const after = page.after && String(page.after[0]);
  return await paginate(
    page,
    matching
      .$if(after !== undefined, (query) => query.where('installations.id', '>', after!))
      .orderBy('installations.id'),
    matching,
  );
};

/** The installations of an integration that the reader can see. */
export const listInstallations = (
  db: Database,
  { organization_id, id, callerToken }: IntegrationSubject,
  readerId: string,
  externalId: string | undefined,
  page: PageRequest,
) => {
  let matching = installationsFor(db, readerId)
    .where('installations.owner_id', '=', organization_id)
    .where('installations.integration_id', '=', id);
  if (callerToken === 'installation') matching = matching.where('installations.account_id', '=', readerId);
  if (callerToken === null) matching = matching.where('members.role', '=', 'admin');
  if (externalId !== undefined)
    matching = matching.where(sql<boolean>`installations.external_ids @> array[${externalId}]::text[]`);
  return paged(matching, page);
};

/** The installations in an organization. */
export const listInstallationsIn = (
  db: Database,
  organizationId: string,
  readerId: string,
  search: string | undefined,
  page: PageRequest,
) => {
  const matching = installationsFor(db, readerId).where('installations.organization_id', '=', organizationId);
  return paged(search ? matching.where(matchesText(search)) : matching, page);
};

/** Every installation of an integration. */
export const findAllInstallations = async (
  tx: DatabaseTransaction,
  integration: IntegrationKey,
): Promise<InstallationRow[]> =>
  await installationsFor(tx, '')
    .where('installations.owner_id', '=', integration.organization_id)
    .where('installations.integration_id', '=', integration.id)
    .orderBy('installations.id')
    .execute();

/** Stores an installation; false if the organization has one. */
export const insertInstallation = async (
  tx: DatabaseTransaction,
  installation: Pick<
    InstallationRow,
    | 'organization_id'
    | 'id'
    | 'owner_id'
    | 'integration_id'
    | 'space_selection'
    | 'site_selection'
    | 'scopes'
    | 'account_id'
    | 'created_by'
    | 'created_at'
    | 'updated_at'
  >,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('installations')
    .values(installation)
    .onConflict((conflict) => conflict.columns(['organization_id', 'owner_id', 'integration_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Locks an installation until the transaction ends; false if it was deleted. */
export const lockInstallation = async (
  tx: DatabaseTransaction,
  { organization_id, id }: InstallationKey,
): Promise<boolean> =>
  (await tx
    .selectFrom('installations')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** The columns that updates change. */
export type InstallationValues = Pick<
  InstallationRow,
  'configuration' | 'external_ids' | 'space_selection' | 'site_selection' | 'paused' | 'scopes'
>;

/** Updates an installation. */
export const updateInstallation = async (
  tx: DatabaseTransaction,
  { organization_id, id }: InstallationKey,
  { configuration, ...values }: Partial<InstallationValues>,
  updatedAt: Date,
): Promise<void> => {
  await tx
    .updateTable('installations')
    .set({
      ...values,
      ...(configuration && { configuration: JSON.stringify(configuration) }),
      updated_at: updatedAt,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
};

/** Deletes an installation. */
export const deleteInstallation = async (
  tx: DatabaseTransaction,
  { organization_id, id }: InstallationKey,
): Promise<void> => {
  await tx
    .deleteFrom('installations')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
};

/** Whether anything is installed in an organization. */
export const hasInstallations = async (db: Database, organizationId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('installations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .limit(1)
      .execute()
  ).length > 0;
