import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { SiteSectionGroups, SiteSections, SiteSpaces } from '../../../kernel/database/schema.gen.ts';
import { updateChanged } from '../../../kernel/database/update-changed.ts';
import type { Changes } from '../../../kernel/events/field-changes.ts';

/** A space as a site shows it. */
export type SiteSpaceRow = Selectable<SiteSpaces>;
/** A section of a site. */
export type SectionRow = Selectable<SiteSections>;
/** A group of sections and groups. */
export type GroupRow = Selectable<SiteSectionGroups>;

/** What is default in a site, as it was last said. */
export interface DefaultPointers {
  readonly default_section_id: string | null;
  readonly default_site_space_id: string | null;
}

/** All that a site is made of, each kind in the order of its positions. */
export interface StructureRows {
  readonly siteSpaces: readonly SiteSpaceRow[];
  readonly sections: readonly SectionRow[];
  readonly groups: readonly GroupRow[];
  /** What is not shown while its space is in the trash: its place is kept for it. */
  readonly away: readonly SiteSpaceRow[];
}

/** By what a site and the rows of its structure are found. */
export interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

const rowsOf = (table: string, site: SiteKey, which = sql``) => sql`(
  select coalesce(jsonb_agg(to_jsonb(part) order by part.position, part.id), '[]') from ${sql.table(table)} part
  where part.organization_id = ${site.organization_id} and part.site_id = ${site.id} ${which})`;

const isTrashed = sql`exists (select from contents where contents.organization_id = part.organization_id
  and contents.id = part.space_id and contents.deleted_at is not null)`;

/** The rows of a site's structure, in one question. */
export const findStructure = async (db: Database, site: SiteKey): Promise<StructureRows> => {
  const { rows } = await sql<StructureRows>`select
    ${rowsOf('site_spaces', site, sql`and not ${isTrashed}`)} as "siteSpaces",
    ${rowsOf('site_spaces', site, sql`and ${isTrashed}`)} as "away",
    ${rowsOf('site_sections', site)} as "sections",
    ${rowsOf('site_section_groups', site)} as "groups"`.execute(db);
  return rows[0]!;
};

/** Holds a site until the transaction ends, so that changes of its structure take turns; undefined when it has gone. */
export const lockSite = (tx: DatabaseTransaction, site: SiteKey): Promise<DefaultPointers | undefined> =>
  tx
    .selectFrom('sites')
    .select(['default_section_id', 'default_site_space_id'])
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Says what is default in a site. */
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

/** Says which variants are default in their sections. */
export const writeSectionDefaults = async (
  tx: DatabaseTransaction,
  organizationId: string,
  defaults: ReadonlyMap<string, string>,
): Promise<void> => {
  if (defaults.size === 0) return;
  await sql`
    update site_sections set default_site_space_id = said.site_space
    from unnest(${[...defaults.keys()]}::text[], ${[...defaults.values()]}::text[]) as said (id, site_space)
    where site_sections.organization_id = ${organizationId} and site_sections.id = said.id`.execute(tx);
};

/** Notes where spaces are found in their site. */
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

/** Stores new spaces of a site. */
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

/** Stores a new section. */
export const insertSection = async (tx: DatabaseTransaction, row: SectionRow): Promise<void> => {
  await tx.insertInto('site_sections').values(row).execute();
};

/** Stores a new group. */
export const insertGroup = async (tx: DatabaseTransaction, row: GroupRow): Promise<void> => {
  await tx.insertInto('site_section_groups').values(row).execute();
};

/** Puts the spaces of a flat site into its first section. */
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

/** The kinds of things that a site is made of. */
export type ItemKind = keyof typeof TABLES;

interface Rows {
  readonly 'site-space': SiteSpaceRow;
  readonly 'site-section': SectionRow;
  readonly 'site-section-group': GroupRow;
}

/** Changes a part of a structure where it differs from a input, and says how; undefined fields stay. */
export const updateItem = <Kind extends ItemKind>(
  tx: DatabaseTransaction,
  kind: Kind,
  row: SiteKey,
  input: { readonly [Column in keyof Rows[Kind]]?: Rows[Kind][Column] | undefined },
): Promise<Changes<Rows[Kind]>> => updateChanged<Rows[Kind]>(tx, TABLES[kind], row, input);

/** Removes a part of a structure; a section takes its variants along. */
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

/** Where a part of a structure stands: its position, and the group that it is in, where there can be one. */
export interface Placement {
  readonly kind: ItemKind;
  readonly id: string;
  readonly position: string;
  readonly parentId: string | null;
}

/** Puts parts of a structure where they belong. */
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

/** The sites of an organization. */
export const findSites = (db: Database, organizationId: string): Promise<SiteKey[]> =>
  db
    .selectFrom('sites')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
