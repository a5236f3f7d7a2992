import { sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import { contentsFor } from '../../access/index.ts';
import type { IntegrationSubject } from '../integrations.store.ts';
import type { InstalledConfiguration } from './configuration.ts';
import type { InstallationKey, InstallationState } from './installations.store.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'content_installations.configuration': InstalledConfiguration;
    'covered_contents.configuration': InstalledConfiguration;
    'covered_contents.kind': ContentKind;
  }
}

/** The kinds of content that an integration can be installed on. */
export type ContentKind = 'space' | 'site';

/** An installation on a space or site. */
export interface ContentInstallationRow {
  readonly kind: ContentKind;
  readonly organization_id: string;
  readonly installation_id: string;
  readonly integration_id: string;
  readonly integration_name: string;
  readonly content_id: string;
  /** Whether it was installed on this space or site, rather than on all. */
  readonly chosen: boolean;
  readonly configuration: InstalledConfiguration;
  readonly external_ids: readonly string[];
  readonly status: InstallationState;
}

/** An installation on a space or site with the reader's role there. */
export type ContentInstallationWithRole = ContentInstallationRow & {
  readonly role: Role | null;
  /** The scopes that the organization granted. */
  readonly granted: readonly string[];
};

/** The role of a reader on a space or site; null if they cannot see it. */
const roleOn = (db: Database, kind: ContentKind, readerId: string) =>
  kind === 'space'
    ? sql<Role | null>`(select seen.role from ${contentsFor(db, readerId)} as seen
        where seen.organization_id = covered_contents.organization_id and seen.id = covered_contents.content_id)`
    : sql<Role | null>`(select members.role from members
        where members.organization_id = covered_contents.organization_id
          and members.user_id = ${readerId} and not members.disabled)`;

const coveredFor = (db: Database, kind: ContentKind, readerId: string) =>
  db
    .selectFrom('covered_contents')
    .innerJoin('integrations', (join) =>
      join
        .onRef('integrations.organization_id', '=', 'covered_contents.owner_id')
        .onRef('integrations.id', '=', 'covered_contents.integration_id'),
    )
    .select([
      'covered_contents.kind',
      'covered_contents.organization_id',
      'covered_contents.installation_id',
      'covered_contents.owner_id',
      'covered_contents.integration_id',
      'integrations.name as integration_name',
      'covered_contents.content_id',
      'covered_contents.chosen',
      'covered_contents.configuration',
      'covered_contents.external_ids',
      roleOn(db, kind, readerId).as('role'),
      sql<string[]>`(select installations.scopes from installations
        where installations.organization_id = covered_contents.organization_id
          and installations.id = covered_contents.installation_id)`.as('granted'),
      sql<InstallationState>`installation_status(covered_contents.paused,
        integrations.configurations -> covered_contents.kind, covered_contents.configuration)`.as('status'),
    ])
    .where('covered_contents.kind', '=', kind)
    // Columns of views count as nullable; these are never null.
    .$castTo<ContentInstallationWithRole>();

type Query = ReturnType<typeof coveredFor>;

const ofInstallation = (query: Query, { organization_id, id }: InstallationKey) =>
  query
    .where('covered_contents.organization_id', '=', organization_id)
    .where('covered_contents.installation_id', '=', id);

/** An installation on a space or site; undefined if it is not installed there. */
export const findContentInstallation = async (
  db: Database,
  kind: ContentKind,
  installation: InstallationKey,
  contentId: string,
  readerId: string,
): Promise<ContentInstallationWithRole | undefined> =>
  await ofInstallation(coveredFor(db, kind, readerId), installation)
    .where('covered_contents.content_id', '=', contentId)
    .executeTakeFirst();

const paged = async (
  db: Database,
  query: Query,
  all: boolean,
  page: PageRequest,
): Promise<Page<ContentInstallationWithRole>> => {
  const found = db.selectFrom(query.as('found')).selectAll();
  const matching = all ? found : found.where('found.role', 'is not', null);
  const [installation, content] = (page.after ?? []).map(String);
  return await paginate(
    page,
    matching
      .$if(page.after !== undefined, (rows) =>
        rows.where(sql<boolean>`(found.installation_id, found.content_id) > (${installation}, ${content})`),
      )
      .orderBy('found.installation_id')
      .orderBy('found.content_id'),
    matching,
  );
};

