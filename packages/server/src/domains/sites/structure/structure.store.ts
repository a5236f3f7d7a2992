import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { SiteSectionGroups, SiteSections, SiteSpaces } from '../../../kernel/database/schema.gen.ts';
import { updateChanged } from '../../../kernel/database/update-changed.ts';
import type { Changes } from '../../../kernel/events/field-changes.ts';
import type { DefaultPointers, SiteKey } from '../sites.store.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'site_section_groups.localized_title': Readonly<Record<string, string>>;
    'site_sections.localized_description': Readonly<Record<string, string>>;
    'site_sections.localized_title': Readonly<Record<string, string>>;
  }
}

/** A row of a site space. */
export type SiteSpaceRow = Selectable<SiteSpaces>;
/** A row of a section. */
export type SectionRow = Selectable<SiteSections>;
/** A row of a section group. */
export type GroupRow = Selectable<SiteSectionGroups>;

/** The rows of a site's structure, each kind ordered by position. */
export interface StructureRows {
  readonly siteSpaces: readonly SiteSpaceRow[];
  readonly sections: readonly SectionRow[];
  readonly groups: readonly GroupRow[];
  /** Site spaces whose space is in the trash: hidden, but their paths stay reserved. */
  readonly trashed: readonly SiteSpaceRow[];
}

const rowsOf = (table: string, site: SiteKey, which = sql``) => sql`(
  select coalesce(jsonb_agg(to_jsonb(part) order by part.position, part.id), '[]') from ${sql.table(table)} part
  where part.organization_id = ${site.organization_id} and part.site_id = ${site.id} ${which})`;

const isTrashed = sql`exists (select from contents where contents.organization_id = part.organization_id
  and contents.id = part.space_id and contents.deleted_at is not null)`;

/** Reads all rows of a site's structure in one query. */
export const findStructure = async (db: Database, site: SiteKey): Promise<StructureRows> => {
  const { rows } = await sql<StructureRows>`select
    ${rowsOf('site_spaces', site, sql`and not ${isTrashed}`)} as "siteSpaces",
    ${rowsOf('site_spaces', site, sql`and ${isTrashed}`)} as "trashed",
    ${rowsOf('site_sections', site)} as "sections",
    ${rowsOf('site_section_groups', site)} as "groups"`.execute(db);
  return rows[0]!;
};

/** Stores the defaults of a site. */
export const writeSiteDefaults = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  defaults: Partial<DefaultPointers>,
): Promise<void> => {
  await tx
    .updateTable('sites')
    .set(defaults)
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .execute();
};

/** Stores the default site spaces of sections. */
export const writeSectionDefaults = async (
  tx: DatabaseTransaction,
  organizationId: string,
  defaults: ReadonlyMap<string, string>,
): Promise<void> => {
  if (defaults.size === 0) return;
  await sql`
    update site_sections set default_site_space_id = updated.site_space
    from unnest(${[...defaults.keys()]}::text[], ${[...defaults.values()]}::text[]) as updated (id, site_space)
    where site_sections.organization_id = ${organizationId} and site_sections.id = updated.id`.execute(tx);
};

/** Stores the paths of site spaces. */
export const writeAddresses = async (
  tx: DatabaseTransaction,
  organizationId: string,
  addresses: readonly { readonly id: string; readonly address: readonly string[] }[],
): Promise<void> => {
  if (addresses.length === 0) return;
  await sql`
    update site_spaces set address = array(select jsonb_array_elements_text(found.address))
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as found (id text, address jsonb)
    where site_spaces.organization_id = ${organizationId} and site_spaces.id = found.id`.execute(tx);
};

/** Inserts site spaces. */
export const insertSiteSpaces = async (
  tx: DatabaseTransaction,
  rows: readonly SiteSpaceRow[],
): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('site_spaces')
      .values([...rows])
      .execute();
};

/** Inserts a section. */
export const insertSection = async (tx: DatabaseTransaction, row: SectionRow): Promise<void> => {
  await tx.insertInto('site_sections').values(row).execute();
};

/** Inserts a section group. */
export const insertGroup = async (tx: DatabaseTransaction, row: GroupRow): Promise<void> => {
  await tx.insertInto('site_section_groups').values(row).execute();
};

/** Moves the spaces of a site without sections into its first section. */
export const moveSiteSpacesInto = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  sectionId: string,
): Promise<void> => {
  await tx
    .updateTable('site_spaces')
    .set({ section_id: sectionId })
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('section_id', 'is', null)
    .execute();
};

const TABLES = {
  'site-space': 'site_spaces',
  'site-section': 'site_sections',
  'site-section-group': 'site_section_groups',
} as const;

/** The kinds of parts of a structure. */
export type ItemKind = keyof typeof TABLES;

interface Rows {
  readonly 'site-space': SiteSpaceRow;
  readonly 'site-section': SectionRow;
  readonly 'site-section-group': GroupRow;
}

/** Updates the columns of a part that differ and returns the changes; undefined values are ignored. */
export const updateItem = <Kind extends ItemKind>(
  tx: DatabaseTransaction,
  kind: Kind,
  row: SiteKey,
  input: { readonly [Column in keyof Rows[Kind]]?: Rows[Kind][Column] | undefined },
): Promise<Changes<Rows[Kind]>> => updateChanged<Rows[Kind]>(tx, TABLES[kind], row, input);

/** Deletes a part of a structure; the site spaces of a section are deleted with it. */
export const deleteItem = async (
  tx: DatabaseTransaction,
  kind: ItemKind,
  { organization_id, id }: SiteKey,
): Promise<void> => {
  await tx
    .deleteFrom(TABLES[kind] as 'site_spaces')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
};

/** The position and parent group of a part. */
export interface Placement {
  readonly kind: ItemKind;
  readonly id: string;
  readonly position: string;
  readonly parentId: string | null;
}

/** Stores positions and parent groups. */
export const updatePlacements = async (
  tx: DatabaseTransaction,
  organizationId: string,
  placements: readonly Placement[],
): Promise<void> => {
  const parents = { 'site-space': undefined, 'site-section': 'group_id', 'site-section-group': 'parent_id' };
  for (const kind of Object.keys(TABLES) as ItemKind[]) {
    const rows = placements.filter((placement) => placement.kind === kind);
    if (rows.length === 0) continue;
    const parent = parents[kind];
    const table = sql.table(TABLES[kind]);
    await sql`
      update ${table} set position = placed.position
        ${parent ? sql`, ${sql.ref(parent)} = placed.parent` : sql``}
      from unnest(
        ${rows.map((row) => row.id)}::text[],
        ${rows.map((row) => row.position)}::text[],
        ${rows.map((row) => row.parentId)}::text[]
      ) as placed (id, position, parent)
      where ${table}.organization_id = ${organizationId} and ${table}.id = placed.id`.execute(tx);
  }
};

/** The keys of all sites of an organization. */
export const findSites = (db: Database, organizationId: string): Promise<SiteKey[]> =>
  db
    .selectFrom('sites')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
