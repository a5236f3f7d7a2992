import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import type { searchContract } from './search.contract.ts';
import type { FoundPageWithDetails, FoundSpace, SearchService } from './search.service.ts';

const toFound = (
  links: Links,
  {
    space_id,
    page_id,
    title,
    description,
    path,
    ancestors,
    score,
    is_found_by_own_fields,
    sections,
  }: FoundPageWithDetails,
) => {
  const urls = { app: links.appUrl(`/s/${space_id}/${path}`) };
  return {
    id: page_id,
    title,
    description,
    path,
    resultType: is_found_by_own_fields ? ('page' as const) : ('section' as const),
    score,
    ancestors,
    urls,
    ...(sections.length > 0 && {
      sections: sections.map((section) => ({
        id: section.anchor ?? '',
        title: section.title,
        path: section.anchor ? `${path}#${section.anchor}` : path,
        resultType: 'section' as const,
        score: section.score,
        body: section.snippet,
        urls: { app: section.anchor ? `${urls.app}#${section.anchor}` : urls.app },
      })),
    }),
  };
};

/** Spaces with their matching pages, as the API shows them. */
export const createFoundSpaces = (links: Links, spaces: readonly FoundSpace[]) => {
  const pages = spaces.flatMap((space) => space.pages).sort((a, b) => b.score - a.score);
  const ranks = new Map<object, number>(pages.map((page, at) => [page, at + 1]));
  return (space: FoundSpace) => ({
    type: 'space' as const,
    id: space.space_id,
    title: space.title,
    score: space.score,
    pages: space.pages.map((page) => ({ ...toFound(links, page), rank: ranks.get(page)! })),
  });
};

/** Handlers of searches. */
export const searchHandlers = (search: SearchService, links: Links): Handlers<typeof searchContract> => ({
  searchSpaceContent: async ({ subject, query, page }) => {
    const { incomplete, ...found } = await search.inSpace(subject, query.query, page);
    const list = listOf(
      page,
      found,
      (row) => [row.score, row.page_id],
      (row) => toFound(links, row),
    );
    return { ...list, ...(incomplete && { incomplete }) };
  },
  searchOrganizationContent: async ({ caller, subject, query, page }) => {
    const found = await search.inOrganization(subject.id, caller.principal.userId, query.query, page);
    return listOf(page, found, (row) => [row.score, row.space_id], createFoundSpaces(links, found.rows));
  },
});
