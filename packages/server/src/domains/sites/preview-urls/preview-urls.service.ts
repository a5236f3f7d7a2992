import type { Caller } from '../../../kernel/auth/principal.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import type { Claims } from '../adaptive-content/claims-schema.ts';
import { SITE_TOKEN_PURPOSE, signPreviewToken } from '../publishing-auth/site-token.ts';
import type { SiteSubject } from '../sites.store.ts';
import type { SiteTargetsService } from '../structure/site-targets.service.ts';
import type { StructureService } from '../structure/structure.service.ts';
import { parseRison } from './rison.ts';

interface Dependencies extends Pick<Kernel, 'signing' | 'clock' | 'links'> {
  readonly structures: Pick<StructureService, 'view'>;
  readonly siteTargets: SiteTargetsService;
}

// The maximum length of the preview URL.
const MAX_URL_LENGTH = 2048;

const parseClaims = (text: string | undefined): Claims => {
  if (text === undefined) return {};
  const read = parseRison(text);
  const value = read.ok ? read.value : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({
      path: 'query.claims',
      message: read.ok ? 'is not an object' : `is not valid Rison (character ${read.offset})`,
    });
  return value as Claims;
};

/** Service for previews of sites, published or not. */
export const createPreviewUrlsService = ({
  signing,
  clock,
  links,
  structures,
  siteTargets,
}: Dependencies) => ({
  /** Creates a preview URL that is valid for one hour. */
  urlOf: async (
    caller: Caller,
    site: SiteSubject,
    { siteSpace, changeRequest, claims }: { siteSpace?: string; changeRequest?: string; claims?: string },
  ): Promise<string> => {
    const visitorClaims = parseClaims(claims);
    const target = { site_section_id: null, site_space_id: siteSpace ?? null, page_id: null, url: null };
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
        claims: visitorClaims,
      },
      clock.now(),
    );
    const path = changeRequest === undefined ? '' : `~/changes/${encodeURIComponent(changeRequest)}`;
    const url = `${root}${path}?token=${token}`;
    if (url.length > MAX_URL_LENGTH)
      throw invalid({ path: 'query.claims', message: 'is too long for a URL' });
    return url;
  },
});

/** Service for previews of sites. */
export type PreviewUrlsService = ReturnType<typeof createPreviewUrlsService>;
