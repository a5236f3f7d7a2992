import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { StructureService } from '../structure/structure.service.ts';
import type { RedirectDestination, redirectsContract } from './redirects.contract.ts';
import type { RedirectsService } from './redirects.service.ts';
import type { RedirectRow } from './redirects.store.ts';

type ShownRedirect = Omit<RedirectRow, 'organization_id' | 'site_id'>;

const destinationOf = ({
  site_section_id,
  site_space_id,
  page_id,
  url,
}: ShownRedirect): RedirectDestination => {
  if (url !== null) return { kind: 'external', url };
  if (site_section_id !== null) return { kind: 'site-section', siteSectionId: site_section_id };
  return page_id === null
    ? { kind: 'site-space', siteSpaceId: site_space_id! }
    : { kind: 'site-page', siteSpaceId: site_space_id!, pageId: page_id };
};

/** A redirect as the API shows it. */
export const toRedirect = (row: ShownRedirect) => ({
  object: 'site-redirect' as const,
  id: row.id,
  source: row.source,
  draft: false as const,
  captureWildcard: row.capture_wildcard,
  permanent: row.permanent,
  destination: destinationOf(row),
  createdAt: row.created_at.toISOString(),
  ...(row.updated_at && { updatedAt: row.updated_at.toISOString() }),
});

/** Maps operations to service calls and responses. */
export const redirectsHandlers = (
  redirects: RedirectsService,
  structures: Pick<StructureService, 'view'>,
): Handlers<typeof redirectsContract> => ({
  listSiteRedirects: async ({ subject, query, page }) =>
    listOf(page, await redirects.list(subject, query.search, page), (row) => [row.id], toRedirect),
  createSiteRedirect: async ({ caller, subject, body }) =>
    toRedirect(await redirects.create(caller, subject, body)),
  bulkUpsertSiteRedirects: async ({ caller, subject, body }) => ({
    results: (await redirects.upsert(caller, subject, body.redirects)).map((outcome) => ({
      ...outcome,
      draft: false,
    })),
  }),
  updateSiteRedirectById: async ({ caller, subject, params, body }) =>
    toRedirect(await redirects.update(caller, subject, params.siteRedirectId, body)),
  deleteSiteRedirectById: async ({ caller, subject, params }) => {
    await redirects.remove(caller, subject, params.siteRedirectId);
    return undefined;
  },
  getSiteRedirectBySource: async ({ caller, subject, query }) => {
    const view = await structures.view(caller.principal.userId, subject);
    const { row, target } = await redirects.resolve(view, query.source, query.shareKey);
    return { redirect: toRedirect(row), target };
  },
});
