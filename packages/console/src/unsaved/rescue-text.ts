import type { Document } from '@lectern/document';
import { ApiError, call } from '../api/client.ts';
import { draftAddress, type EditedPlace, fieldAddress } from '../editor/saving/draft-address.ts';
import { type Draft, isDraftOf, openBrowserStore } from '../editor/saving/draft-store.ts';
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

/** The text of the drafts of several tabs; undefined if there are none. */
export const mergedText = async (drafts: readonly Draft[]): Promise<Document | undefined> => {
  const [first, ...others] = drafts;
  if (!first || others.length === 0) return first?.document;
  const { mergeVersions } = await import('../../../document/src/editor/merge-versions.ts');
  return others.reduce(
    (text, { base, document }) => mergeVersions(base.document, text, document),
    first.document,
  );
};

/** The text of a page in this browser, with that of all tabs and as far as it can be read. */
export const keptText = async (place: EditedPlace, author: string): Promise<Document> => {
  const drafts = createPageDrafts({ author });
  const address = draftAddress(place);
  const text = await mergedText(await drafts.read(address));
  const parts = (await drafts.readParts(address)).flatMap(({ document }) => document.nodes);
  return { object: 'document', data: {}, ...text, nodes: [...(text?.nodes ?? []), ...parts] };
};

/** What a person has written in a page and the server does not have, by its keys. */
export const keptEntries = async (
  place: EditedPlace,
  author: string,
): Promise<ReadonlyMap<IDBValidKey, unknown>> => {
  const { entries } = openBrowserStore();
  const address = draftAddress(place);
  const found = [...(await entries(`${address}/`)), ...(await entries(fieldAddress(address, '')))];
  return new Map(found.filter(([key, draft]) => !isBaseKey(key) && isDraftOf(draft, author)));
};

/** Removes the text of a page from this browser. */
export const forgetText = async (place: EditedPlace, author: string): Promise<void> => {
  const own = await keptEntries(place, author);
  await openBrowserStore().change((store) => {
    for (const key of own.keys()) {
      store.delete(String(key));
      store.delete(baseKey(key));
    }
  });
};
