import { draftAddress, draftedPage, type EditedPlace } from '../editor/saving/draft-address.ts';
import { isDraftOf, openBrowserStore } from '../editor/saving/draft-store.ts';
import { isBaseKey } from '../editor/saving/page-drafts.ts';

/** A page with text in this browser that the server does not have. */
export interface UnsavedPage {
  readonly place: EditedPlace;
  /** The title when the text was written, if it is known. */
  readonly title?: string;
  readonly changedAt: number;
}

interface Kept {
  readonly title?: string;
  readonly changedAt: number;
}

/** The pages of a person in the entries of the store of drafts, the last changed first. */
export const unsavedPagesIn = (
  entries: ReadonlyMap<IDBValidKey, unknown>,
  author: string,
): readonly UnsavedPage[] => {
  const pages = new Map<string, UnsavedPage>();
  for (const [key, value] of entries) {
    const place = draftedPage(String(key));
    if (!place || isBaseKey(key) || !isDraftOf(value, author)) continue;
    const { title, changedAt } = value as Kept;
    const address = draftAddress(place);
    const before = pages.get(address);
    const known = title ?? before?.title;
    pages.set(address, {
      place,
      ...(known !== undefined && { title: known }),
      changedAt: Math.max(changedAt, before?.changedAt ?? 0),
    });
  }
  return [...pages.values()].sort((one, other) => other.changedAt - one.changedAt);
};

/** Whether this browser has text of a person that the server does not have. A browser that keeps none has none. */
export const hasUnsaved = async (author: string): Promise<boolean> => {
  const entries = await openBrowserStore()
    .entries('')
    .catch(() => new Map());
  return unsavedPagesIn(entries, author).length > 0;
};
