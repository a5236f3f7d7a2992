import { freeSlug, slugOf } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { atLeast, type OrganizationSubject, type OrganizationsService } from '../organizations/index.ts';
import type { sitesContract } from './sites.contract.ts';
import type { SiteSubject } from './sites.policy.ts';
import { findBasenames, findSite, insertSite, listSites, type SiteFilter } from './sites.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly organizations: Pick<OrganizationsService, 'ensureHostname'>;
}

type Wish = Static<(typeof sitesContract)['createSite']['body']>;

const UNTITLED = 'Untitled';

/** Sites. */
export const createSitesService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  organizations,
}: Dependencies) => {
  const reload = async (tx: DatabaseTransaction, caller: Caller, organizationId: string, id: string) => {
    const site = await findSite(tx, organizationId, id, caller.principal.userId);
    if (!site) throw notFound('site');
    return site;
  };
  const record = (tx: DatabaseTransaction, caller: Caller, action: string, site: SiteSubject, payload = {}) =>
    events.record(tx, caller, {
      organizationId: site.organization_id,
      action,
      target: { type: 'site', id: site.id, label: site.title },
      payload,
    });

  return {
    find: (userId: string, organizationId: string, id: string) => findSite(db, organizationId, id, userId),

    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      filter: SiteFilter,
      page: PageRequest,
    ): Promise<Page<SiteSubject>> =>
      atLeast(organization.role, 'read')
        ? listSites(db, organization.id, caller.principal.userId, filter, page)
        : { rows: [], count: 0 },

    create: (caller: Caller, organization: OrganizationSubject, wish: Wish): Promise<SiteSubject> =>
      transaction(async (tx) => {
        const id = newId();
        const title = wish.title ?? UNTITLED;
        await organizations.ensureHostname(tx, caller, organization);
        const slug = slugOf(title);
        const taken = await findBasenames(tx, organization.id, slug);
        await insertSite(tx, {
          organization_id: organization.id,
          id,
          type: wish.type ?? 'basic',
          title,
          visibility: wish.visibility ?? 'public',
          basename: freeSlug(slug, (candidate) => taken.has(candidate)),
          created_by: caller.principal.userId,
          created_at: clock.now(),
        });
        const site = await reload(tx, caller, organization.id, id);
        await record(tx, caller, 'site.created', site);
        return site;
      }),
  };
};

/** Sites. */
export type SitesService = ReturnType<typeof createSitesService>;
