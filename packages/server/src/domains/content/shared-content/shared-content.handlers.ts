import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { ContentService, RevisionSnapshot } from '../pages/content.service.ts';
import { type Presenter, toReusable } from '../pages/present-pages.ts';
import { NAMED_USERS, type sharedContentContract } from './shared-content.contract.ts';
import type { SharedContentService, SharedContentUser } from './shared-content.service.ts';

interface Query {
  readonly withUsage?: boolean | undefined;
}

const usedBy = (users: readonly SharedContentUser[] = []) => ({
  count: users.length,
  items: users.slice(0, NAMED_USERS),
});

/** The rows of a page of a list that is sorted by key. */
const sliceOf = <Value>(page: PageRequest, all: readonly (readonly [key: string, value: Value])[]) => {
  const sorted = all.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const after = page.after && String(page.after[0]);
  const rest = after === undefined ? sorted : sorted.filter(([key]) => key > after);
  return { rows: rest.slice(0, page.limit + 1), count: all.length };
};

/** Presents what the pages of one snapshot share. */
export const createSharedContentPresenter = (
  { content, shared }: { readonly content: ContentService; readonly shared: SharedContentService },
  present: Presenter,
) => ({
  reusableContents: async (from: RevisionSnapshot, page: PageRequest, { withUsage }: Query) => {
    const usage = withUsage ? await shared.usageOfContents(from) : undefined;
    return listOf(
      page,
      sliceOf(page, [...(await content.reusables(from))]),
      ([id]) => [id],
      ([id, one]) => ({
        ...toReusable(present, from.space.id, id, one, {}),
        ...(usage && { usedBy: usedBy(usage.get(id)) }),
      }),
    );
  },
  variables: async (from: RevisionSnapshot, page: PageRequest, { withUsage }: Query) => {
    const usage = withUsage ? await shared.usageOfVariables(from) : undefined;
    return listOf(
      page,
      sliceOf(page, Object.entries(await content.variables(from))),
      ([name]) => [name],
      ([name, value]) => ({
        object: 'variable' as const,
        name,
        value: value as string,
        ...(usage && { usedBy: usedBy(usage.get(name)) }),
      }),
    );
  },
});

/** Handlers of the operations that list what the pages of a space share. */
export const sharedContentHandlers = (
  dependencies: Parameters<typeof createSharedContentPresenter>[0],
  present: Presenter,
): Handlers<typeof sharedContentContract> => {
  const show = createSharedContentPresenter(dependencies, present);
  const { content } = dependencies;
  return {
    listReusableContents: async ({ subject, query, page }) =>
      show.reusableContents(await content.head(subject), page, query),
    listVariables: async ({ subject, query, page }) =>
      show.variables(await content.head(subject), page, query),
  };
};
