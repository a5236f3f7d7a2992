import Type, { type Static } from 'typebox';
import { Id, OneOf, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { FoundSpaces } from '../../search/index.ts';
import { onSite } from '../sites.contract.ts';

const Ids = Type.Array(Id, { maxItems: 1000 });

/** The scope of a search: the whole site, some site spaces, or the default site space of each section. */
export const SearchScope = Type.Object({
  mode: OneOf(['default', 'specific', 'all']),
  currentSiteSpace: Type.Optional(Id),
  siteSpaceIds: Type.Optional(Ids),
});

const Search = Type.Object({
  query: Type.String({ maxLength: 512 }),
  scope: Type.Optional(SearchScope),
  // Deprecated form of `scope`.
  mode: Type.Optional(OneOf(['specific', 'current', 'all'])),
  siteSpaceIds: Type.Optional(Ids),
  siteSpaceId: Type.Optional(Id),
});

/** A search request: the query and its scope. */
export type SiteSearch = Static<typeof Search>;

/** Search in a site. */
export const siteSearchContract = {
  searchSiteContent: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/search',
    summary: 'Search the pages of a site; results are grouped by space',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    query: pagedQuery(),
    body: Search,
    responses: { 200: FoundSpaces },
  }),
};
