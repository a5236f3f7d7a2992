import {
  type InfiniteData,
  QueryClient,
  queryOptions,
  type UseSuspenseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { type AnyRequest, ApiError, call } from './client.ts';
import type { Arguments, ItemOf, PathOf, Response } from './operations.ts';

/** The key of a query: the path of the operation, then its parameters, so that a path alone matches all of them. */
export const keyOf = (path: PathOf<'GET'>, { params, query }: AnyRequest = {}) =>
  [path, ...(params ? [params] : []), ...(query ? [query] : [])] as const;

// A request and a signal are the arguments of every read.
const get = <P extends PathOf<'GET'>>(path: P, request: AnyRequest | undefined, signal: AbortSignal) =>
  call('GET', path, ...([request, signal] as unknown as Arguments<'GET', P>));

/** A read of the API as a query. */
export const read = <P extends PathOf<'GET'>>(path: P, ...[request]: Arguments<'GET', P>) =>
  queryOptions<Response<'GET', P>>({
    queryKey: keyOf(path, request as AnyRequest | undefined),
    queryFn: ({ signal }) => get(path, request as AnyRequest | undefined, signal),
  });

interface Page {
  readonly next?: { readonly page: string };
}

/** A query that loads further pages on demand. */
export type PagesQuery<P> = UseSuspenseInfiniteQueryOptions<
  P,
  Error,
  InfiniteData<P>,
  readonly unknown[],
  string | undefined
>;

/** A paged list of the API as a query. */
export const readPages = <P extends PathOf<'GET'>>(
  path: P,
  ...[request]: Arguments<'GET', P>
): PagesQuery<Response<'GET', P>> => {
  const given = (request ?? {}) as AnyRequest;
  return {
    queryKey: [...keyOf(path, given), 'pages'],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      get(path, { ...given, query: { ...given.query, ...(pageParam && { page: pageParam }) } }, signal),
    getNextPageParam: (last) => (last as Page).next?.page,
  };
};

const ALL_LIMIT = 1000;

/** All items of a paged list of the API as a query. */
export const readAll = <P extends PathOf<'GET'>>(path: P, ...[request]: Arguments<'GET', P>) => {
  const given = (request ?? {}) as AnyRequest;
  return queryOptions<readonly ItemOf<P>[]>({
    queryKey: [...keyOf(path, given), 'all'],
    queryFn: async ({ signal }) => {
      const items: ItemOf<P>[] = [];
      let page: string | undefined;
      do {
        const query = { ...given.query, limit: ALL_LIMIT, ...(page && { page }) };
        const found = (await get(path, { ...given, query }, signal)) as Page & { items: ItemOf<P>[] };
        items.push(...found.items);
        page = found.next?.page;
      } while (page);
      return items;
    },
  });
};

// What the server refuses once, it refuses again.
const isFinal = (error: Error): boolean => error instanceof ApiError && error.status < 500;

/** Makes the cache of server state. */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a network a screen says that the server cannot be reached, instead of waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => !isFinal(error) && count < 3,
      },
      // What was pressed without a network fails at once, instead of happening later unasked.
      mutations: { networkMode: 'always' },
    },
  });
  const watch = (error: Error | null) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error as Error);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error as Error);
  });
  return client;
};
