import { freeSlug, slugOf } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { violates } from '../../kernel/database/database-errors.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { changedFields } from '../../kernel/events/field-changes.ts';
import { withLetter } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RemovalHook } from '../access/index.ts';
import { atLeast, type OrganizationSubject, type OrganizationsService } from '../organizations/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import { policyHostsIn } from './policy-hosts.ts';
import { findPublishingAuth } from './publishing-auth/publishing-auth.store.ts';
import type { sitesContract } from './sites.contract.ts';
import {
  deleteSite,
  findBasenames,
  findSite,
  findSitesByIds,
  findVisibleSites,
  insertSite,
  listSites,
  type SiteFilter,
  type SiteKey,
  type SiteSubject,
  updateSite,
} from './sites.store.ts';
import type { SiteView, StructureService } from './structure/structure.service.ts';
import { updateItem } from './structure/structure.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'links'> {
  readonly organizations: Pick<OrganizationsService, 'ensureHostname'>;
  readonly structures: StructureService;
  readonly beforeRemoval: RemovalHook;
}

type NewSite = Static<(typeof sitesContract)['createSite']['body']>;
type Changes = Static<(typeof sitesContract)['updateSiteById']['body']>;

const UNTITLED = 'Untitled';
const MIN_TITLE_LENGTH = 2;

/** The API names of the columns that hold settings. */
const FIELDS = {
  title: 'title',
  visibility: 'visibility',
  basename: 'basename',
  hostname: 'hostname',
  proxy_origin: 'proxy',
  adaptive_content: 'adaptiveContent',
  agents_context: 'agentsContext',
  policy_hosts: 'contentSecurityPolicy',
  default_section_id: 'defaultSiteSection',
  default_site_space_id: 'defaultSiteSpace',
};

/** Conflict messages by unique index. */
const TAKEN = {
  sites_basename: 'The basename is already used by another site of the organization',
  sites_hostname: 'The hostname is already used by another site',
  sites_proxy_origin: 'The proxy origin is already used by another site',
};

const titleFor = (input: NewSite, [first]: readonly SpaceSubject[]): string => {
  const title = input.title ?? first?.title ?? '';
  return title.trim().length < MIN_TITLE_LENGTH ? UNTITLED : title;
};

