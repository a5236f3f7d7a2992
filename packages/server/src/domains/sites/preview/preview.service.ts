import type { Caller } from '../../../kernel/auth/principal.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import type { Claims } from '../adaptive-content/visitor-claims.ts';
import type { SiteSubject } from '../sites.policy.ts';
import type { SiteTargetsService } from '../structure/site-targets.service.ts';
import type { StructureService } from '../structure/structure.service.ts';
import { signPreviewToken, SITE_TOKEN_PURPOSE } from '../visitor-auth/site-token.ts';
import { parseRison } from './rison.ts';

interface Dependencies extends Pick<Kernel, 'signing' | 'clock' | 'links'> {
  readonly structures: Pick<StructureService, 'view'>;
  readonly siteTargets: SiteTargetsService;
}

// What an address may have at most.
const MAX_URL_LENGTH = 2048;

const claimsIn = (text: string | undefined): Claims => {
  if (text === undefined) return {};
  const read = parseRison(text);
  const value = read.ok ? read.value : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({
      path: 'query.claims',
      message: read.ok ? 'is not an object' : `is not Rison at character ${read.offset}`,
    });
  return value as Claims;
};

/** Sites before they are published, and as others see them. */
export const createPreviewService = ({ signing, clock, links, structures, siteTargets }: Dependencies) => ({
  /** An address that lets whoever holds it into a site for an hour. */
  urlOf: async (
    caller: Caller,
    site: SiteSubject,
    { siteSpace, claims }: { siteSpace?: string; claims?: string },
  ): Promise<string> => {
    const said = claimsIn(claims);
    const target = { site_section_id: null, site_space_id: siteSpace ?? null, page_id: null };
    const root =
      siteSpace === undefined
        ? publishedUrl(links, site)
        : await siteTargets.urlOf(await structures.view(caller.principal.userId, site), target);
    if (root === undefined) throw invalid({ path: 'query.siteSpace', message: 'is not a part of this site' });
    const token = signPreviewToken(
      signing.keyFor(SITE_TOKEN_PURPOSE),
      {
        organization: site.organization_id,
        site: site.id,
        member: caller.principal.userId,
        siteSpace,
        claims: said,
      },
      clock.now(),
    );
    const url = `${root}?token=${token}`;
    if (url.length > MAX_URL_LENGTH)
      throw invalid({ path: 'query.claims', message: 'is more than an address can hold' });
    return url;
  },
});

/** Previews. */
export type PreviewService = ReturnType<typeof createPreviewService>;
