import { LRUCache } from 'lru-cache';
import type { PageResponse } from '../../../kernel/contract/operation.ts';

/** A response that may be cached for as long as the site has not changed. */
export interface CacheableResponse {
  readonly response: PageResponse;
  readonly etag: string;
  /** Expiry, even if the site does not change. */
  readonly until: number;
}

/** A response that is rendered for every request. */
export interface UncachedResponse extends PageResponse {
  /** Whether it is the result of a search that found nothing. */
  readonly isEmptySearch?: boolean;
}

/** A rendered response, cacheable or not. */
export type RenderedResponse = CacheableResponse | UncachedResponse;

/** Whether a response may be cached. */
export const isCacheable = (rendered: RenderedResponse): rendered is CacheableResponse => 'etag' in rendered;

/** Key of a rendered response. */
export interface PageCacheKey {
  /** Names the version of the site and everything in the request that the page depends on. */
  readonly key: string;
  /** The requested URL: requests with the same key share redirects only if their URLs are the same, too. */
  readonly url: string;
  /** Whether the response is stored; otherwise only concurrent requests share it. */
  readonly isStored: boolean;
}

/** Cache of rendered pages. Keys contain the version of the site, so that entries need no invalidation. */
export interface PageCache {
  /** The cached response, or the result of `render`; concurrent requests share one rendering. */
  get(key: PageCacheKey, render: () => Promise<RenderedResponse>): Promise<RenderedResponse>;
}

const MAX_BYTES = 128 * 1024 * 1024;

/** Makes a cache of rendered pages in memory. */
export const createPageCache = (now: () => number): PageCache => {
  const cache = new LRUCache<string, CacheableResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }) => response.content.length + 1024,
  });
  const pending = new Map<string, { readonly url: string; readonly rendered: Promise<RenderedResponse> }>();

  const renderInto = async (
    { key, isStored }: PageCacheKey,
    render: () => Promise<RenderedResponse>,
  ): Promise<RenderedResponse> => {
    const rendered = await render();
    if (isStored && isCacheable(rendered)) cache.set(key, rendered);
    return rendered;
  };

  return {
    get: async (request, render) => {
      const { key, url } = request;
      const cached = cache.get(key);
      if (cached && cached.until > now()) return cached;
      const running = pending.get(key);
      if (running) {
        const rendered = await running.rendered;
        return isCacheable(rendered) || running.url === url ? rendered : render();
      }
      const rendered = renderInto(request, render).finally(() => pending.delete(key));
      pending.set(key, { url, rendered });
      return rendered;
    },
  };
};