/** Service for sites. */
export const createSitesService = ({
  db,
  transaction,
  clock,
  newId,
  links,
  organizations,
  structures,
  beforeRemoval,
}: Dependencies) => {
  const reload = async (tx: DatabaseTransaction, caller: Caller, { organization_id, id }: SiteKey) => {
    const site = await findSite(tx, organization_id, id, caller.principal.userId);
    if (!site) throw notFound('site');
    return site;
  };
  const { record } = structures;

  /** Validates the default section and site space against the structure of the site. */
  const defaultsIn = ({ structure }: SiteView, changes: Changes) => {
    const { defaultSiteSection, defaultSiteSpace: variant } = changes;
    const section = defaultSiteSection && withLetter(defaultSiteSection);
    if (section !== undefined && !structure.sections.some(({ id }) => id === section))
      throw invalid({ path: 'body.defaultSiteSection', message: 'is not a section of this site' });
    if (section && structure.variantsOf(section).length === 0 && structure.siteSpaces.length > 0)
      throw invalid({ path: 'body.defaultSiteSection', message: 'must contain a space' });
    const root = section ?? structure.defaultSection ?? null;
    if (variant !== undefined && !structure.variantsOf(root).some(({ id }) => id === variant))
      throw invalid({
        path: 'body.defaultSiteSpace',
        message: root ? 'is not in the default section' : 'is not a space of this site',
      });
    return { section, root, variant };
  };

  const write = async (
    tx: DatabaseTransaction,
    site: SiteSubject,
    input: Parameters<typeof updateSite>[2],
  ): ReturnType<typeof updateSite> => {
    try {
      return await updateSite(tx, site, input);
    } catch (error) {
      for (const [index, message] of Object.entries(TAKEN))
        if (violates(error, index)) throw conflict(message);
      throw error;
    }
  };

  return {
    find: (userId: string, organizationId: string, id: string) => findSite(db, organizationId, id, userId),

    /** Finds the sites with these ids that a user may view, in any organization. */
    findVisible: (userId: string, ids: readonly string[]) => findVisibleSites(db, ids, userId),

    /** Finds the sites with these ids, without a permission check. */
    findByIds: (ids: readonly string[]) => findSitesByIds(db, ids),

    /**
     * The key with which an integration signs visitor tokens of a site; undefined if the site does not use
     * one.
     */
    findIntegrationKey: async (organizationId: string, id: string): Promise<string | undefined> => {
      const auth = await findPublishingAuth(db, { organization_id: organizationId, id });
      return auth?.visitor_backend === 'integration' ? auth.visitor_key : undefined;
    },

    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      filter: SiteFilter,
      page: PageRequest,
    ): Promise<Page<SiteSubject>> =>
      atLeast(organization.role, 'read')
        ? listSites(db, organization.id, caller.principal.userId, filter, page)
        : { rows: [], count: 0 },

    create: (caller: Caller, organization: OrganizationSubject, input: NewSite): Promise<SiteSubject> =>
      transaction(async (tx) => {
        const key = { organization_id: organization.id, id: newId() };
        const shown: SpaceSubject[] = [];
        for (const spaceId of new Set(input.spaces))
          shown.push(await structures.lockSpaceToAdd(tx, caller, key, spaceId));
        await organizations.ensureHostname(tx, caller, organization);
        const title = titleFor(input, shown);
        const slug = slugOf(title);
        const taken = await findBasenames(tx, organization.id, slug);
        await insertSite(tx, {
          ...key,
          type: input.type ?? 'basic',
          title,
          visibility: input.visibility ?? 'public',
          basename: freeSlug(slug, (candidate) => taken.has(candidate)),
          created_by: caller.principal.userId,
          created_at: clock.now(),
        });
        const made = await reload(tx, caller, key);
        const current = await structures.lock(tx, caller, made);
        await structures.addVariants(tx, made, current.structure, null, shown);
        await structures.lock(tx, caller, made);
        const spaces = shown.map(({ id }) => id);
        await record(tx, caller, 'site.created', made, spaces.length > 0 ? { spaces } : {});
        return reload(tx, caller, key);
      }),

    update: (caller: Caller, site: SiteSubject, changes: Changes): Promise<SiteSubject> =>
      transaction(async (tx) => {
        if (changes.hostname && links.isOwnHostname(changes.hostname))
          throw invalid({ path: 'body.hostname', message: 'is a hostname of this server' });
        const current = await structures.lock(tx, caller, site);
        const { section, root, variant } = defaultsIn(current, changes);
        const changed = await structures.trackVisibility(tx, caller, site, () =>
          write(tx, site, {
            title: changes.title,
            visibility: changes.visibility,
            basename: changes.basename?.toLowerCase(),
            hostname: changes.hostname,
            proxy_origin: changes.proxy,
            adaptive_content: changes.adaptiveContent?.enabled,
            agents_context: changes.agentsContext,
            policy_hosts: changes.contentSecurityPolicy && policyHostsIn(changes.contentSecurityPolicy.hosts),
            default_section_id: section,
            default_site_space_id: root === null ? variant : undefined,
          }),
        );
        const inSection =
          root !== null && variant !== undefined
            ? await updateItem(
                tx,
                'site-section',
                { organization_id: site.organization_id, id: root },
                { default_site_space_id: variant },
              )
            : {};
        const payload = changedFields({ ...changed, ...inSection }, FIELDS);
        if (payload) await record(tx, caller, 'site.updated', site, payload);
        await structures.lock(tx, caller, site);
        return reload(tx, caller, site);
      }),

    remove: (caller: Caller, site: SiteSubject): Promise<void> =>
      transaction(async (tx) => {
        const afterRemoval = await beforeRemoval(tx, 'site', site.organization_id, [site.id]);
        if (!(await structures.trackVisibility(tx, caller, site, () => deleteSite(tx, site)))) return;
        await record(tx, caller, 'site.deleted', site);
        await afterRemoval();
      }),

    /** Publishes or unpublishes a site. */
    publish: (caller: Caller, site: SiteSubject, published: boolean): Promise<SiteSubject> =>
      transaction(async (tx) => {
        const { published: changed } = await structures.trackVisibility(tx, caller, site, () =>
          updateSite(tx, site, { published }),
        );
        if (changed) await record(tx, caller, published ? 'site.published' : 'site.unpublished', site);
        return reload(tx, caller, site);
      }),
  };
};

/** Service for sites. */
export type SitesService = ReturnType<typeof createSitesService>;
