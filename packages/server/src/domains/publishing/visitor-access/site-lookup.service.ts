import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createCoalesce } from '../../../kernel/coalesce.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import { findSiteState, type SiteKey, type SiteRow } from '../site/site.store.ts';
import { type Structure, siteStructureOf } from '../site/structure.ts';
import { type SiteAddress, siteBase, siteDepth, siteKeyOf } from './site-address.ts';
import { NO_CLAIMS } from './visitor-claims.ts';

const MAX_SITES = 1000;

/** The current state of a site. */
export interface SiteState {
  readonly text: string;
  /** Hash of the text. */
  readonly version: string;
  readonly site: SiteRow;
  /** The structure that is visible to visitors without claims. */
  readonly structure: Structure;
}

/** The site that a request is for, before the visitor is admitted. */
export interface RequestedSite {
  readonly address: SiteAddress;
  readonly state: SiteState;
  /** Path segments before the site's own paths, as the visitor sees them. */
  readonly base: readonly string[];
  /** The requested path below them. */
  readonly rest: readonly string[];
  /** URL of the site, without a trailing slash. */
  readonly url: string;
}

/** Makes the service that finds sites by address. */
export const createSiteLookupService = ({ db, links }: Pick<Kernel, 'db' | 'links'>) => {
  const states = new LRUCache<string, SiteState>({ max: MAX_SITES });
  const coalesce = createCoalesce<string | undefined>();

  const findByKey = async (key: SiteKey): Promise<SiteState | undefined> => {
    const name = JSON.stringify(key);
    const text = await coalesce(name, () => findSiteState(db, key));
    if (text === undefined) return undefined;
    const cached = states.get(name);
    if (cached?.text === text) return cached;
    const site = JSON.parse(text) as SiteRow;
    const state: SiteState = {
      text,
      version: createHash('sha256').update(text).digest('base64url').slice(0, 22),
      site,
      structure: siteStructureOf(site, NO_CLAIMS),
    };
    states.set(name, state);
    return state;
  };

  const urlOf = (site: SiteRow, shareKey?: string): string =>
    publishedUrl(links, site, [], shareKey).replace(/\/$/, '');

  return {
    findByKey,

    /** URL of a site, without a trailing slash. */
    urlOf,

    /** The site that a path at an address is for. */
    findByAddress: async (
      address: SiteAddress,
      segments: readonly string[],
    ): Promise<RequestedSite | undefined> => {
      const key = siteKeyOf(address, segments);
      const state = key && (await findByKey(key));
      if (!state) return undefined;
      const { site } = state;
      const rest = segments.slice(siteDepth(address, site));
      return { address, state, base: siteBase(address, site), rest, url: urlOf(site) };
    },
  };
};

/** Lookup of sites. */
export type SiteLookupService = ReturnType<typeof createSiteLookupService>;
