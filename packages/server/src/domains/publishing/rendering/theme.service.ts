import { createHash } from 'node:crypto';
import {
  type Customization,
  type FontFile,
  readAssets,
  readFont,
  renderCustomizationCss,
} from '@lectern/site';
import { LRUCache } from 'lru-cache';
import type { CustomizationService } from '../../sites/index.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from './layout.ts';
import { looksFor } from './visible-customization.ts';

/** A file that pages need; its name changes with its content. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly content: string | Buffer;
}

/** The files that pages of a look need. */
export interface Looks {
  readonly theme: Asset;
  readonly script: Asset;
  /** What only pages with blocks of integrations need. */
  readonly blocks: { readonly theme: Asset; readonly script: Asset };
  readonly customization: Asset;
  readonly fonts: readonly Asset[];
  /** The name of the font that nearly every page needs. */
  readonly firstFont: string | undefined;
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16);

type Read = ReturnType<typeof readAssets>['theme'];
const styles = (name: string, { hash, content }: Read): Asset => ({
  name: `${name}.${hash}.css`,
  contentType: 'text/css; charset=utf-8',
  content,
});
const program = (name: string, { hash, content }: Read): Asset => ({
  name: `${name}.${hash}.js`,
  contentType: 'text/javascript; charset=utf-8',
  content,
});

const KEPT_SETTINGS = 500;

/** How sites look: their settings, style sheets and the script. */
export const createLooksService = ({
  customization: settings,
}: {
  customization: Pick<CustomizationService, 'findAll'>;
}) => {
  const everything = new LRUCache<string, ReturnType<CustomizationService['findAll']>>({
    max: KEPT_SETTINGS,
  });

  // Read when the first page is asked for: commands and descriptions of the API need none of it.
  let own: Pick<Looks, 'theme' | 'script' | 'blocks'> | undefined;
  const assets = () => {
    if (own) return own;
    const { theme, script, blocks } = readAssets();
    own = {
      theme: styles('theme', theme),
      script: program('site', script),
      blocks: { theme: styles('blocks', blocks.theme), script: program('frames', blocks.script) },
    };
    return own;
  };
  // All fonts of the list together are a few megabytes: those that some site uses are kept.
  const fonts = new Map<string, readonly FontFile[]>();
  const fontNamed = (name: string): readonly FontFile[] => {
    const files = fonts.get(name) ?? readFont(name);
    fonts.set(name, files);
    return files;
  };
  const filesOf = (font: Customization['styling']['font']) =>
    typeof font === 'string' ? fontNamed(font) : [];

  const made = new LRUCache<string, Omit<Looks, 'theme' | 'script' | 'blocks'>>({ max: KEPT_SETTINGS });
  const customized = (customization: Customization): Omit<Looks, 'theme' | 'script' | 'blocks'> => {
    const { styling, header } = customization;
    // Links are not in the style sheet, and differ from visitor to visitor.
    const name = JSON.stringify([styling, { ...header, links: [] }]);
    const known = made.get(name);
    if (known) return known;
    const content = renderCustomizationCss({ styling, header }, fontNamed);
    const { font, monospaceFont } = styling;
    const looks = {
      customization: {
        name: `custom.${hashOf(content)}.css`,
        contentType: 'text/css; charset=utf-8',
        content,
      },
      fonts: [...filesOf(font), ...filesOf(monospaceFont)].map((file) => ({
        name: file.name,
        contentType: 'font/woff2',
        content: file.content,
      })),
      firstFont: filesOf(font).find(({ isFirst }) => isFirst)?.name,
    };
    made.set(name, looks);
    return looks;
  };
  return {
    /** How a variant looks to a visitor. */
    of: async ({ site, version, claims }: Visit, variant: Variant): Promise<Customization> => {
      const known =
        everything.get(version) ?? settings.findAll({ organization_id: site.organization, id: site.id });
      everything.set(version, known);
      known.catch(() => everything.delete(version));
      const all = await known;
      return looksFor((all.siteSpaces[variant.id] ?? all.site) as Customization, claims);
    },

    assetsFor: (customization: Customization): Looks => ({ ...assets(), ...customized(customization) }),
  };
};

/** How sites look. */
export type LooksService = ReturnType<typeof createLooksService>;
