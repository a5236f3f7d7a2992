import type { ContentPlace } from '../../pages/content-place.ts';
import { useOpenPageById } from '../../pages/use-open-page-by-id.ts';
import type { PageChanges } from './use-page-changes.ts';

/** The title of a page that was just created. */
export const NEW_PAGE_TITLE = 'Untitled';

/** Inserts an empty page, and opens it in the editor. */
export const useInsertPage = (place: ContentPlace, changes: Pick<PageChanges, 'insert'>) => {
  const open = useOpenPageById();
  return async (into: string | null): Promise<void> => {
    // Whoever types on at once means the new page: a space or Enter on the button would create another one.
    (document.activeElement as HTMLElement | null)?.blur();
    // A refusal was shown.
    const id = await changes.insert(NEW_PAGE_TITLE, into).catch(() => undefined);
    if (id === undefined) return;
    await open(place, id, { isEdited: true });
  };
};
