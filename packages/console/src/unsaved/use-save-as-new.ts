import type { Document } from '@lectern/document';
import { useQueryClient } from '@tanstack/react-query';
import type { EditedPlace } from '../editor/saving/draft-address.ts';
import { insertReusableContent, refreshContent } from '../pages/content-place.ts';
import { useOpenPageById } from '../pages/use-open-page-by-id.ts';
import { useOpenSharedContent } from '../shared-content/shared-content-link.tsx';
import { insertPageOf } from './rescue-text.ts';

/** Makes a page or a reusable content of the text of one that was deleted, and opens it. */
export const useSaveAsNew = (place: EditedPlace) => {
  const queries = useQueryClient();
  const openPage = useOpenPageById();
  const openContent = useOpenSharedContent(place);
  return async (title: string, text: Document, onSaved: () => Promise<void>): Promise<void> => {
    const id = place.isReusable
      ? await insertReusableContent(place, title, text)
      : await insertPageOf(place, title, text);
    await onSaved();
    await refreshContent(queries);
    await (place.isReusable ? openContent(id) : openPage(place, id, { isEdited: true }));
  };
};
