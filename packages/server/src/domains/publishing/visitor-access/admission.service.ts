import { createHash } from 'node:crypto';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  type Admission,
  type Audience,
  keyFingerprint,
  SITE_TOKEN_PURPOSE,
  type SitesService,
  sitePolicy,
  verifySiteToken,
  withoutCondition,
} from '../../sites/index.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { SiteRow } from '../site/site.store.ts';
import { type Claims, type Structure, siteStructureOf } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import { shareKeyIn, shareLinkOf } from './share-links.ts';
import { type SignInTarget, signInTargetOf } from './sign-in-target.ts';
import type { SiteAddress } from './site-address.ts';
import type { RequestedSite, SiteLookupService, SiteState } from './site-lookup.service.ts';
import { verifyVisitorToken } from './verify-visitor-token.ts';
import { claimsOf, NO_CLAIMS } from './visitor-claims.ts';

/** The credentials of a visitor. */
export interface VisitorCredentials {
  /** Visitor token, signed by the owner of the site. */
  readonly token?: string | undefined;
  /** Claims that nobody signed. */
  readonly unsigned?: Claims | undefined;
  /** Preview token of a member. */
  readonly preview?: string | undefined;
  /** The query of the requested URL, which visitors return to after signing in. */
  readonly query?: URLSearchParams;
}

/** The result of admitting a visitor. */
export type AdmissionResult =
  | {
      readonly kind: 'admitted';
      readonly visit: Visit;
      readonly rest: readonly string[];
      readonly admission: Admission;
      readonly shareKey: string | undefined;
      /** When the visitor token expires. */
      readonly expiresAt: Date | undefined;
    }
  | {
      readonly kind: 'sign-in-required';
      readonly target: SignInTarget;
      /** Whether the visitor sent an invalid token. */
      readonly isTokenRejected: boolean;
      readonly requested: RequestedSite;
    };

interface Dependencies extends Pick<Kernel, 'clock' | 'signing'> {
  readonly siteLookup: SiteLookupService;
  readonly spaces: Pick<SpacesService, 'findVisibleInOrganization'>;
  readonly sites: Pick<SitesService, 'find'>;
}

const OPEN: readonly string[] = ['public', 'unlisted'];

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Whether an earlier admission is still valid: keys and share links may have been revoked since. */
const isStillValid = (site: SiteRow, admission: Exclude<Admission, { kind: 'preview' }>): boolean => {
  if (!site.published) return false;
  if (admission.kind === 'visitor') {
    if (!site.visitorAuth || keyFingerprint(site.visitorAuth.key) !== admission.keyPrint) return false;
    if (site.visibility === 'visitor-auth') return true;
  }
  if (site.visibility !== 'share-link') return OPEN.includes(site.visibility);
  const link = admission.kind === 'public' ? undefined : admission.link;
  return link !== undefined && Object.values(site.shareLinks ?? {}).includes(link);
};

const claimsOfAudience = (site: SiteRow, { claims: { unsigned, ...signed } }: Audience): Claims =>
  claimsOf(site, signed, unsigned);

