import { clientNetwork } from '../../../kernel/client-network.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import { hasOptedOut, isBot } from '../visitor-events.ts';
import {
  countMiss,
  deleteMiss,
  deleteTypedBeginnings,
  listMisses,
  type MissKind,
  type SiteKey,
} from './misses.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock'>;

/** Something that a reader looked for and did not find. */
export interface Miss {
  readonly kind: MissKind;
  readonly text: string;
}

/** The request of the reader. */
interface ReaderRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const MAX_PER_MINUTE = 60;
const MAX_LENGTH = 512;
const MIN_SEARCH_LENGTH = 3;
// More than anybody reads, and few enough that scanners cannot fill the database.
const MAX_MISSES = 1_000;
// Results appear while a reader types.
const TYPING_MS = 60_000;

/** Normalizes the words of a search; case and white space do not matter. */
const normalized = ({ kind, text }: Miss): Miss => ({
  kind,
  text: kind === 'path' ? text : text.trim().replaceAll(/\s+/g, ' ').toLowerCase(),
});

// Scanners look for files of other software.
const isPlausible = ({ kind, text }: Miss): boolean => {
  if (text.length > MAX_LENGTH || /\p{Cc}/u.test(text)) return false;
  if (kind === 'search') return text.length >= MIN_SEARCH_LENGTH;
  return !/\/\.|\.(?!html?$|md$)[a-z0-9]+$|\/(?:wp-|cgi-bin|phpmyadmin)/i.test(text);
};

/** Counts what readers of sites looked for and did not find. */
export const createMissesService = ({ db, transaction, clock }: Dependencies) => {
  const limit = createRateLimit(MAX_PER_MINUTE, () => clock.now().getTime());
  return {
    list: (site: SiteKey, kind: MissKind, page: PageRequest) => listMisses(db, site, kind, page),

    remove: (site: SiteKey, miss: Miss): Promise<void> => deleteMiss(db, site, miss),

    /** Counts a miss, unless a program or somebody who does not want to be counted looked for it; returns whether it did. */
    record: async (site: SiteKey, { address, headers }: ReaderRequest, missed: Miss): Promise<boolean> => {
      const miss = normalized(missed);
      if (hasOptedOut(headers) || isBot(String(headers['user-agent'] ?? '')) || !isPlausible(miss))
        return false;
      try {
        limit.consume(`${site.id} ${clientNetwork(address)}`);
      } catch {
        // The reader gets the page all the same.
        return false;
      }
      const at = clock.now();
      await transaction(async (tx) => {
        if (miss.kind === 'search')
          await deleteTypedBeginnings(tx, site, miss.text, new Date(at.getTime() - TYPING_MS));
        await countMiss(tx, site, miss, at, MAX_MISSES);
      });
      return true;
    },
  };
};

/** Service for what readers of sites looked for and did not find. */
export type MissesService = ReturnType<typeof createMissesService>;
