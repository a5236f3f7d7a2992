import { type PageRecord, printPage } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import { type CustomizationService, presentSite, toSite, VISITOR_PERMISSIONS } from '../../sites/index.ts';
import { visibleCustomization } from '../rendering/visible-customization.ts';
import { shareLinkOf } from '../visitor-access/share-links.ts';
import type { Visitor, VisitorContentService, VisitorRevision } from './visitor-content.service.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly visitorContent: Pick<VisitorContentService, 'document' | 'markdown' | 'siteView'>;
  readonly customization: Pick<CustomizationService, 'findAll'>;
}

/** Options of a request for a document. */
export type PageOptions = Parameters<VisitorContentService['document']>[2] & {
  readonly format?: 'document' | 'markdown' | undefined;
  /** Clients that know this option expect the title as the first heading of Markdown. */
  readonly 'format.markdown.refs'?: 'relative' | 'stable' | undefined;
  readonly metadata?: boolean | undefined;
};

const titleOf = (owner: object): Partial<Pick<PageRecord, 'title'>> =>
  'title' in owner ? { title: String(owner.title) } : {};

const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;
const MAX_SITES = 200;
const SITE_TTL_MS = 60_000;

/** The key of an active share link: only such keys are put into URLs. */
export const validShareKey = ({ visit: { site } }: Visitor, key: string | undefined): string | undefined =>
  shareLinkOf(site, key) === undefined ? undefined : key;

/** Makes the presenter of documents and sites, which caches their JSON. */
export const createVisitorJson = ({ links, visitorContent, customization }: Dependencies) => {
  // Documents as JSON; a revision never changes.
  const documents = createPromiseCache<string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeOf: (text, key) => text.length + key.length,
  });
  // Sites as JSON, by version; not for ever, because a version can recur.
  const sites = createPromiseCache<string>({ max: MAX_SITES, ttl: SITE_TTL_MS });

  const presentVisibleSite = async (visitor: Visitor, shareKey: string | undefined): Promise<string> => {
    const view = await visitorContent.siteView(visitor);
    const shown = view.structure.siteSpaces.map(({ id }) => id);
    const { site, siteSpaces } = await customization.findAll(view.site, shown);
    const { claims } = visitor.visit;
    return JSON.stringify({
      object: 'published-content-site',
      site: { ...toSite(links, view.site, shareKey), permissions: VISITOR_PERMISSIONS },
      structure: presentSite(links, { ...view, shareKey }).structure('full'),
      customizations: {
        site: visibleCustomization(site, claims),
        siteSpaces: Object.fromEntries(
          Object.entries(siteSpaces).map(([id, settings]) => [id, visibleCustomization(settings, claims)]),
        ),
      },
    });
  };

  return {
    /** The document of a page or reusable content. */
    documentJson: async (
      from: VisitorRevision,
      whose: Parameters<VisitorContentService['document']>[1],
      options: PageOptions,
    ): Promise<string> => {
      const { evaluated, dereferenced, format } = options;
      const title = options['format.markdown.refs'] === undefined ? {} : titleOf(whose);
      const key = JSON.stringify([
        from.space.organization_id,
        from.revision.root,
        whose,
        from.audience,
        [evaluated, dereferenced, format, title],
      ]);
      return documents.get(key, async () => {
        if (format !== 'markdown') return JSON.stringify(await visitorContent.document(from, whose, options));
        const markdown = await visitorContent.markdown(from, whose, options);
        return JSON.stringify(
          'title' in title ? printPage({ ...title, properties: {}, document: markdown }) : markdown,
        );
      });
    },

    /** A site with its structure and customization. */
    siteJson: (visitor: Visitor, requestedKey: string | undefined): Promise<string> => {
      const { site, version } = visitor.visit;
      const shareKey = validShareKey(visitor, requestedKey);
      return sites.get(`${site.id} ${version} ${shareKey ?? ''}`, () =>
        presentVisibleSite(visitor, shareKey),
      );
    },
  };
};