/** Makes the service that decides whether a visitor is admitted to a site, and what of it is visible to them. */
export const createAdmissionService = ({ siteLookup, clock, signing, spaces, sites }: Dependencies) => {
  const visitorView = (
    state: SiteState,
    claims: Claims,
    base: readonly string[],
    shareKey: string | undefined,
    address?: SiteAddress,
  ): Visit => {
    const { site } = state;
    const isSameForAll = site.adaptiveSchema === null;
    return {
      site,
      version: isSameForAll ? state.version : `${state.version} ${hashOf(claims)}`,
      structure: isSameForAll ? state.structure : siteStructureOf(site, claims),
      base: [...base, ...(shareKey === undefined ? [] : [shareKey])],
      claims,
      url: siteLookup.urlOf(site, shareKey),
      isProxyTarget: address?.kind === 'proxied',
    };
  };

  /** A member's preview of a site, limited to the spaces that the member can access. */
  const previewView = async (
    { site, version }: SiteState,
    audience: Audience,
    member: string,
    base: readonly string[],
  ): Promise<Visit | undefined> => {
    const [subject, accessible] = await Promise.all([
      sites.find(member, site.organization, site.id),
      spaces.findVisibleInOrganization(
        member,
        site.organization,
        site.siteSpaces.map(({ space }) => space),
      ),
    ]);
    if (!subject || !sitePolicy.can.view(subject)) return undefined;
    const ids = new Set(accessible.map(({ id }) => id));
    const claims = claimsOfAudience(site, audience);
    const siteSpaces = site.siteSpaces.filter(({ space }) => ids.has(space));
    return {
      site,
      version: `${version} ${hashOf([member, claims, siteSpaces.map(({ id }) => id)])}`,
      structure: siteStructureOf({ ...site, siteSpaces }, claims),
      base,
      claims,
      url: siteLookup.urlOf(site),
      member,
    };
  };

  const admitPreview = async (
    { state, base, rest }: RequestedSite,
    preview: string,
  ): Promise<AdmissionResult | undefined> => {
    const { site } = state;
    const audience = verifySiteToken(signing.keyFor(SITE_TOKEN_PURPOSE), preview, clock.now());
    if (audience?.admission.kind !== 'preview') return undefined;
    if (audience.organization !== site.organization || audience.site !== site.id) return undefined;
    const { admission } = audience;
    const shareKey = shareKeyIn(site, rest);
    const own = shareKey === undefined ? [] : [shareKey];
    const visit = await previewView(state, audience, admission.member, [...base, ...own]);
    return (
      visit && {
        kind: 'admitted',
        visit,
        rest: rest.slice(own.length),
        admission,
        shareKey,
        expiresAt: undefined,
      }
    );
  };

  const verify = async ({ visitorAuth }: SiteRow, token: string | undefined) => {
    const verified =
      token !== undefined && visitorAuth
        ? await verifyVisitorToken(visitorAuth.key, token, clock.now())
        : undefined;
    return verified?.ok ? { ...verified, keyPrint: keyFingerprint(visitorAuth!.key) } : undefined;
  };

  const admit = async (
    requested: RequestedSite,
    { token, unsigned, preview, query }: VisitorCredentials,
  ): Promise<AdmissionResult | undefined> => {
    const { state, base, rest, address } = requested;
    const { site } = state;
    const previewed = preview === undefined ? undefined : await admitPreview(requested, preview);
    if (previewed) return previewed;
    if (!site.published) return undefined;
    const verified = await verify(site, token);
    if (site.visibility === 'visitor-auth' && !verified) {
      const target = signInTargetOf(site, rest, query);
      return target && { kind: 'sign-in-required', target, isTokenRejected: token !== undefined, requested };
    }
    const shareKey = site.visibility === 'share-link' ? rest[0] : undefined;
    const link = shareLinkOf(site, shareKey);
    if (site.visibility === 'share-link' && link === undefined) return undefined;
    const claims = claimsOf(site, verified?.claims, unsigned);
    return {
      kind: 'admitted',
      visit: visitorView(state, claims, base, shareKey, address),
      rest: rest.slice(shareKey === undefined ? 0 : 1),
      shareKey,
      admission: verified
        ? { kind: 'visitor', keyPrint: verified.keyPrint, ...(link !== undefined && { link }) }
        : link === undefined
          ? { kind: 'public' }
          : { kind: 'share-link', link },
      expiresAt: verified?.expiresAt,
    };
  };

  return {
    /** Admits a visitor to a site; undefined if the visitor must not learn that it exists. */
    admit,

    /** Admits a visitor to the site that a path at an address is for. */
    admitAt: async (
      address: SiteAddress,
      segments: readonly string[],
      credentials: VisitorCredentials = {},
    ): Promise<AdmissionResult | undefined> => {
      const requested = await siteLookup.findByAddress(address, segments);
      return requested && admit(requested, credentials);
    },

    /** Admits the audience of a site token again; undefined once its admission is revoked. */
    resume: async (audience: Audience): Promise<Visit | undefined> => {
      const { organization, site: id, admission } = audience;
      const state = await siteLookup.findByKey({ organization, id });
      if (!state) return undefined;
      if (admission.kind === 'preview') return previewView(state, audience, admission.member, []);
      return isStillValid(state.site, admission)
        ? visitorView(state, claimsOfAudience(state.site, audience), [], undefined)
        : undefined;
    },

    /** The whole structure of a site, for members: conditions for visitors do not apply to them. */
    structureForMembers: async (
      address: SiteAddress,
      segments: readonly string[],
    ): Promise<{ structure: Structure; rest: readonly string[] } | undefined> => {
      const requested = await siteLookup.findByAddress(address, segments);
      if (!requested) return undefined;
      const { state, rest } = requested;
      const { sections, siteSpaces } = state.site;
      const structure = siteStructureOf(
        {
          ...state.site,
          sections: sections.map(withoutCondition),
          siteSpaces: siteSpaces.map(withoutCondition),
        },
        NO_CLAIMS,
      );
      return { structure, rest: rest.slice(shareKeyIn(state.site, rest) === undefined ? 0 : 1) };
    },
  };
};

/** Admission of visitors. */
export type AdmissionService = ReturnType<typeof createAdmissionService>;
