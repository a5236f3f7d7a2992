import { type NotNull, type Selectable, sql } from 'kysely';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { preparedQuery } from '../../kernel/database/prepared-query.ts';
import type { Sites } from '../../kernel/database/schema.gen.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import { updateChanged } from '../../kernel/database/update-changed.ts';
import type { Changes } from '../../kernel/events/field-changes.ts';
import { contentsVisibleTo } from '../access/index.ts';

/** A row of a site, with the subdomain of its organization and the number of its spaces. */
export interface SiteRow extends Selectable<Sites> {
  readonly subdomain: string;
  readonly site_spaces: number;
}

/** A site with the role of the caller. */
export interface SiteSubject extends SiteRow {
  /** The caller's role in the organization; null for guests. */
  readonly role: Role | null;
}

/** The key of a site. */
export interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

/** The stored defaults of a site. */
export interface DefaultPointers {
  readonly default_section_id: string | null;
  readonly default_site_space_id: string | null;
}

// A user who is not a member can be the account of an integration that is installed on the site.
const shownSpaces = sql<number>`(select count(*) from site_spaces
  join contents on contents.organization_id = site_spaces.organization_id and contents.id = site_spaces.space_id
    and contents.deleted_at is null
  where site_spaces.organization_id = sites.organization_id and site_spaces.site_id = sites.id)`;
const serviceAccountRole = (readerId: string) =>
  sql<Role | null>`agent_role('site', sites.organization_id, sites.id, ${readerId})`;
const roleOf = (readerId: string) =>
  sql<Role | null>`case when members.user_id is null then ${serviceAccountRole(readerId)} else members.role end`;
const isVisibleTo = (readerId: string) =>
  sql<boolean>`case when members.user_id is null then ${serviceAccountRole(readerId)} is not null else true end`;

const sitesVisibleTo = (db: Database, readerId: string) =>
  db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'sites.organization_id')
        .on('members.user_id', '=', readerId)
        .on('members.disabled', '=', false),
    )
    .selectAll('sites')
    .select(['organizations.hostname as subdomain', roleOf(readerId).as('role')])
    .select(shownSpaces.as('site_spaces'))
    // An organization with a site has a hostname.
    .$narrowType<{ subdomain: NotNull }>()
    .where(isVisibleTo(readerId));

const sitesFor = (db: Database, organizationId: string, readerId: string) =>
  sitesVisibleTo(db, readerId).where('sites.organization_id', '=', organizationId);

const publicSiteById = preparedQuery((db, { organizationId, id }: { organizationId: string; id: string }) =>
  db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .selectAll('sites')
    .select('organizations.hostname as subdomain')
    .$narrowType<{ subdomain: NotNull }>()
    .where('sites.organization_id', '=', organizationId)
    .where('sites.id', '=', id),
);

/** Finds a site without a permission check: the caller has to filter its content. */
export const findPublicSite = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<Omit<SiteRow, 'site_spaces'> | undefined> => (await publicSiteById(db, { organizationId, id }))[0];

const siteById = preparedQuery(
  (db, { organizationId, id, readerId }: { organizationId: string; id: string; readerId: string }) =>
    sitesFor(db, organizationId, readerId).where('sites.id', '=', id),
);

/** Finds a site with the role of the reader. */
export const findSite = async (
  db: Database,
  organizationId: string,
  id: string,
  readerId: string,
): Promise<SiteSubject | undefined> => (await siteById(db, { organizationId, id, readerId }))[0];

/** Finds the sites with these ids that a reader may view. */
export const findVisibleSites = async (
  db: Database,
  ids: readonly string[],
  readerId: string,
): Promise<SiteSubject[]> =>
  await sitesVisibleTo(db, readerId)
    .where('sites.id', '=', sql<string>`any(${ids})`)
    .where(roleOf(readerId), 'is not', null)
    .execute();

