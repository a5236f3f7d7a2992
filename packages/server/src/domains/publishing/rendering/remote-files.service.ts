import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import { NOT_WHOLE } from './specification-files.ts';

type Dependencies = Pick<Kernel, 'egress' | 'clock'>;

/** A text, and what names it. */
export interface RemoteText {
  readonly text: string;
  readonly hash: string;
}

/** What is known of an address, and until when that is good enough. */
export interface RemoteAnswer {
  readonly found: RemoteText | undefined;
  readonly until: number;
}

interface Remembered extends RemoteAnswer {
  readonly etag: string | undefined;
}

const LIFETIME_MS = 10 * 60 * 1000;
const FAILED_FOR_MS = 60 * 1000;
const SOON_MS = 1000;
const TIMEOUT_MS = 10_000;
const LARGEST = 10 * 1024 * 1024;
const LONGEST_ETAG = 1000;
const KEPT_CHARACTERS = 64 * 1024 * 1024;
// Of one organization: whoever writes pages decides what is fetched, and must not take all there is.
const AT_ONCE = 8;

/** Texts at addresses of others: fetched once in a while, and kept while they cannot be had. */
export const createRemoteService = ({ egress, clock }: Dependencies) => {
  // In memory, as what is known of embeds: it can be fetched again, and nobody has to tidy it up.
  const known = new LRUCache<string, Remembered>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ found }, key) => (found?.text.length ?? 0) + key.length + 1000,
  });
  const coming = new Map<string, Promise<Remembered>>();
  const busy = new Map<string, number>();
  const now = () => clock.now().getTime();

  const fetched = async (url: string, before: Remembered | undefined): Promise<Remembered> => {
    const failed = () => ({
      found: before?.found,
      etag: before?.etag,
      until: now() + FAILED_FOR_MS,
    });
    try {
      const { status, headers, stream, text } = await egress.fetch(url, {
        headers: {
          accept: 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1',
          ...(before?.etag !== undefined && { 'if-none-match': before.etag }),
        },
        timeoutMs: TIMEOUT_MS,
        maxBytes: LARGEST,
      });
      if (status !== 200) stream.destroy();
      if (status === 304 && before?.found) return { ...before, until: now() + LIFETIME_MS };
      if (status !== 200) return failed();
      const content = await text();
      const etag = headers.get('etag') ?? '';
      return {
        found: { text: content, hash: createHash('sha256').update(content).digest('hex') },
        etag: etag !== '' && etag.length <= LONGEST_ETAG ? etag : undefined,
        until: now() + LIFETIME_MS,
      };
    } catch {
      // Whatever it was, it was elsewhere, and who reads a page is not told.
      return failed();
    }
  };

  const begin = async (organization: string, url: string, key: string): Promise<Remembered> => {
    busy.set(organization, (busy.get(organization) ?? 0) + 1);
    const result = await fetched(url, known.get(key));
    known.set(key, result);
    coming.delete(key);
    const left = busy.get(organization)! - 1;
    if (left > 0) busy.set(organization, left);
    else busy.delete(organization);
    return result;
  };

  return {
    /** What stands at an address: at once where it was there before, also if it is asked for again meanwhile. */
    read: async (organization: string, url: string): Promise<RemoteAnswer> => {
      const key = `${organization} ${url}`;
      const before = known.get(key);
      if (before && before.until > now()) return before;
      const soon = { found: before?.found, until: before?.found ? now() + SOON_MS : NOT_WHOLE };
      let next = coming.get(key);
      if (!next) {
        if ((busy.get(organization) ?? 0) >= AT_ONCE) return soon;
        next = begin(organization, url, key);
        coming.set(key, next);
      }
      return before?.found ? soon : next;
    },
  };
};

/** Texts at addresses of others. */
export type RemoteService = ReturnType<typeof createRemoteService>;
