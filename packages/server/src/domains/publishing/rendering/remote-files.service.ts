import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import { INCOMPLETE } from './page-data.ts';

type Dependencies = Pick<Kernel, 'egress' | 'clock'>;

/** The content of a remote file. */
export interface RemoteFile {
  readonly text: string;
  readonly hash: string;
}

/** The last cache content of a URL, and until when it may be shown. */
export interface RemoteResult {
  readonly file: RemoteFile | undefined;
  readonly until: number;
}

interface CachedResult extends RemoteResult {
  readonly etag: string | undefined;
}

const LIFETIME_MS = 10 * 60 * 1000;
const FAILED_FOR_MS = 60 * 1000;
const STALE_FOR_MS = 1000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ETAG_LENGTH = 1000;
const MAX_CACHED_CHARACTERS = 64 * 1024 * 1024;
// Of one organization: its authors choose the URLs, and must not use up all connections.
const MAX_CONCURRENT = 8;

/** Makes the service that fetches remote text files; stale content is served while it is fetched again. */
export const createRemoteFilesService = ({ egress, clock }: Dependencies) => {
  // In memory only: it can be fetched again, and needs no clean-up.
  const cache = new LRUCache<string, CachedResult>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ file }, key) => (file?.text.length ?? 0) + key.length + 1000,
  });
  const pending = new Map<string, Promise<CachedResult>>();
  const running = new Map<string, number>();
  const now = () => clock.now().getTime();

  const fetchFile = async (url: string, cached: CachedResult | undefined): Promise<CachedResult> => {
    const failed = () => ({
      file: cached?.file,
      etag: cached?.etag,
      until: now() + FAILED_FOR_MS,
    });
    try {
      const { status, headers, stream, text } = await egress.fetch(url, {
        headers: {
          accept: 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1',
          ...(cached?.etag !== undefined && { 'if-none-match': cached.etag }),
        },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      if (status !== 200) stream.destroy();
      if (status === 304 && cached?.file) return { ...cached, until: now() + LIFETIME_MS };
      if (status !== 200) return failed();
      const content = await text();
      const etag = headers.get('etag') ?? '';
      return {
        file: { text: content, hash: createHash('sha256').update(content).digest('hex') },
        etag: etag !== '' && etag.length <= MAX_ETAG_LENGTH ? etag : undefined,
        until: now() + LIFETIME_MS,
      };
    } catch {
      // Errors of other servers are not shown to readers.
      return failed();
    }
  };

  const startFetch = async (organization: string, url: string, key: string): Promise<CachedResult> => {
    running.set(organization, (running.get(organization) ?? 0) + 1);
    const result = await fetchFile(url, cache.get(key));
    cache.set(key, result);
    pending.delete(key);
    const left = running.get(organization)! - 1;
    if (left > 0) running.set(organization, left);
    else running.delete(organization);
    return result;
  };

  return {
    /** The content of a URL; returns at once if there is any, even if it is stale. */
    read: async (organization: string, url: string): Promise<RemoteResult> => {
      const key = `${organization} ${url}`;
      const cached = cache.get(key);
      if (cached && cached.until > now()) return cached;
      const stale = { file: cached?.file, until: cached?.file ? now() + STALE_FOR_MS : INCOMPLETE };
      let next = pending.get(key);
      if (!next) {
        if ((running.get(organization) ?? 0) >= MAX_CONCURRENT) return stale;
        next = startFetch(organization, url, key);
        pending.set(key, next);
      }
      return cached?.file ? stale : next;
    },
  };
};

/** Remote files. */
export type RemoteFilesService = ReturnType<typeof createRemoteFilesService>;
