import { createHash } from 'node:crypto';
import { forbidden, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHosts } from '../../../kernel/site-hosts.ts';
import { SITE_TOKEN_PURPOSE, signSiteToken, verifySiteToken } from '../../sites/index.ts';
import type { FormerService } from '../redirects/previous-addresses.service.ts';
import type { Visit } from '../rendering/layout.ts';
import { pathTo, readPath } from '../site/paths.ts';
import { placeOf, type Variant } from '../site/structure.ts';
import type { Beginning, Introduction, VisitsService } from '../visitor-access/admission.service.ts';
import type { DoorsService } from '../visitor-access/sign-in.service.ts';
import { wayByOrigin } from '../visitor-access/site-address.ts';

interface Dependencies extends Pick<Kernel, 'signing' | 'clock'> {
  readonly hosts: Pick<SiteHosts, 'find'>;
  readonly visits: VisitsService;
  readonly former: FormerService;
  readonly doors: DoorsService;
}

/** What somebody says of themselves who wants to know what an address stands for. */
export interface Question extends Introduction {
  /** Whether those whose token is not good are sent to where they get another. */
  readonly redirectOnError?: boolean | undefined;
}

const below = (segments: readonly string[]): string => (segments.length === 0 ? '/' : `${pathTo(segments)}/`);

// What begins so is of the site itself, or says at which revision a page is read.
const isOwn = ([first]: readonly string[]): boolean => first?.startsWith('~') === true;

// Whether a longer path could name another section or variant than this one does.
const canGoOn = ({ structure: { sections, variants, home } }: Visit, variant: Variant): boolean => {
  const isHome = variant === home;
  const others = variants.filter(({ within }) => within?.id === variant.within?.id);
  return (isHome && sections.length > 1) || (variant.isDefault && others.length > 1);
};

/** What published addresses stand for. */
export const createResolvingService = ({ hosts, visits, former, doors, signing, clock }: Dependencies) => {
  const secret = () => signing.keyFor(SITE_TOKEN_PURPOSE);

  const isPreview = (token: string | null | undefined): token is string =>
    Boolean(token) && verifySiteToken(secret(), token!, clock.now())?.admission.kind === 'preview';

  /** How a visit of an address begins, what it begins with, and the token of the member who lets somebody in, where one does. */
  const begin = async (
    url: URL,
    question: Question,
  ): Promise<{ begun?: Beginning; base?: readonly string[]; preview?: string }> => {
    const segments = readPath(url.pathname)?.segments;
    if (!segments || !/^https?:$/.test(url.protocol)) return {};
    const way = hosts.find(url.host, url.pathname) ?? wayByOrigin(url.host, segments);
    const preview = [url.searchParams.get('token'), question.token].find(isPreview);
    const begun = await visits.begin(way, segments, { ...question, preview, query: url.searchParams });
    if (begun?.kind !== 'inside') return { ...(begun && { begun }) };
    // As it was asked: what a proxy forwards to is not what its readers see.
    const base =
      way.kind === 'proxied' ? segments.slice(0, segments.length - begun.rest.length) : begun.visit.base;
    return { begun, base, ...(begun.admission.kind === 'preview' && { preview: preview! }) };
  };

  return {
    resolve: async (address: string, question: Question) => {
      const { begun, base = [], preview } = await begin(new URL(address), question);
      if (!begun) throw notFound('content');
      if (begun.kind === 'door') {
        if (begun.isRefused && !question.redirectOnError)
          throw forbidden('The token of the visitor is not valid, or not any more');
        return { target: 'external' as const, redirect: await doors.addressOf(begun.arrival, begun.login) };
      }
      const { visit, admission, until, shareKey } = begun;
      const asked = begun.rest.map((segment) => segment.toLowerCase());
      const place = placeOf(visit.structure, asked);
      if (!place) throw notFound('content');
      const { variant, rest } = place;
      const now = isOwn(rest) ? undefined : await former.elsewhere(visit, place, asked);
      if (now)
        return {
          target: 'content' as const,
          redirect:
            now.rest.length === 0
              ? visit.url + below(now.variant.prefix)
              : visit.url + pathTo([...now.variant.prefix, ...now.rest]),
        };
      const { site } = visit;
      const audience = { organization: site.organization, site: site.id, admission, claims: visit.claims };
      return {
        site: site.id,
        ...(variant.within && { siteSection: variant.within.id }),
        siteSpace: variant.id,
        space: variant.space,
        pathname: pathTo(rest),
        basePath: below([...base, ...variant.prefix]),
        siteBasePath: below(base),
        apiToken: preview ?? signSiteToken(secret(), audience, clock.now(), until),
        organization: site.organization,
        ...(shareKey !== undefined && { shareKey }),
        complete: rest.length === 0 && !canGoOn(visit, variant),
        ...(site.adaptiveSchema !== null && {
          contextId: createHash('sha256').update(JSON.stringify(visit.claims)).digest('hex').slice(0, 20),
        }),
        canonicalUrl: visit.url + pathTo([...variant.prefix, ...rest]),
      };
    },
  };
};

/** What published addresses stand for. */
export type ResolvingService = ReturnType<typeof createResolvingService>;
