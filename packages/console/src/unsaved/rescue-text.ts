import type { Document } from '@lectern/document';
import { ApiError, call } from '../api/client.ts';
import { draftAddress, type EditedPlace, fieldAddress } from '../editor/saving/draft-address.ts';
import { isDraftOf, openBrowserStore } from '../editor/saving/draft-store.ts';
import { baseKey, createPageDrafts, isBaseKey } from '../editor/saving/page-drafts.ts';
import { changeContent, createdPageIn } from '../pages/content-place.ts';
import { copyToClipboard } from '../primitives/clipboard.ts';

// Pages that were created in a change request are looked for in its last revisions.
const REVISIONS = 20;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The last revision of a space that has a page which is deleted now. */
const revisionInSpace = async ({ spaceId, pageId }: EditedPlace): Promise<string | undefined> => {
  const { items } = await call('GET', '/spaces/{spaceId}/revisions', {
    params: { spaceId },
    query: { changedPage: pageId, limit: 1 },
  });
  return items[0]?.parents[0];
};

/** The last revision of a change request that has a page which is deleted now. */
const revisionInRequest = async (
  spaceId: string,
  changeRequestId: string,
  pageId: string,
): Promise<string | undefined> => {
  const { items } = await call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/revisions', {
    params: { spaceId, changeRequestId },
    query: { limit: REVISIONS },
  });
  for (const { id: revisionId } of items) {
    const page = await call('GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
      params: { spaceId, revisionId, pageId },
    }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    if (page) return revisionId;
  }
  return undefined;
};

/** Restores a deleted page as it was last. */
export const restorePage = async (place: EditedPlace): Promise<void> => {
  const { spaceId, changeRequestId, pageId } = place;
  const revision =
    changeRequestId === undefined
      ? await revisionInSpace(place)
      : await revisionInRequest(spaceId, changeRequestId, pageId);
  // A change request can go back to the revision that it began with.
  await changeContent(place, [{ operation: 'revert_page', page: pageId, ...(revision && { revision }) }]);
};

/** Makes a page of a text; returns its id. */
export const insertPageOf = async (
  { spaceId, changeRequestId }: EditedPlace,
  title: string,
  document: Document,
): Promise<string | undefined> =>
  createdPageIn(
    await changeContent({ spaceId, changeRequestId }, [
      { operation: 'insert_page', title, document: { document } as never },
    ]),
  );

/** Copies a text as Markdown. */
export const copyText = async (document: Document): Promise<void> => {
  const { markdownOf } = await import('./text-markdown.ts');
  await copyToClipboard(markdownOf(document));
};

/** The text of a page in this browser, with that of all tabs; undefined if there is none. */
export const keptText = async (place: EditedPlace, author: string): Promise<Document | undefined> => {
  const [first, ...others] = await createPageDrafts({ author }).read(draftAddress(place));
  if (!first || others.length === 0) return first?.document;
  const { mergeVersions } = await import('../editor/saving/merge-versions.ts');
  return others.reduce(
    (text, { base, document }) => mergeVersions(base.document, text, document),
    first.document,
  );
};

/** Removes the text of a page from this browser. */
export const forgetText = async (place: EditedPlace, author: string): Promise<void> => {
  const { entries, change } = openBrowserStore();
  const address = draftAddress(place);
  const found = [...(await entries(`${address}/`)), ...(await entries(fieldAddress(address, '')))];
  const own = found.filter(([key, draft]) => !isBaseKey(key) && isDraftOf(draft, author));
  await change((store) => {
    for (const [key] of own) {
      store.delete(key);
      store.delete(baseKey(key));
    }
  });
};
