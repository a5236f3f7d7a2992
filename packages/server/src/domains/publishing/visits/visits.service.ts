import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import { createSharedQuestions } from '../../../kernel/shared-questions.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { Visit } from '../frames/frames.policy.ts';
import { findSiteState, type SiteKey, type SiteRow } from '../publishing.store.ts';
import { type Claims, type Structure, structureOf } from '../structure/structure.policy.ts';

const KEPT_SITES = 1000;

/** A site as it is at this moment. */
export interface SiteState {
  readonly text: string;
  readonly version: string;
  readonly site: SiteRow;
  readonly structure: Structure;
}

/** What is known of somebody who said nothing. */
export const NO_CLAIMS: Claims = { unsigned: {} };

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** The segments that let somebody in, which stand in all addresses of the site for them; undefined for who stays out. */
const keyIn = (
  { visibility, shareKeys }: SiteRow,
  rest: readonly string[],
): readonly string[] | undefined => {
  if (visibility === 'public' || visibility === 'unlisted') return [];
  const key = rest[0];
  return key !== undefined && shareKeys?.includes(hashOf(key)) ? [key] : undefined;
};

const keyOf = (host: SiteHostName, segments: readonly string[]): SiteKey | undefined => {
  if (host.kind === 'own') return { hostname: host.hostname };
  const basename = segments[0]?.toLowerCase();
  return host.kind === 'organization' && basename !== undefined ? { name: host.name, basename } : undefined;
};

/** Which site somebody came to, and what of it they may see. */
export const createVisitsService = ({ db, links }: Pick<Kernel, 'db' | 'links'>) => {
  const known = new LRUCache<string, SiteState>({ max: KEPT_SITES });
  const ask = createSharedQuestions<string | undefined>();

  const stateOf = async (key: SiteKey): Promise<SiteState | undefined> => {
    const name = 'hostname' in key ? key.hostname : `${key.name}/${key.basename}`;
    const text = await ask(name, () => findSiteState(db, key));
    if (text === undefined) return undefined;
    const before = known.get(name);
    if (before?.text === text) return before;
    const site = JSON.parse(text) as SiteRow;
    const state: SiteState = {
      text,
      version: createHash('sha256').update(text).digest('base64url').slice(0, 22),
      site,
      structure: structureOf(site, NO_CLAIMS),
    };
    known.set(name, state);
    return state;
  };

  return {
    /** Who comes to a host with a path, and what is left of it; undefined where nobody is to know of a site. */
    begin: async (
      host: SiteHostName,
      segments: readonly string[],
    ): Promise<{ visit: Visit; rest: readonly string[] } | undefined> => {
      const key = keyOf(host, segments);
      const state = key && (await stateOf(key));
      if (!state?.site.published) return undefined;
      const { site, version, structure } = state;
      const named = host.kind === 'own' ? [] : [site.basename];
      const shareKey = keyIn(site, segments.slice(named.length));
      if (!shareKey) return undefined;
      const base = [...named, ...shareKey];
      return {
        visit: {
          site,
          version,
          structure,
          base,
          claims: NO_CLAIMS,
          url: publishedUrl(links, site, [], shareKey[0]).replace(/\/$/, ''),
        },
        rest: segments.slice(base.length),
      };
    },
  };
};

/** Visits of sites. */
export type VisitsService = ReturnType<typeof createVisitsService>;
