import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import { createSharedQuestions } from '../../../kernel/shared-questions.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import {
  type AdaptiveSchema,
  type Admission,
  type Audience,
  keyPrintOf,
  unconditional,
  verifyVisitorToken,
  visitorContext,
} from '../../sites/index.ts';
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

/** What visitors say of themselves: what the site's owner signed for them, and what nobody did. */
export interface Introduction {
  readonly token?: string | undefined;
  readonly unsigned?: Claims | undefined;
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
  | { readonly kind: 'door'; readonly login: string; readonly isRefused: boolean };

const NO_CLAIMS: Claims = { unsigned: {} };

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

const nameOf = (key: SiteKey): string => {
  if ('hostname' in key) return key.hostname;
  if ('origins' in key) return `proxy ${key.origins.at(-1)}`;
  return 'id' in key ? `${key.organization ?? ''}//${key.id}` : `${key.name}/${key.basename}`;
};

/** The key of a share link that is good, at the beginning of a path below a site. */
const shareKeyIn = ({ shareLinks }: SiteRow, [first]: readonly string[]): string | undefined =>
  first !== undefined && shareLinks?.[hashOf(first)] !== undefined ? first : undefined;

const OPEN: readonly string[] = ['public', 'unlisted'];

// What once let somebody in may have been taken back since.
const isLetIn = (site: SiteRow, admission: Admission): boolean => {
  if (admission.kind === 'preview') return true;
  if (!site.published) return false;
  if (admission.kind === 'visitor') {
    if (!site.visitors || keyPrintOf(site.visitors.key) !== admission.keyPrint) return false;
    if (site.visibility === 'visitor-auth') return true;
  }
  if (site.visibility !== 'share-link') return OPEN.includes(site.visibility);
  const link = admission.kind === 'public' ? undefined : admission.link;
  return link !== undefined && Object.values(site.shareLinks ?? {}).includes(link);
};

/** By which way somebody comes to a site: by its host, or through a proxy of its owner's. */
export type Arrival =
  | SiteHostName
  | { readonly kind: 'proxy'; readonly key: SiteKey; readonly depth?: number };

// A path has at most so many segments that could belong to the proxy.
const DEEPEST_PROXY = 8;

/** The site whose owner's proxy has an address, or that a proxy asks for by its id on a host of ours. */
export const proxyOf = (host: string, segments: readonly string[], isOurs: boolean): Arrival | undefined => {
  if (isOurs) {
    const [first, id] = segments;
    return first === 'sites' && id !== undefined ? { kind: 'proxy', key: { id }, depth: 2 } : undefined;
  }
  const origins = segments
    .slice(0, DEEPEST_PROXY)
    .map((_, at) => [host, ...segments.slice(0, at + 1)].join('/'));
  return { kind: 'proxy', key: { origins: [host, ...origins].map((origin) => origin.toLowerCase()) } };
};

// What of a path only says which site is meant.
const namingOf = (host: Arrival, site: SiteRow, segments: readonly string[]): readonly string[] => {
  if (host.kind === 'own') return [];
  if (host.kind !== 'proxy') return [site.basename];
  return segments.slice(0, host.depth ?? (site.proxy_origin ?? '').split('/').length - 1);
};

const keyOf = (host: Arrival, segments: readonly string[]): SiteKey | undefined => {
  if (host.kind === 'proxy') return host.key;
  if (host.kind === 'own') return { hostname: host.hostname };
  const basename = segments[0]?.toLowerCase();
  return host.kind === 'organization' && basename !== undefined ? { name: host.name, basename } : undefined;
};

// Visitors come back to where they wanted to go.
const loginOf = ({ visitors }: SiteRow, rest: readonly string[]): string | undefined => {
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

/** Which site somebody came to, and what of it they may see. */
export const createVisitsService = ({ db, links, clock }: Pick<Kernel, 'db' | 'links' | 'clock'>) => {
  const known = new LRUCache<string, SiteState>({ max: KEPT_SITES });
  const ask = createSharedQuestions<string | undefined>();

  const stateOf = async (key: SiteKey): Promise<SiteState | undefined> => {
    const name = nameOf(key);
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

  const stateAt = async (host: Arrival, segments: readonly string[]): Promise<SiteState | undefined> => {
    const key = keyOf(host, segments);
    const state = key && (await stateOf(key));
    return host.kind === 'proxy' && state?.site.proxy_origin === null ? undefined : state;
  };

  const visitIn = (
    state: SiteState,
    claims: Claims,
    named: readonly string[],
    shareKey: string | undefined,
  ): Visit => {
    const { site } = state;
    const isPlain = site.adaptiveSchema === null;
    return {
      site,
      version: isPlain ? state.version : `${state.version} ${hashOf(JSON.stringify(claims))}`,
      structure: isPlain ? state.structure : structureOf(site, claims),
      base: [...named, ...(shareKey === undefined ? [] : [shareKey])],
      claims,
      url: publishedUrl(links, site, [], shareKey).replace(/\/$/, ''),
    };
  };

  return {
    /** Who was let in before and comes back; undefined once that is taken back. The claims are held against the site again. */
    resume: async ({
      organization,
      site: id,
      admission,
      claims: { unsigned, ...signed },
    }: Audience): Promise<Visit | undefined> => {
      const state = await stateOf({ organization, id });
      if (!state || !isLetIn(state.site, admission)) return undefined;
      return visitIn(state, claimsOf(state.site, signed, unsigned as Claims | undefined), [], undefined);
    },

    /** A site as those meet it who work on it: nothing is hidden from them, whoever it is shown to. */
    look: async (
      host: Arrival,
      segments: readonly string[],
    ): Promise<{ structure: Structure; rest: readonly string[] } | undefined> => {
      const state = await stateAt(host, segments);
      if (!state) return undefined;
      const { sections, siteSpaces } = state.site;
      const structure = structureOf(
        { ...state.site, sections: sections.map(unconditional), siteSpaces: siteSpaces.map(unconditional) },
        NO_CLAIMS,
      );
      const rest = segments.slice(namingOf(host, state.site, segments).length);
      return { structure, rest: shareKeyIn(state.site, rest) === undefined ? rest : rest.slice(1) };
    },

    /** Whom a member lets look at a site before others do; the key of a share link is not asked for. */
    preview: async (
      host: Arrival,
      segments: readonly string[],
      { site: id, admission, claims: { unsigned, ...signed } }: Audience,
    ): Promise<Beginning | undefined> => {
      const state = await stateAt(host, segments);
      if (!state || state.site.id !== id || admission.kind !== 'preview') return undefined;
      const named = namingOf(host, state.site, segments);
      const claims = claimsOf(state.site, signed, unsigned as Claims | undefined);
      const given = segments.slice(named.length);
      const shareKey = shareKeyIn(state.site, given);
      const visit = visitIn(state, claims, named, shareKey);
      const rest = shareKey === undefined ? given : given.slice(1);
      return { kind: 'inside', visit, rest, admission, shareKey, until: undefined };
    },

    /** Who comes to a host with a path; undefined where nobody is to know that there is a site. */
    begin: async (
      host: Arrival,
      segments: readonly string[],
      { token, unsigned }: Introduction = {},
    ): Promise<Beginning | undefined> => {
      const state = await stateAt(host, segments);
      if (!state?.site.published) return undefined;
      const { site } = state;
      const named = namingOf(host, site, segments);
      const given = segments.slice(named.length);
      const signed =
        token !== undefined && site.visitors
          ? await verifyVisitorToken(site.visitors.key, token, clock.now())
          : undefined;
      const isSigned = signed?.ok === true;
      if (site.visibility === 'visitor-auth' && !isSigned) {
        const login = loginOf(site, given);
        return login === undefined ? undefined : { kind: 'door', login, isRefused: token !== undefined };
      }
      const shareKey = site.visibility === 'share-link' ? given[0] : undefined;
      const link = shareKey === undefined ? undefined : site.shareLinks?.[hashOf(shareKey)];
      if (site.visibility === 'share-link' && link === undefined) return undefined;
      const claims = claimsOf(site, isSigned ? signed.claims : undefined, unsigned);
      return {
        kind: 'inside',
        visit: visitIn(state, claims, named, shareKey),
        rest: given.slice(shareKey === undefined ? 0 : 1),
        shareKey,
        admission: isSigned
          ? { kind: 'visitor', keyPrint: keyPrintOf(site.visitors!.key), ...(link !== undefined && { link }) }
          : link === undefined
            ? { kind: 'public' }
            : { kind: 'share-link', link },
        until: isSigned ? signed.expiresAt : undefined,
      };
    },
  };
};

/** Visits of sites. */
export type VisitsService = ReturnType<typeof createVisitsService>;
