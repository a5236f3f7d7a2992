import { createHash } from 'node:crypto';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHosts } from '../../../kernel/site-hosts.ts';
import { mintSiteToken, SITE_TOKENS } from '../../sites/index.ts';
import type { Visit } from '../frames/frames.policy.ts';
import { pathTo, readPath } from '../paths/paths.policy.ts';
import { placeOf, type Variant } from '../structure/structure.policy.ts';
import type { Introduction, VisitsService } from '../visits/visits.service.ts';

interface Dependencies extends Pick<Kernel, 'seals' | 'clock'> {
  readonly hosts: Pick<SiteHosts, 'of'>;
  readonly visits: VisitsService;
}

const below = (segments: readonly string[]): string => (segments.length === 0 ? '/' : `${pathTo(segments)}/`);

// Whether a longer path could name another section or variant than this one does.
const canGoOn = ({ structure: { sections, variants, home } }: Visit, variant: Variant): boolean => {
  const isHome = variant === home;
  const others = variants.filter(({ within }) => within?.id === variant.within?.id);
  return (isHome && sections.length > 1) || (variant.isDefault && others.length > 1);
};

/** What published addresses stand for. */
export const createResolvingService = ({ hosts, visits, seals, clock }: Dependencies) => ({
  resolve: async (address: string, introduction: Introduction) => {
    const url = new URL(address);
    const host = hosts.of(url.host);
    const asked = host && readPath(url.pathname);
    const begun = asked && (await visits.begin(host, asked.segments, introduction));
    if (!begun) throw notFound('content');
    if (begun.kind === 'door') return { target: 'external' as const, redirect: begun.login };
    const { visit, admission, until, shareKey } = begun;
    const place = placeOf(
      visit.structure,
      begun.rest.map((segment) => segment.toLowerCase()),
    );
    if (!place) throw notFound('content');
    const { variant, rest, shorter } = place;
    // A section or variant that goes without saying is left out of the address.
    if (shorter && shorter.rest.length === 0)
      return { target: 'content' as const, redirect: visit.url + below(shorter.variant.prefix) };
    const { site } = visit;
    const token = mintSiteToken(
      seals.key(SITE_TOKENS),
      { organization: site.organization, site: site.id, admission, claims: visit.claims },
      clock.now(),
      until,
    );
    return {
      site: site.id,
      ...(variant.within && { siteSection: variant.within.id }),
      siteSpace: variant.id,
      space: variant.space,
      pathname: pathTo(rest),
      basePath: below([...visit.base, ...variant.prefix]),
      siteBasePath: below(visit.base),
      apiToken: token,
      organization: site.organization,
      ...(shareKey !== undefined && { shareKey }),
      complete: rest.length === 0 && !canGoOn(visit, variant),
      ...(site.adaptiveSchema !== null && {
        contextId: createHash('sha256').update(JSON.stringify(visit.claims)).digest('hex').slice(0, 20),
      }),
      canonicalUrl: visit.url + pathTo([...variant.prefix, ...rest]),
    };
  },
});

/** What published addresses stand for. */
export type ResolvingService = ReturnType<typeof createResolvingService>;
