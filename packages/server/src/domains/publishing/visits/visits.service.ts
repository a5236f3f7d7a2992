import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import { createSharedQuestions } from '../../../kernel/shared-questions.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import {
  type AdaptiveSchema,
  type Admission,
  keyPrintOf,
  readSiteToken,
  SITE_TOKENS,
  verifyVisitorToken,
  visitorContext,
} from '../../sites/index.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { Visit } from '../frames/frames.policy.ts';
import { pathTo } from '../paths/paths.policy.ts';
import { findSiteState, type SiteKey, type SiteRow } from '../publishing.store.ts';
import { type Claims, type Structure, structureOf } from '../structure/structure.policy.ts';

const KEPT_SITES = 1000;

/** A site as it is at this moment. */
interface SiteState {
  readonly text: string;
  readonly version: string;
  readonly site: SiteRow;
  /** What those may see of whom nothing is known. */
  readonly structure: Structure;
}

/** What visitors say of themselves: what the site's owner signed for them, what nobody did, and what a member was given. */
export interface Introduction {
  readonly token?: string | undefined;
  readonly unsigned?: Claims | undefined;
  readonly preview?: string | undefined;
}

/** Somebody at a site, before it is known who that is. */
export interface Arrival {
  readonly state: SiteState;
  /** The segments before the site's own paths, as the visitor sees them. */
  readonly base: readonly string[];
  /** What was asked for below them. */
  readonly rest: readonly string[];
  /** The site's address, without a slash at its end. */
  readonly url: string;
}

/** How a visit begins: inside, or at the door where visitors sign in. */
export type Beginning =
  | {
      readonly kind: 'inside';
      readonly visit: Visit;
      readonly rest: readonly string[];
      readonly admission: Admission;
      readonly shareKey: string | undefined;
      /** When what lets the visitor in ends. */
      readonly until: Date | undefined;
    }
  | { readonly kind: 'door'; readonly login: string };

interface Dependencies extends Pick<Kernel, 'db' | 'links' | 'clock' | 'seals'> {
  readonly spaces: Pick<SpacesService, 'among'>;
}

const NO_CLAIMS: Claims = { unsigned: {} };

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

// How a site is asked for on a host, and how many segments of the path say so.
const keyOf = (host: SiteHostName, segments: readonly string[]): [SiteKey, number] | undefined => {
  if (host.kind === 'own') return [{ hostname: host.hostname }, 0];
  if (host.kind === 'proxied') return [{ id: host.site }, 2];
  const basename = segments[0]?.toLowerCase();
  return host.kind === 'organization' && basename !== undefined
    ? [{ name: host.name, basename }, 1]
    : undefined;
};

// What the address begins with that readers see: a proxy may have a path of its own.
const baseOf = (host: SiteHostName, site: SiteRow): readonly string[] => {
  if (host.kind === 'own') return [];
  return host.kind === 'proxied' ? site.proxy_origin!.split('/').slice(1) : [site.basename];
};

/** Where visitors sign in to come back to a path of the site; undefined where nobody can. */
export const loginOf = ({ visitors }: SiteRow, rest: readonly string[]): string | undefined => {
  if (!visitors?.login || !URL.canParse(visitors.login)) return undefined;
  const url = new URL(visitors.login);
  url.searchParams.set('location', pathTo(rest));
  return url.href;
};

