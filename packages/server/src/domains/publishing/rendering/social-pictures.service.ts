import { createSocialPictures } from '../../../kernel/social-picture.ts';
import type { VisiblePage } from '../site/page-index.ts';
import { LECTERN_PREFIX } from '../site/page-urls.ts';
import { formatPath } from '../site/paths.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { ThemeService } from './theme.service.ts';

interface Dependencies {
  readonly sitePages: SitePagesService;
  readonly theme: ThemeService;
}

/** The second segment of the paths of social pictures. */
export const SOCIAL_PATH = 'social';

const EXTENSION = '.png';

/** Makes the service for the pictures that other sites show with a link to a page. */
export const createSocialPicturesService = ({ sitePages, theme }: Dependencies) => {
  const pictures = createSocialPictures();
  return {
    /** The URL of the picture of a page: that of the site, or a generated one. */
    urlOf: async (visit: Visit, variant: Variant, page: VisiblePage): Promise<string> =>
      (await theme.customizationOf(visit, variant)).socialPreview?.url ??
      visit.url + formatPath([LECTERN_PREFIX, SOCIAL_PATH, variant.id, page.id + EXTENSION]),

    /** The generated picture of a page; undefined if the visitor sees no such page. */
    draw: async (visit: Visit, variantId: string, name: string): Promise<Buffer | undefined> => {
      const variant = visit.structure.variants.find(({ id }) => id === variantId);
      if (!variant || !name.endsWith(EXTENSION)) return undefined;
      const page = (await sitePages.index(visit, variant)).byId.get(name.slice(0, -EXTENSION.length));
      if (page?.record.type !== 'document' || page.path === undefined) return undefined;
      const { title, styling } = await theme.customizationOf(visit, variant);
      return pictures.draw({
        site: title || visit.site.title,
        title: page.record.title,
        description: page.record.description ?? '',
        color: styling.primaryColor.light,
      });
    },
  };
};

/** Pictures that other sites show with links. */
export type SocialPicturesService = ReturnType<typeof createSocialPicturesService>;
