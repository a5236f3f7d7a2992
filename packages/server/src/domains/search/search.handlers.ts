import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import type { searchContract } from './search.contract.ts';
import type { FoundPageWithDetails, FoundSpace, SearchService } from './search.service.ts';

const toFound = (links: Links, { space_id, page_id, title, path, sections }: FoundPageWithDetails) => {
  const urls = { app: links.appUrl(`/s/${space_id}/${path}`) };
  return {
    id: page_id,
    title,
    path,
    urls,
    ...(sections.length > 0 && {
      sections: sections.map((section) => ({
        id: section.anchor ?? '',
        title: section.title,
        path: section.anchor ? `${path}#${section.anchor}` : path,
        body: section.snippet,
        urls: { app: section.anchor ? `${urls.app}#${section.anchor}` : urls.app },
      })),
    }),
  };
};

/** A space with its matching pages, as the API shows it. */
export const toFoundSpace = (links: Links, { space_id, title, pages }: FoundSpace) => ({
  id: space_id,
  title,
  pages: pages.map((page) => toFound(links, page)),
});

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
  searchOrganizationContent: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await search.inOrganization(subject.id, caller.principal.userId, query.query, page),
      (row) => [row.score, row.space_id],
      (row) => toFoundSpace(links, row),
    ),
});
