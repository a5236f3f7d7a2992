import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createCoalesce } from '../../../kernel/coalesce.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import {
  type AdaptiveSchema,
  type Admission,
  type Audience,
  keyFingerprint,
  SITE_TOKEN_PURPOSE,
  type SitesService,
  sitePolicy,
  verifySiteToken,
  visitorContext,
  withoutCondition,
} from '../../sites/index.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { Visit } from '../rendering/layout.ts';
import { findSiteState, type SiteKey, type SiteRow } from '../site/site.store.ts';
import { type Claims, type Structure, structureOf } from '../site/structure.ts';
import { baseOf, depthOf, keyOf, type Login, loginOf, type Way } from './site-address.ts';
import { verifyVisitorToken } from './verify-visitor-token.ts';

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
  /** What stands behind the path that they ask for. */
  readonly query?: URLSearchParams;
}

/** Somebody at a site, before it is known who that is. */
export interface Arrival {
  readonly way: Way;
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
  /** `isRefused`: they brought a token, which is not good. */
  | { readonly kind: 'door'; readonly login: Login; readonly isRefused: boolean; readonly arrival: Arrival };

interface Dependencies extends Pick<Kernel, 'db' | 'links' | 'clock' | 'signing'> {
  readonly spaces: Pick<SpacesService, 'findVisibleInOrganization'>;
  readonly sites: Pick<SitesService, 'find'>;
}

const NO_CLAIMS: Claims = { unsigned: {} };

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** The key of a share link that is good, at the beginning of a path below a site. */
const shareKeyIn = ({ shareLinks }: SiteRow, [first]: readonly string[]): string | undefined =>
  first !== undefined && shareLinks?.[hashOf(first)] !== undefined ? first : undefined;

const OPEN: readonly string[] = ['public', 'unlisted'];

// What once let somebody in may have been taken back since.
const isLetIn = (site: SiteRow, admission: Exclude<Admission, { kind: 'preview' }>): boolean => {
  if (!site.published) return false;
  if (admission.kind === 'visitor') {
    if (!site.visitors || keyFingerprint(site.visitors.key) !== admission.keyPrint) return false;
    if (site.visibility === 'visitor-auth') return true;
  }
  if (site.visibility !== 'share-link') return OPEN.includes(site.visibility);
  const link = admission.kind === 'public' ? undefined : admission.link;
  return link !== undefined && Object.values(site.shareLinks ?? {}).includes(link);
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
export const createVisitsService = ({ db, links, clock, signing, spaces, sites }: Dependencies) => {
  const known = new LRUCache<string, SiteState>({ max: KEPT_SITES });
  const ask = createCoalesce<string | undefined>();

  const stateOf = async (key: SiteKey): Promise<SiteState | undefined> => {
    const name = JSON.stringify(key);
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

  const visitIn = (
    state: SiteState,
    claims: Claims,
    base: readonly string[],
    shareKey: string | undefined,
    way?: Way,
  ): Visit => {
    const { site } = state;
    const isPlain = site.adaptiveSchema === null;
    return {
      site,
      version: isPlain ? state.version : `${state.version} ${hashOf(JSON.stringify(claims))}`,
      structure: isPlain ? state.structure : structureOf(site, claims),
      base: [...base, ...(shareKey === undefined ? [] : [shareKey])],
      claims,
      url: urlOf(site, shareKey),
      isAtOurs: way?.kind === 'proxied',
    };
  };

  const saidBy = (site: SiteRow, { claims: { unsigned, ...signed } }: Audience): Claims =>
    claimsOf(site, signed, isObject(unsigned) ? unsigned : {});

  /** A member's look at a site before others have one: what it shows of what the member may open, while they are one. */
  const lookOf = async (
    { site, version }: SiteState,
    audience: Audience,
    member: string,
    base: readonly string[],
  ): Promise<Visit | undefined> => {
    const shown = site.siteSpaces.map(({ space }) => space);
    const [seen, open] = await Promise.all([
      sites.find(member, site.organization, site.id),
      spaces.findVisibleInOrganization(member, site.organization, shown),
    ]);
    if (!seen || !sitePolicy.can.view(seen)) return undefined;
    const ids = new Set(open.map(({ id }) => id));
    const claims = saidBy(site, audience);
    const siteSpaces = site.siteSpaces.filter(({ space }) => ids.has(space));
    const print = hashOf(JSON.stringify([member, claims, siteSpaces.map(({ id }) => id)]));
    return {
      site,
      version: `${version} ${print}`,
      structure: structureOf({ ...site, siteSpaces }, claims),
      base,
      claims,
      url: urlOf(site),
      member,
    };
  };

  const previewed = async (
    { state, base, rest }: Arrival,
    preview: string,
  ): Promise<Beginning | undefined> => {
    const { site } = state;
    const audience = verifySiteToken(signing.keyFor(SITE_TOKEN_PURPOSE), preview, clock.now());
    if (audience?.admission.kind !== 'preview') return undefined;
    if (audience.organization !== site.organization || audience.site !== site.id) return undefined;
    const { admission } = audience;
    const shareKey = shareKeyIn(site, rest);
    const own = shareKey === undefined ? [] : [shareKey];
    const visit = await lookOf(state, audience, admission.member, [...base, ...own]);
    return (
      visit && {
        kind: 'inside',
        visit,
        rest: rest.slice(own.length),
        admission,
        shareKey,
        until: undefined,
      }
    );
  };

  /** Who comes to a site, as far as it is open to them; undefined where nobody is to know that there is one. */
  const enter = async (
    arrival: Arrival,
    { token, unsigned, preview, query }: Introduction,
  ): Promise<Beginning | undefined> => {
    const { state, base, rest, way } = arrival;
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
      const login = loginOf(site, rest, query);
      return login === undefined
        ? undefined
        : { kind: 'door', login, isRefused: token !== undefined, arrival };
    }
    const shareKey = site.visibility === 'share-link' ? rest[0] : undefined;
    const link = shareKey === undefined ? undefined : site.shareLinks?.[hashOf(shareKey)];
    if (site.visibility === 'share-link' && link === undefined) return undefined;
    const claims = claimsOf(site, isSigned ? signed.claims : undefined, unsigned);
    return {
      kind: 'inside',
      visit: visitIn(state, claims, base, shareKey, way),
      rest: rest.slice(shareKey === undefined ? 0 : 1),
      shareKey,
      admission: isSigned
        ? {
            kind: 'visitor',
            keyPrint: keyFingerprint(site.visitors!.key),
            ...(link !== undefined && { link }),
          }
        : link === undefined
          ? { kind: 'public' }
          : { kind: 'share-link', link },
      until: isSigned ? signed.expiresAt : undefined,
    };
  };

  /** The site that a path is for. */
  const arrive = async (way: Way, segments: readonly string[]): Promise<Arrival | undefined> => {
    const key = keyOf(way, segments);
    const state = key && (await stateOf(key));
    if (!state) return undefined;
    const { site } = state;
    const rest = segments.slice(depthOf(way, site));
    return { way, state, base: baseOf(way, site), rest, url: urlOf(site) };
  };

  return {
    arrive,
    enter,

    /** Who was let in before and comes back; undefined once that is taken back. The claims are held against the site again. */
    resume: async (audience: Audience): Promise<Visit | undefined> => {
      const { organization, site: id, admission } = audience;
      const state = await stateOf({ organization, id });
      if (!state) return undefined;
      if (admission.kind === 'preview') return lookOf(state, audience, admission.member, []);
      return isLetIn(state.site, admission)
        ? visitIn(state, saidBy(state.site, audience), [], undefined)
        : undefined;
    },

    /** A site as those meet it who work on it: nothing is hidden from them, whoever it is shown to. */
    look: async (
      way: Way,
      segments: readonly string[],
    ): Promise<{ structure: Structure; rest: readonly string[] } | undefined> => {
      const arrival = await arrive(way, segments);
      if (!arrival) return undefined;
      const { state, rest } = arrival;
      const { sections, siteSpaces } = state.site;
      const structure = structureOf(
        {
          ...state.site,
          sections: sections.map(withoutCondition),
          siteSpaces: siteSpaces.map(withoutCondition),
        },
        NO_CLAIMS,
      );
      return { structure, rest: rest.slice(shareKeyIn(state.site, rest) === undefined ? 0 : 1) };
    },

    /** Who comes by a way with a path. */
    begin: async (
      way: Way,
      segments: readonly string[],
      introduction: Introduction = {},
    ): Promise<Beginning | undefined> => {
      const arrival = await arrive(way, segments);
      return arrival && enter(arrival, introduction);
    },
  };
};

/** Visits of sites. */
export type VisitsService = ReturnType<typeof createVisitsService>;
