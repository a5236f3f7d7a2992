import { useQueryClient } from '@tanstack/react-query';
import { type ContentPlace, readTableOfContents } from '../../pages/content-place.ts';
import { useOpenPage } from '../../pages/page-link.tsx';
import { flatten, tableOfContents } from './page-node.ts';
import type { PageChanges } from './use-page-changes.ts';

/** The title of a page that was just created. */
export const NEW_PAGE_TITLE = 'Untitled';

/** Inserts an empty page, and opens it in the editor. */
export const useInsertPage = (place: ContentPlace, changes: Pick<PageChanges, 'insert'>) => {
  const queries = useQueryClient();
  const open = useOpenPage();
  return async (into: string | null): Promise<void> => {
    // Whoever types on at once means the new page: a space or Enter on the button would create another one.
    (document.activeElement as HTMLElement | null)?.blur();
    // A refusal was shown.
    const id = await changes.insert(NEW_PAGE_TITLE, into).catch(() => undefined);
    if (id === undefined) return;
    const content = await queries.fetchQuery(readTableOfContents(place));
    const path = flatten(tableOfContents(content)).find((node) => node.id === id)?.path;
    if (path !== undefined) await open(place, path, { isEdited: true });
  };
};
