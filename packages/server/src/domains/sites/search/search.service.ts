import { createHash } from 'node:crypto';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { SearchService } from '../../search/index.ts';
import type { SiteView } from '../structure/structure.service.ts';
import type { SiteSearch } from './search.contract.ts';
import { scopeOf, spacesIn } from './search-scope.ts';

// Many sites are one space: more of it than of each space of an organization.
const PAGES_EACH = 20;

interface Dependencies {
  readonly search: Pick<SearchService, 'inSpaces'>;
}

/** What tells one search from another: a page of one is no page of another. */
export const searchFingerprint = (input: SiteSearch): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 12);

/** Finding what sites show. */
export const createSiteSearchService = ({ search }: Dependencies) => ({
  searchSite: async (view: SiteView, input: SiteSearch, page: PageRequest) => {
    if (page.after && page.after[2] !== searchFingerprint(input))
      throw invalid({ path: 'query.page', message: 'is not a page of this list' });
    return search.inSpaces(
      view.site.organization_id,
      spacesIn(view, scopeOf(input)),
      input.query,
      page,
      PAGES_EACH,
    );
  },
});

/** Finding what sites show. */
export type SiteSearchService = ReturnType<typeof createSiteSearchService>;
