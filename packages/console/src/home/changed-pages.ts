/** A change of a revision, as far as it is about a page. */
interface Change {
  readonly type: string;
  readonly page?: { readonly id: string; readonly title: string; readonly path?: string };
}

/** A page that was changed; deleted ones have no path. */
export interface ChangedPage {
  readonly id: string;
  readonly title: string;
  readonly path?: string | undefined;
}

/** The pages that a revision changed, each once. */
export const changedPagesOf = (changes: readonly object[]): readonly ChangedPage[] => {
  const pages = new Map<string, ChangedPage>();
  for (const { type, page } of changes as readonly Change[])
    if (page && !pages.has(page.id))
      pages.set(page.id, {
        id: page.id,
        title: page.title,
        ...(type !== 'page_deleted' && page.path !== undefined && { path: page.path }),
      });
  return [...pages.values()];
};

const NAMED = 2;

/** The titles of pages, such as “Install, Upgrade and 3 more”; `count` is the number of all of them. */
export const titlesInWords = (
  pages: readonly { readonly title: string }[],
  count: number = pages.length,
): string => {
  const named = pages.slice(0, NAMED).map(({ title }) => title);
  const rest = count - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(' and ');
};
