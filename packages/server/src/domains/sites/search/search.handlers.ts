import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { createFoundSpaces } from '../../search/index.ts';
import type { StructureService } from '../structure/structure.service.ts';
import type { siteSearchContract } from './search.contract.ts';
import { type SiteSearchService, searchFingerprint } from './search.service.ts';

/** Maps operations to service calls and responses. */
export const siteSearchHandlers = (
  search: SiteSearchService,
  structures: Pick<StructureService, 'view'>,
  links: Links,
): Handlers<typeof siteSearchContract> => ({
  searchSiteContent: async ({ caller, subject, body, page }) => {
    const found = await search.searchSite(
      await structures.view(caller.principal.userId, subject),
      body,
      page,
    );
    return listOf(
      page,
      found,
      (row) => [row.score, row.space_id, searchFingerprint(body)],
      createFoundSpaces(links, found.rows),
    );
  },
});
