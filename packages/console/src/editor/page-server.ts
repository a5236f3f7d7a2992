import type { Document } from '@lectern/document';
import { ApiError, call, NetworkError } from '../api/client.ts';
import type { SavedVersion } from './saving/draft-store.ts';
import type { PageServer } from './saving/page-saver.ts';

/** A page that is edited in a space, or in a change request. */
export interface EditedPlace {
  readonly spaceId: string;
  readonly changeRequestId?: string;
  readonly pageId: string;
}

interface PageBody {
  readonly documentId?: string;
  readonly document?: unknown;
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
}

const idOf = (response: EditResponse, pageId: string): string | null => {
  const pages = (response.changes ?? []).flatMap(({ page }) => (typeof page === 'object' ? [page] : []));
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
  { spaceId, changeRequestId, pageId }: EditedPlace,
  document: Document,
  base: string | null,
): Promise<EditResponse> => {
  const body = {
    changes: [{ operation: 'update_page' as const, page: pageId, document: { document }, base }],
  };
  const request = { query: { compat: false }, body };
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

/** Reads and writes a page through the API. */
export const createPageServer = (place: EditedPlace): PageServer => ({
  send: async (document, base) => {
    const response = await write(place, document, base).catch(async (error: unknown) => {
      // Markdown cannot say everything that can be typed, such as a line with nothing but a formula in it: what it can say is stored.
      if (!isRefusedBody(error)) throw error;
      const { asStored } = await import('./saving/merge-versions.ts');
      return write(place, asStored(document), base);
    });
    return idOf(response, place.pageId);
  },
  read: async () => {
    const { spaceId, changeRequestId, pageId } = place;
    const query = { format: 'document' as const };
    const page = await inTime<unknown>((signal) =>
      changeRequestId === undefined
        ? call(
            'GET',
            '/spaces/{spaceId}/content/page/{pageId}',
            { params: { spaceId, pageId }, query },
            signal,
          )
        : call(
            'GET',
            '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
            { params: { spaceId, changeRequestId, pageId }, query },
            signal,
          ),
    );
    return versionOf(page as PageBody);
  },
});

/** The address of the draft of a page in this browser. */
export const draftAddress = ({ spaceId, changeRequestId = '', pageId }: EditedPlace): string =>
  [spaceId, changeRequestId, pageId].join('/');
