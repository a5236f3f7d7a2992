import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import { preparedQuery } from '../../../kernel/database/prepared-query.ts';

/** A text by language. */
export type LocalizedText = Readonly<Record<string, string>>;

/** Row of a section. */
export interface SectionRow {
  readonly id: string;
  readonly group: string | null;
  readonly position: string;
  readonly path: string;
  readonly title: string;
  readonly localizedTitle: LocalizedText | null;
  readonly description: string | null;
  readonly localizedDescription: LocalizedText | null;
  readonly icon: string | null;
  readonly condition: string | null;
  readonly defaultSiteSpace: string | null;
}

/** Row of a group of sections. */
export interface GroupRow {
  readonly id: string;
  readonly parent: string | null;
  readonly position: string;
  readonly title: string;
  readonly localizedTitle: LocalizedText | null;
  readonly icon: string | null;
}

/** A space of a site, with its current revision. */
export interface SiteSpaceRow {
  readonly id: string;
  readonly section: string | null;
  readonly space: string;
  readonly path: string;
  readonly condition: string | null;
  readonly title: string;
  readonly emoji: string | null;
  readonly language: string | null;
  readonly revision: string;
  readonly root: string;
  /** URL of the files in its repository, if the space is synchronized with one. */
  readonly repository: string | null;
}

/** Everything that determines the content of a site, in one row. */
export interface SiteRow {
  readonly organization: string;
  readonly id: string;
  readonly title: string;
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  readonly published: boolean;
  readonly subdomain: string;
  readonly basename: string;
  readonly hostname: string | null;
  readonly proxy_origin: string | null;
  /** Hosts that the content security policy also allows, on pages with scripts of integrations. */
  readonly policyHosts: readonly string[];
  readonly defaultSection: string | null;
  readonly defaultSiteSpace: string | null;
  readonly sections: readonly SectionRow[];
  readonly groups: readonly GroupRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
  /** Version of the customization of the site and its site spaces; changes with every update. */
  readonly customizationVersion: string;
  /** Ids of the active share links, by the hashes of their keys. */
  readonly shareLinks: Readonly<Record<string, string>> | null;
  /** Visitor authentication, if enabled: the key of visitor tokens, and where visitors sign in. */
  readonly visitorAuth: {
    readonly key: string;
    readonly backend: 'custom' | 'integration';
    readonly fallbackUrl: string | null;
  } | null;
  /** Versions of the OpenAPI specifications that its spaces show; changes with every new one. */
  readonly specifications: string | null;
  /** Versions of the integrations at work on the site and of their installations; changes with every update. */
  readonly integrations: string | null;
  /** JSON schema of visitor claims, as text; null if content does not adapt to visitors. */
  readonly adaptiveSchema: string | null;
}

// As text: an unchanged text need not be parsed again, and its hash is the version of the site.
const stateOf = sql<string>`json_build_object(
  'organization', s.organization_id, 'id', s.id, 'title', s.title, 'visibility', s.visibility, 'published', s.published,
  'subdomain', o.hostname, 'basename', s.basename, 'hostname', s.hostname, 'proxy_origin', s.proxy_origin, 'policyHosts', s.policy_hosts,
  'defaultSection', s.default_section_id, 'defaultSiteSpace', s.default_site_space_id,
  'sections', (
    select coalesce(json_agg(json_build_object('id', x.id, 'group', x.group_id, 'position', x.position, 'path', x.path,
      'title', x.title, 'localizedTitle', x.localized_title, 'description', x.description,
      'localizedDescription', x.localized_description, 'icon', x.icon, 'condition', x.condition,
      'defaultSiteSpace', x.default_site_space_id) order by x.position, x.id), '[]')
    from site_sections x where x.organization_id = s.organization_id and x.site_id = s.id),
  'groups', (
    select coalesce(json_agg(json_build_object('id', g.id, 'parent', g.parent_id, 'position', g.position,
      'title', g.title, 'localizedTitle', g.localized_title, 'icon', g.icon) order by g.position, g.id), '[]')
    from site_section_groups g where g.organization_id = s.organization_id and g.site_id = s.id),
  'siteSpaces', (
    select coalesce(json_agg(json_build_object('id', y.id, 'section', y.section_id, 'space', y.space_id, 'path', y.path,
      'condition', y.condition, 'title', p.title, 'emoji', p.emoji, 'language', p.language, 'revision', p.revision_id,
      'root', p.root, 'repository', p.git_sync->>'url', 'more', concat_ws(' ', p.edit_mode, p.icon_url, p.updated_at)) order by y.position, y.id), '[]')
    from site_spaces y
    cross join lateral (
      select p.*, c.updated_at, r.root from spaces p
      join contents c on c.organization_id = p.organization_id and c.id = p.id and c.deleted_at is null
      join revisions r on r.organization_id = p.organization_id and r.id = p.revision_id
      where p.organization_id = y.organization_id and p.id = y.space_id
      -- Looked up for each space of the site: without statistics, the planner begins with all spaces of the organization.
      offset 0
    ) p
    where y.organization_id = s.organization_id and y.site_id = s.id),
  'more', concat_ws(' ', s.type, s.agents_context, s.created_at),
  'customizationVersion', concat(
    (select x.xmin from site_customizations x where x.organization_id = s.organization_id and x.site_id = s.id), ' ',
    (select string_agg(concat(x.site_space_id, x.xmin), ' ' order by x.site_space_id) from site_space_customizations x
      where x.organization_id = s.organization_id and x.site_id = s.id)),
  'specifications', (
    select string_agg(distinct concat_ws(' ', a.id, a.version_id, a.visibility, a.source_url), ' ') from site_spaces y
    join space_references n on n.organization_id = y.organization_id and n.space_id = y.space_id and n.to_space_id = ''
    join openapi_specs a on a.organization_id = n.organization_id and n.target = 'openapi:' || a.slug
    where y.organization_id = s.organization_id and y.site_id = s.id),
  'integrations', (
    select string_agg(concat_ws(' ', i.id, i.xmin, g.version, (
      select string_agg(n.xmin::text, ' ' order by n.space_id, n.site_id) from content_installations n
      where n.organization_id = i.organization_id and n.installation_id = i.id and (n.site_id = s.id
        or n.space_id in (select y.space_id from site_spaces y
          where y.organization_id = s.organization_id and y.site_id = s.id)))), ', ' order by i.id)
    from installations i join integrations g on g.organization_id = i.owner_id and g.id = i.integration_id
    where i.organization_id = s.organization_id
      and (g.scopes && array['site:script:inject', 'site:visitor:auth'] or jsonb_array_length(coalesce(g.blocks, '[]')) > 0)),
  'shareLinks', case when s.visibility = 'share-link' then (
    select json_object_agg(encode(l.key_hash, 'hex'), l.id order by l.id) from site_share_links l
    where l.organization_id = s.organization_id and l.site_id = s.id and l.active) end,
  'visitorAuth', case when s.visibility = 'visitor-auth' or s.adaptive_content then
    json_build_object('key', s.visitor_key, 'backend', s.visitor_backend, 'fallbackUrl', s.visitor_fallback_url) end,
  'adaptiveSchema', case when s.adaptive_content then (
    select a.schema from site_adaptive_schemas a where a.organization_id = s.organization_id and a.site_id = s.id) end
  )::text`;

