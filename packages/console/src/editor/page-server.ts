import type { Document } from '@lectern/document';
import { ApiError, call, NetworkError } from '../api/client.ts';
import { readDocument, readReusableContent } from '../pages/content-place.ts';
import type { EditedPlace } from './saving/draft-address.ts';
import type { SavedVersion } from './saving/draft-store.ts';
import type { PageServer } from './saving/page-saver.ts';

/** A page with its body. */
interface PageBody {
  readonly documentId?: string;
  readonly document?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly condition?: string;
}

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };

/** The version in a response with a page. */
export const versionOf = ({ documentId, document }: PageBody): SavedVersion => ({
  documentId: documentId ?? null,
  document: (document as Document | undefined) ?? EMPTY,
});

interface EditResponse {
  readonly changes?: readonly {
    readonly page?: { readonly id: string; readonly documentId?: string } | string;
  }[];
  readonly space?: { readonly revision: string };
  readonly changeRequest?: { readonly revision: string };
  readonly updatedReusableContents?: readonly { readonly id: string; readonly document?: string }[];
}

/** The id of the body that the server has stored. */
const idOf = (response: EditResponse, { pageId, isReusable = false }: EditedPlace): string | null => {
  const { changes = [], updatedReusableContents = [] } = response;
  if (isReusable) return updatedReusableContents.find(({ id }) => id === pageId)?.document ?? null;
  const pages = changes.flatMap(({ page }) => (typeof page === 'object' ? [page] : []));
  return pages.find(({ id }) => id === pageId)?.documentId ?? null;
};

/** Whether the server refused the body itself. */
const isRefusedBody = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  error.details.some(({ path }) => path.startsWith('body.changes.0.document'));

// A connection that is gone, such as after a laptop was asleep, may not be noticed for minutes.
const TIMEOUT_MS = 30_000;

const inTime = async <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await request(signal);
  } catch (error) {
    throw signal.aborted ? new NetworkError('The server does not respond') : error;
  }
};

const write = async (
  { spaceId, changeRequestId, pageId, isReusable = false }: EditedPlace,
  document: Document,
  base: string | null,
): Promise<EditResponse> => {
  const target = isReusable
    ? { operation: 'update_reusable_content', reusableContent: pageId }
    : { operation: 'update_page', page: pageId };
  const request = {
    query: { compat: false },
    body: { changes: [{ ...target, document: { document }, base }] },
  };
  const response = await inTime<unknown>((signal) =>
    changeRequestId === undefined
      ? call('POST', '/spaces/{spaceId}/content', { params: { spaceId }, ...request } as never, signal)
      : call(
          'POST',
          '/spaces/{spaceId}/change-requests/{changeRequestId}/content',
          { params: { spaceId, changeRequestId }, ...request } as never,
          signal,
        ),
  );
  return response as EditResponse;
};

/** Reads what a query would, without its cache. */
const readNow = <T>({ queryFn }: { readonly queryFn?: unknown }): Promise<T> =>
  inTime((signal) => (queryFn as (context: { readonly signal: AbortSignal }) => Promise<T>)({ signal }));

const readContent = async (place: EditedPlace): Promise<PageBody> => {
  const found = await readNow<{ readonly title: string; readonly document?: string }>(
    readReusableContent(place, place.pageId),
  );
  const { document: documentId, title } = found;
  if (documentId === undefined) return { title };
  return { title, documentId, document: await readNow(readDocument(place.spaceId, documentId)) };
};

const readPage = async ({ spaceId, changeRequestId, pageId }: EditedPlace): Promise<PageBody> => {
  const query = { format: 'document' as const };
  const page = await inTime<unknown>((signal) =>
    changeRequestId === undefined
      ? call('GET', '/spaces/{spaceId}/content/page/{pageId}', { params: { spaceId, pageId }, query }, signal)
      : call(
          'GET',
          '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
          { params: { spaceId, changeRequestId, pageId }, query },
          signal,
        ),
  );
  return page as PageBody;
};

/** A page or a reusable content as the server has it now. */
export const readEditedPage = (place: EditedPlace): Promise<PageBody> =>
  place.isReusable ? readContent(place) : readPage(place);

const sendBody = async (place: EditedPlace, document: Document, base: string | null): Promise<EditResponse> =>
  write(place, document, base).catch(async (error: unknown) => {
    // Markdown cannot say everything that can be typed, such as a line with nothing but a formula in it: what it can say is stored.
    if (!isRefusedBody(error)) throw error;
    const { asStorable } = await import('../../../document/src/editor/merge-versions.ts');
    const storable = asStorable(document);
    if (!storable) throw error;
    return write(place, storable, base);
  });

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Reads and writes a page or a reusable content through the API. */
export const createPageServer = (
  place: EditedPlace,
  /** Called with each revision that is made. */
  onRevision?: (revision: string) => void,
): PageServer => ({
  send: async (document, base) => {
    const response = await sendBody(place, document, base);
    const { revision } = response.changeRequest ?? response.space ?? {};
    if (revision !== undefined) onRevision?.(revision);
    return idOf(response, place);
  },
  read: async () => versionOf(await readEditedPage(place)),
});

/** Sends as one person alone: after their session has ended, somebody else may sign in. */
export const asAuthor = (author: string, server: PageServer): PageServer => {
  let hasEnded = false;
  return {
    ...server,
    send: async (document, base) => {
      if (hasEnded && (await call('GET', '/user')).id !== author)
        throw new ApiError(401, 'Somebody else is signed in');
      hasEnded = false;
      return server.send(document, base).catch((error: unknown) => {
        hasEnded = isSignedOut(error);
        throw error;
      });
    },
  };
};