const claimsOf = (
  { adaptiveSchema }: SiteRow,
  signed: Claims | undefined,
  unsigned: Claims | undefined,
): Claims => {
  if (adaptiveSchema === null) return NO_CLAIMS;
  const { visitor } = visitorContext(JSON.parse(adaptiveSchema) as AdaptiveSchema, { signed, unsigned });
  return (visitor as { claims: Claims }).claims;
};

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Which site somebody came to, and what of it they may see. */
export const createVisitsService = ({ db, links, clock, seals, spaces }: Dependencies) => {
  const known = new LRUCache<string, SiteState>({ max: KEPT_SITES });
  const ask = createSharedQuestions<string | undefined>();

  const stateOf = async (key: SiteKey): Promise<SiteState | undefined> => {
    const name = Object.values(key).join('/');
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

  const urlOf = (site: SiteRow, shareKey?: string) =>
    publishedUrl(links, site, [], shareKey).replace(/\/$/, '');

  /** A member's look at a site before others have one: what it shows of what the member may open. */
  const previewed = async (
    { state: { site, version }, base, rest, url }: Arrival,
    preview: string,
  ): Promise<Beginning | undefined> => {
    const audience = readSiteToken(seals.key(SITE_TOKENS), preview, clock.now());
    if (audience?.admission.kind !== 'preview') return undefined;
    if (audience.organization !== site.organization || audience.site !== site.id) return undefined;
    const { member } = audience.admission;
    const open = await spaces.among(
      member,
      site.organization,
      site.siteSpaces.map(({ space }) => space),
    );
    const ids = new Set(open.map(({ id }) => id));
    const { unsigned, ...signed } = audience.claims;
    const claims = claimsOf(site, signed, isObject(unsigned) ? unsigned : {});
    const seen = { ...site, siteSpaces: site.siteSpaces.filter(({ space }) => ids.has(space)) };
    return {
      kind: 'inside',
      visit: { site, version, structure: structureOf(seen, claims), base, claims, url, member },
      rest,
      admission: audience.admission,
      shareKey: undefined,
      until: undefined,
    };
  };

  /** Who comes to a site, as far as it is open to them; undefined where nobody is to know that there is one. */
  const enter = async (
    arrival: Arrival,
    { token, unsigned, preview }: Introduction,
  ): Promise<Beginning | undefined> => {
    const { state, base, rest } = arrival;
    const { site } = state;
    const member = preview === undefined ? undefined : await previewed(arrival, preview);
    if (member) return member;
    if (!site.published) return undefined;
    const signed =
      token !== undefined && site.visitors
        ? await verifyVisitorToken(site.visitors.key, token, clock.now())
        : undefined;
    const isSigned = signed?.ok === true;
    if (site.visibility === 'visitor-auth' && !isSigned) {
      const login = loginOf(site, rest);
      return login === undefined ? undefined : { kind: 'door', login };
    }
    const shareKey = site.visibility === 'share-link' ? rest[0] : undefined;
    const link = shareKey === undefined ? undefined : site.shareLinks?.[hashOf(shareKey)];
    if (site.visibility === 'share-link' && link === undefined) return undefined;
    const claims = claimsOf(site, isSigned ? signed.claims : undefined, unsigned);
    const isPlain = site.adaptiveSchema === null;
    const own = shareKey === undefined ? [] : [shareKey];
    return {
      kind: 'inside',
      visit: {
        site,
        version: isPlain ? state.version : `${state.version} ${hashOf(JSON.stringify(claims))}`,
        structure: isPlain ? state.structure : structureOf(site, claims),
        base: [...base, ...own],
        claims,
        url: shareKey === undefined ? arrival.url : urlOf(site, shareKey),
      },
      rest: rest.slice(own.length),
      shareKey,
      admission: isSigned
        ? { kind: 'visitor', keyPrint: keyPrintOf(site.visitors!.key) }
        : link === undefined
          ? { kind: 'public' }
          : { kind: 'share-link', link },
      until: isSigned ? signed.expiresAt : undefined,
    };
  };

  /** The site that a path of a host is for. */
  const arrive = async (host: SiteHostName, segments: readonly string[]): Promise<Arrival | undefined> => {
    const [key, named] = keyOf(host, segments) ?? [];
    const state = key && (await stateOf(key));
    if (!state) return undefined;
    const { site } = state;
    return { state, base: baseOf(host, site), rest: segments.slice(named), url: urlOf(site) };
  };

  return {
    arrive,
    enter,

    /** Who comes to a host with a path. */
    begin: async (
      host: SiteHostName,
      segments: readonly string[],
      introduction: Introduction = {},
    ): Promise<Beginning | undefined> => {
      const arrival = await arrive(host, segments);
      return arrival && enter(arrival, introduction);
    },
  };
};

/** Visits of sites. */
export type VisitsService = ReturnType<typeof createVisitsService>;
