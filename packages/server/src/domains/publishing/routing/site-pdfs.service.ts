import type { Kernel } from '../../../kernel/kernel.ts';
import type { PdfsService } from '../../pdfs/index.ts';
import type { ThemeService } from '../rendering/theme.service.ts';
import { formatPath } from '../site/paths.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly pdfs: Pick<PdfsService, 'requestForVisitor'>;
  readonly sitePages: SitePagesService;
  readonly theme: ThemeService;
}

/** Makes the service for PDFs of sites, as their visitors see them. */
export const createSitePdfsService = ({ links, pdfs, sitePages, theme }: Dependencies) => ({
  /**
   * The URL of the PDF of a variant, or of a page with its subpages (`page`) or alone (`only`); undefined if the site has no
   * PDFs, or no such page.
   */
  urlOf: async (visit: Visit, variant: Variant, query: URLSearchParams): Promise<string | undefined> => {
    const { title, pdf } = await theme.customizationOf(visit, variant);
    const index = await sitePages.index(visit, variant);
    const wanted = query.get('page') || undefined;
    const page =
      wanted === undefined ? undefined : (index.byId.get(wanted) ?? index.byPath.get(wanted.toLowerCase()));
    if (!pdf.enabled || (wanted !== undefined && page?.path === undefined)) return undefined;
    const name = title || visit.site.title;
    const { space, revision, root, emoji, language, prefix } = variant;
    const path = await pdfs.requestForVisitor(
      { organization_id: visit.site.organization, id: space, revision },
      {
        root,
        ...(page && { page: page.id }),
        only: page !== undefined && query.has('only'),
        title: name,
        emoji: emoji ?? '',
        language: language ?? 'en',
        visitor: { claims: visit.claims, url: visit.url + formatPath(prefix).replace(/\/$/, '') },
      },
      page?.record.title || name,
    );
    return links.fileUrl(path);
  },
});

/** PDFs of sites. */
export type SitePdfsService = ReturnType<typeof createSitePdfsService>;
