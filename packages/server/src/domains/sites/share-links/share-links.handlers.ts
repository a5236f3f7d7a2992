import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import type { SiteSubject } from '../sites.store.ts';
import type { shareLinksContract } from './share-links.contract.ts';
import type { ShareLinksService } from './share-links.service.ts';
import type { ShareLinkRow } from './share-links.store.ts';

const toShareLink = (links: Links, site: SiteSubject, row: ShareLinkRow) => ({
  object: 'share-link' as const,
  id: row.id,
  createdAt: row.created_at.toISOString(),
  name: row.name,
  active: row.active,
  urls: site.published ? { published: publishedUrl(links, site, [], row.key) } : {},
});

/** Maps operations to service calls and responses. */
export const shareLinksHandlers = (
  shareLinks: ShareLinksService,
  links: Links,
): Handlers<typeof shareLinksContract> => ({
  listSiteShareLinks: async ({ subject, page }) =>
    listOf(
      page,
      await shareLinks.list(subject, page),
      (row) => [row.id],
      (row) => toShareLink(links, subject, row),
    ),
  createSiteShareLink: async ({ caller, subject, body }) =>
    toShareLink(links, subject, await shareLinks.create(caller, subject, body.name)),
  updateSiteShareLinkById: async ({ caller, subject, params, body }) =>
    toShareLink(links, subject, await shareLinks.update(caller, subject, params.shareLinkId, body)),
  deleteSiteShareLinkById: async ({ caller, subject, params }) => {
    await shareLinks.remove(caller, subject, params.shareLinkId);
    return undefined;
  },
});