const sites = (db: Database) =>
  db
    .selectFrom('sites as s')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(stateOf.as('state'));

const siteOfOrganization = preparedQuery((db, { name, basename }: { name: string; basename: string }) =>
  sites(db).where('o.hostname', '=', name).where('s.basename', '=', basename),
);
const siteByHostname = preparedQuery((db, { hostname }: { hostname: string }) =>
  sites(db).where('s.hostname', '=', hostname),
);

const siteInOrganization = preparedQuery((db, { organization, id }: { organization: string; id: string }) =>
  sites(db).where('s.organization_id', '=', organization).where('s.id', '=', id),
);
const siteBehindProxy = preparedQuery((db, { proxied }: { proxied: string }) =>
  sites(db).where('s.id', '=', proxied).where('s.proxy_origin', 'is not', null),
);
const siteOfProxy = preparedQuery((db, { origins }: { origins: readonly string[] }) =>
  sites(db)
    .where(sql<string>`lower(s.proxy_origin)`, '=', sql<string>`any(${origins}::text[])`)
    .orderBy(sql`length(s.proxy_origin)`, 'desc')
    .limit(1),
);

/** Key to look up a site by: its organization's name and its own, its hostname, its ids, or its proxy. */
export type SiteKey =
  | { readonly name: string; readonly basename: string }
  | { readonly hostname: string }
  | { readonly organization: string; readonly id: string }
  | { readonly proxied: string }
  /** Hosts with paths; the site with the longest matching proxy origin is meant. */
  | { readonly origins: readonly string[] };

const rowsOf = (db: Database, key: SiteKey) => {
  if ('hostname' in key) return siteByHostname(db, key);
  if ('proxied' in key) return siteBehindProxy(db, key);
  if ('origins' in key) return siteOfProxy(db, key);
  return 'id' in key ? siteInOrganization(db, key) : siteOfOrganization(db, key);
};

/** Current state of a site (a `SiteRow`) as JSON text. */
export const findSiteState = async (db: Database, key: SiteKey): Promise<string | undefined> =>
  (await rowsOf(db, key))[0]?.state;

/** A previous path of a space of a site. */
export interface PreviousPath {
  readonly path: readonly string[];
  readonly siteSpace: string;
}

/** Lists previous paths of the spaces of a site, below its root, the longest first. */
export const listPreviousPaths = async (
  db: Database,
  { organization, id }: Pick<SiteRow, 'organization' | 'id'>,
): Promise<PreviousPath[]> =>
  db
    .selectFrom('site_former_addresses')
    .select(['address as path', 'site_space_id as siteSpace'])
    .where('organization_id', '=', organization)
    .where('site_id', '=', id)
    .orderBy(sql`cardinality(address)`, 'desc')
    .execute();

/** Lists the custom hostnames of all sites. */
export const listHostnames = async (db: Database): Promise<string[]> => {
  const rows = await db.selectFrom('sites').select('hostname').where('hostname', 'is not', null).execute();
  return rows.map((row) => row.hostname!);
};
