import { createHash } from 'node:crypto';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { SearchService } from '../../search/index.ts';
import type { SiteView } from '../structure/structure.service.ts';
import type { SiteSearch } from './search.contract.ts';
import { parseScope, spacesIn } from './search-scope.ts';

// Many sites have a single space, so more pages of it are returned than in a search of the organization.
const PAGES_EACH = 20;

interface Dependencies {
  readonly search: Pick<SearchService, 'inSpaces'>;
}

/** A hash of a search request, which ties page tokens to it. */
export const searchFingerprint = (input: SiteSearch): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 12);

/** Service for search in sites. */
export const createSiteSearchService = ({ search }: Dependencies) => ({
  /** The ids of the spaces in a scope that the site shows to the reader. */
  spacesIn: (view: SiteView, scope: NonNullable<SiteSearch['scope']>): string[] =>
    spacesIn(view, parseScope({ query: '', scope })),

  searchSite: async (view: SiteView, input: SiteSearch, page: PageRequest) => {
    if (page.after && page.after[2] !== searchFingerprint(input))
      throw invalid({ path: 'query.page', message: 'is not a page token of this list' });
    return search.inSpaces(
      view.site.organization_id,
      spacesIn(view, parseScope(input)),
      input.query,
      page,
      PAGES_EACH,
    );
  },
});

/** Service for search in sites. */
export type SiteSearchService = ReturnType<typeof createSiteSearchService>;
