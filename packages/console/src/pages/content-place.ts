import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { keyOf, read, readAll } from '../api/queries.ts';
import type { ContentFile } from '../api/upload.ts';

/** The content of a space, or of one of its change requests. */
export interface ContentPlace {
  readonly spaceId: string;
  /** The number of the change request, which serves as its id. */
  readonly changeRequestId?: string | undefined;
}

/** One change of content. */
export type ContentChange = Request<'POST', '/spaces/{spaceId}/content'>['body']['changes'][number];

// Download addresses are valid for a day.
const FILE_STALE_MS = 6 * 60 * 60 * 1000;

/** A file of a space or a change request. */
export const readFile = ({ spaceId, changeRequestId }: ContentPlace, fileId: string) => {
  const params = { spaceId, fileId };
  return {
    queryKey: [...keyOf('/spaces/{spaceId}/content/files/{fileId}', { params }), changeRequestId ?? ''],
    queryFn: (): Promise<ContentFile> =>
      changeRequestId === undefined
        ? call('GET', '/spaces/{spaceId}/content/files/{fileId}', { params })
        : call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}', {
            params: { ...params, changeRequestId },
          }),
    staleTime: FILE_STALE_MS,
    retry: false,
  };
};

/** The table of contents of a space or a change request. */
export const readTableOfContents = ({ spaceId, changeRequestId }: ContentPlace) => {
  const ofSpace = read('/spaces/{spaceId}/content/pages', { params: { spaceId } });
  return changeRequestId === undefined
    ? ofSpace
    : (read('/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages', {
        params: { spaceId, changeRequestId },
      }) as unknown as typeof ofSpace);
};

/** A page of a space or a change request with its body: as it is stored, or with values of expressions and included contents. */
export const readPageDocument = (
  { spaceId, changeRequestId }: ContentPlace,
  pageId: string,
  evaluated?: 'expressions-only',
) => {
  const params = { spaceId, pageId };
  const query = {
    format: 'document' as const,
    ...(evaluated && { evaluated, dereferenced: 'reusable-contents' as const }),
  };
  return {
    queryKey: [...keyOf('/spaces/{spaceId}/content/page/{pageId}', { params, query }), changeRequestId ?? ''],
    queryFn: () =>
      changeRequestId === undefined
        ? call('GET', '/spaces/{spaceId}/content/page/{pageId}', { params, query })
        : call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
            params: { ...params, changeRequestId },
            query,
          }),
    staleTime: 10_000,
  };
};

const REUSABLE_CONTENTS = '/spaces/{spaceId}/content/reusable-contents';
const VARIABLES = '/spaces/{spaceId}/content/variables';

/** The reusable contents of a space or a change request, and the pages that use them if asked for. */
export const readReusableContents = ({ spaceId, changeRequestId }: ContentPlace, withUsage = false) => {
  const query = { withUsage };
  const ofSpace = readAll(REUSABLE_CONTENTS, { params: { spaceId }, query });
  return changeRequestId === undefined
    ? ofSpace
    : (readAll('/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents', {
        params: { spaceId, changeRequestId },
        query,
      }) as unknown as typeof ofSpace);
};

/** The variables of a space or a change request, and the pages that use them if asked for. */
export const readVariables = ({ spaceId, changeRequestId }: ContentPlace, withUsage = false) => {
  const query = { withUsage };
  const ofSpace = readAll(VARIABLES, { params: { spaceId }, query });
  return changeRequestId === undefined
    ? ofSpace
    : (readAll('/spaces/{spaceId}/change-requests/{changeRequestId}/content/variables', {
        params: { spaceId, changeRequestId },
        query,
      }) as unknown as typeof ofSpace);
};

/** A reusable content of a space or a change request. */
export const readReusableContent = (
  { spaceId, changeRequestId }: ContentPlace,
  reusableContentId: string,
) => {
  const params = { spaceId, reusableContentId };
  const ofSpace = read(`${REUSABLE_CONTENTS}/{reusableContentId}`, { params });
  return changeRequestId === undefined
    ? ofSpace
    : (read(
        '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
        { params: { ...params, changeRequestId } },
      ) as unknown as typeof ofSpace);
};

/** The body of a page or a reusable content by its id. */
export const readDocument = (spaceId: string, documentId: string) =>
  read('/spaces/{spaceId}/documents/{documentId}', { params: { spaceId, documentId } });

/** The result of one change. */
interface ChangeResult {
  readonly object: string;
  readonly page: string | { readonly id: string };
}

/** The results of changes of pages, and the reusable contents that were inserted. */
interface EditResult {
  readonly changes: readonly ChangeResult[];
  readonly insertedReusableContents: readonly { readonly id: string }[];
}

const editContent = async (
  { spaceId, changeRequestId }: ContentPlace,
  changes: readonly ContentChange[],
): Promise<EditResult> => {
  const request = { query: { compat: false }, body: { changes: [...changes] } };
  const result =
    changeRequestId === undefined
      ? await call('POST', '/spaces/{spaceId}/content', { params: { spaceId }, ...request })
      : await call('POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
          params: { spaceId, changeRequestId },
          ...request,
        });
  return result as unknown as EditResult;
};

/** Changes content; returns the results of the changes of pages. */
export const changeContent = async (
  place: ContentPlace,
  changes: readonly ContentChange[],
): Promise<readonly ChangeResult[]> => (await editContent(place, changes)).changes;

/** Makes a reusable content of a document; returns its id. */
export const insertReusableContent = async (
  place: ContentPlace,
  title: string,
  document: unknown,
): Promise<string> => {
  const { insertedReusableContents } = await editContent(place, [
    { operation: 'insert_reusable_content', title, document: { document } as never },
  ]);
  return insertedReusableContents[0]!.id;
};

/** The id of the first page that changes created. */
export const createdPageIn = (results: readonly ChangeResult[]): string | undefined => {
  const page = results.find(({ object }) => object === 'created_page')?.page;
  return typeof page === 'object' ? page.id : page;
};

/** The newest revision that was read of a space or a change request; undefined before it was read. */
export const shownRevision = (
  queries: QueryClient,
  { spaceId, changeRequestId }: ContentPlace,
): string | undefined => {
  const { queryKey } =
    changeRequestId === undefined
      ? read('/spaces/{spaceId}', { params: { spaceId } })
      : read('/spaces/{spaceId}/change-requests/{changeRequestId}', { params: { spaceId, changeRequestId } });
  return queries.getQueryData<{ readonly revision: string }>(queryKey)?.revision;
};

/** Reads everything again that depends on the content of a space and of its change requests. */
export const refreshContent = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/page/{pageId}') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/revisions') }),
    // Comments name blocks of the newest revision.
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/comments') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/links') }),
    queries.invalidateQueries({ queryKey: keyOf(VARIABLES) }),
    queries.invalidateQueries({ queryKey: keyOf(REUSABLE_CONTENTS) }),
    queries.invalidateQueries({ queryKey: keyOf(`${REUSABLE_CONTENTS}/{reusableContentId}`) }),
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/change-requests'),
    }),
  ]);