/** The spaces or sites of an installation: all of them for integrations, the visible ones for users. */
export const listContentInstallations = (
  db: Database,
  kind: ContentKind,
  installation: InstallationKey & { readonly callerToken: unknown },
  readerId: string,
  page: PageRequest,
) =>
  paged(
    db,
    ofInstallation(coveredFor(db, kind, readerId), installation),
    installation.callerToken !== null,
    page,
  );

/** The spaces or sites with an integration that the reader can see. */
export const listContentInstallationsOfIntegration = (
  db: Database,
  kind: ContentKind,
  { organization_id, id, callerToken }: IntegrationSubject,
  readerId: string,
  externalId: string | undefined,
  page: PageRequest,
) => {
  let matching = coveredFor(db, kind, readerId)
    .where('covered_contents.owner_id', '=', organization_id)
    .where('covered_contents.integration_id', '=', id);
  if (externalId !== undefined)
    matching = matching.where(sql<boolean>`covered_contents.external_ids @> array[${externalId}]::text[]`);
  if (callerToken === 'installation')
    matching = matching.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('installations')
          .select('installations.id')
          .whereRef('installations.organization_id', '=', 'covered_contents.organization_id')
          .whereRef('installations.id', '=', 'covered_contents.installation_id')
          .where('installations.account_id', '=', readerId),
      ),
    );
  return paged(db, matching, callerToken !== null, page);
};

/** Key of an installation on a space or site. */
export interface ContentInstallationKey {
  readonly kind: ContentKind;
  readonly organization_id: string;
  readonly installation_id: string;
  readonly content_id: string;
}

const COLUMN = { space: 'space_id', site: 'site_id' } as const;

/** Stores an installation on a space or site; false if there is one. */
export const insertContentInstallation = async (
  tx: DatabaseTransaction,
  key: ContentInstallationKey,
  at: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('content_installations')
    .values({
      organization_id: key.organization_id,
      installation_id: key.installation_id,
      [COLUMN[key.kind]]: key.content_id,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Updates the configuration or external ids of an installation on a space or site. */
export const updateContentInstallation = async (
  tx: DatabaseTransaction,
  key: ContentInstallationKey,
  values: {
    configuration?: InstalledConfiguration | undefined;
    external_ids?: readonly string[] | undefined;
  },
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('content_installations')
    .set({
      ...(values.configuration && { configuration: JSON.stringify(values.configuration) }),
      ...(values.external_ids && { external_ids: [...values.external_ids] }),
      updated_at: at,
    })
    .where('organization_id', '=', key.organization_id)
    .where('installation_id', '=', key.installation_id)
    .where(COLUMN[key.kind], '=', key.content_id)
    .execute();
};

/**
 * Locks the installations on spaces or sites, including those in the trash, until the transaction ends. Locks
 * installations of the organization first, in the same order as installing does.
 */
export const lockContentInstallations = async (
  tx: DatabaseTransaction,
  kind: ContentKind,
  organizationId: string,
  ids: readonly string[],
): Promise<ContentInstallationRow[]> => {
  await sql`select from installations where organization_id = ${organizationId} order by id for key share`.execute(
    tx,
  );
  await sql`select from ${sql.table(kind === 'space' ? 'contents' : 'sites')}
    where organization_id = ${organizationId} and id = any(${ids}) order by id for update`.execute(tx);
  const { rows } = await sql<ContentInstallationRow>`
    select ${kind}::text as kind, n.organization_id, n.installation_id, i.integration_id, g.name as integration_name,
      coalesce(n.space_id, n.site_id) as content_id, true as chosen, n.configuration, n.external_ids,
      installation_status(i.paused, g.configurations -> ${kind}, n.configuration) as status
    from content_installations n
    join installations i on i.organization_id = n.organization_id and i.id = n.installation_id
    join integrations g on g.organization_id = i.owner_id and g.id = i.integration_id
    where n.organization_id = ${organizationId} and ${sql.ref(`n.${COLUMN[kind]}`)} = any(${ids})
    order by n.installation_id, content_id
    for update of n`.execute(tx);
  return rows;
};

/** Deletes an installation on a space or site; false if there is none. */
export const deleteContentInstallation = async (
  tx: DatabaseTransaction,
  key: ContentInstallationKey,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('content_installations')
    .where('organization_id', '=', key.organization_id)
    .where('installation_id', '=', key.installation_id)
    .where(COLUMN[key.kind], '=', key.content_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