/** Finds the sites with these ids, without a permission check. */
export const findSitesByIds = async (db: Database, ids: readonly string[]): Promise<SiteSubject[]> =>
  await db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .selectAll('sites')
    .select(['organizations.hostname as subdomain', shownSpaces.as('site_spaces')])
    .select(sql<Role | null>`'read'`.as('role'))
    .$narrowType<{ subdomain: NotNull }>()
    .where('sites.id', '=', sql<string>`any(${ids})`)
    .execute();

/** Finds the site with a custom hostname, without a permission check. */
export const findSiteByHostname = (
  db: Database,
  hostname: string,
): Promise<{ organization_id: string; id: string } | undefined> =>
  db
    .selectFrom('sites')
    .select(['organization_id', 'id'])
    .where('hostname', '=', hostname.toLowerCase())
    .executeTakeFirst();

/** The filter of a list of sites. */
export interface SiteFilter {
  readonly space?: string;
  readonly title?: string;
  readonly published?: boolean;
  readonly type?: readonly string[];
}

/** The sites of an organization, oldest first. */
export const listSites = (
  db: Database,
  organizationId: string,
  readerId: string,
  filter: SiteFilter,
  page: PageRequest,
): Promise<Page<SiteSubject>> => {
  const after = page.after && String(page.after[0]);
  let matching = sitesFor(db, organizationId, readerId);
  if (filter.title) matching = matching.where('sites.title', 'ilike', likePattern(filter.title));
  if (filter.published !== undefined) matching = matching.where('sites.published', '=', filter.published);
  if (filter.type) matching = matching.where('sites.type', 'in', [...filter.type, '']);
  if (filter.space !== undefined)
    // The filter matches only spaces that the reader may view.
    matching = matching.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('site_spaces')
          .innerJoin(contentsVisibleTo(db, readerId).as('seen'), (join) =>
            join
              .onRef('seen.organization_id', '=', 'site_spaces.organization_id')
              .onRef('seen.id', '=', 'site_spaces.space_id'),
          )
          .select('site_spaces.id')
          .whereRef('site_spaces.organization_id', '=', 'sites.organization_id')
          .whereRef('site_spaces.site_id', '=', 'sites.id')
          .where('site_spaces.space_id', '=', filter.space!),
      ),
    );
  const rows = matching
    .$if(after !== undefined, (query) => query.where('sites.id', '>', after!))
    .orderBy('sites.id');
  return paginate(page, rows, matching);
};

/**
 * The basenames of an organization's sites with a prefix, locked so that concurrent requests do not choose the
 * same one.
 */
export const findBasenames = async (
  tx: DatabaseTransaction,
  organizationId: string,
  beginning: string,
): Promise<Set<string>> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`basenames:${organizationId}`}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('sites')
    .select('basename')
    .where('organization_id', '=', organizationId)
    .where('basename', 'like', likePattern(beginning).slice(1))
    .execute();
  return new Set(rows.map((row) => row.basename));
};

/** Inserts a site. */
export const insertSite = async (
  tx: DatabaseTransaction,
  site: Pick<
    SiteRow,
    'organization_id' | 'id' | 'type' | 'title' | 'visibility' | 'basename' | 'created_by' | 'created_at'
  >,
): Promise<void> => {
  await tx.insertInto('sites').values(site).execute();
};

/** The columns of a site that can be updated. */
export type SiteSettings = Omit<SiteRow, 'subdomain' | 'site_spaces'>;

/** Updates the columns of a site that differ and returns the changes; undefined values are ignored. */
export const updateSite = (
  tx: DatabaseTransaction,
  site: SiteRow,
  input: { readonly [Column in keyof SiteSettings]?: SiteSettings[Column] | undefined },
): Promise<Changes<SiteSettings>> => updateChanged<SiteSettings>(tx, 'sites', site, input);

/** Deletes a site with its structure and settings; false when it did not exist. */
export const deleteSite = async (tx: DatabaseTransaction, site: SiteRow): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sites')
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Locks a site until the end of the transaction; undefined when it does not exist. */
export const lockSite = (tx: DatabaseTransaction, site: SiteKey): Promise<DefaultPointers | undefined> =>
  tx
    .selectFrom('sites')
    .select(['default_section_id', 'default_site_space_id'])
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
