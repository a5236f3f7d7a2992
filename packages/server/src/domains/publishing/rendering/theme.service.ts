import { createHash } from 'node:crypto';
import {
  type Customization,
  createSymbols,
  type FontFile,
  type IconSet,
  readAssets,
  readFont,
  readIconSet,
  renderCustomizationCss,
  type SymbolOf,
} from '@lectern/site';
import { LRUCache } from 'lru-cache';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { CustomizationService } from '../../sites/index.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import { visibleCustomization } from './visible-customization.ts';

/** A file that pages load; its name contains a hash of its content. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly content: string | Buffer;
}

/** The assets that are the same for all sites. */
interface SharedAssets {
  readonly theme: Asset;
  readonly script: Asset;
  /** Assets that only some pages load: those with integration blocks, with operations of APIs, with diagrams, and with scripts of integrations. */
  readonly parts: {
    readonly blocks: { readonly theme: Asset; readonly script: Asset; readonly forms: Asset };
    readonly api: { readonly theme: Asset; readonly script: Asset };
    readonly diagrams: { readonly theme: Asset; readonly script: Asset };
    readonly integrations: { readonly theme: Asset; readonly script: Asset };
  };
}

/** The assets that depend on the customization of a site. */
interface CustomizedAssets {
  readonly customization: Asset;
  readonly fonts: readonly Asset[];
  /** The name of the font that nearly every page needs. */
  readonly firstFont: string | undefined;
}

/** All assets of a site. */
export type ThemeAssets = SharedAssets & CustomizedAssets;

type AssetFile = ReturnType<typeof readAssets>['theme'];

const MAX_CUSTOMIZATIONS = 500;

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16);

const styleSheet = (name: string, { hash, content }: AssetFile): Asset => ({
  name: `${name}.${hash}.css`,
  contentType: 'text/css; charset=utf-8',
  content,
});
const script = (name: string, { hash, content }: AssetFile): Asset => ({
  name: `${name}.${hash}.js`,
  contentType: 'text/javascript; charset=utf-8',
  content,
});

const readSharedAssets = (): SharedAssets => {
  const {
    theme,
    script: siteScript,
    parts: { blocks, api, diagrams, integrations },
  } = readAssets();
  return {
    theme: styleSheet('theme', theme),
    script: script('site', siteScript),
    parts: {
      blocks: {
        theme: styleSheet('blocks', blocks.theme),
        script: script('frames', blocks.script),
        forms: script('forms', blocks.forms),
      },
      api: { theme: styleSheet('api', api.theme), script: script('api', api.script) },
      diagrams: {
        theme: styleSheet('diagrams', diagrams.theme),
        script: script('diagrams', diagrams.script),
      },
      integrations: {
        theme: styleSheet('integrations', integrations.theme),
        script: script('integrations', integrations.script),
      },
    },
  };
};

/** Makes the service for the themes of sites: their customization, style sheets, fonts and the script. */
export const createThemeService = ({
  customization: settings,
}: {
  customization: Pick<CustomizationService, 'findAll'>;
}) => {
  const customizations = createPromiseCache<Awaited<ReturnType<CustomizationService['findAll']>>>({
    max: MAX_CUSTOMIZATIONS,
  });
  const customizedAssets = new LRUCache<string, CustomizedAssets>({ max: MAX_CUSTOMIZATIONS });
  // Read with the first page: commands of the CLI do not need them.
  let sharedAssets: SharedAssets | undefined;
  let icons: IconSet | undefined;
  // Only fonts that some site uses are in memory: all of them are a few megabytes.
  const fonts = new Map<string, readonly FontFile[]>();

  const fontNamed = (name: string): readonly FontFile[] => {
    const files = fonts.get(name) ?? readFont(name);
    fonts.set(name, files);
    return files;
  };
  const filesOf = (font: Customization['styling']['font']) =>
    typeof font === 'string' ? fontNamed(font) : [];

  const customizedAssetsFor = ({ styling, header }: Customization): CustomizedAssets => {
    // Without links, which differ between visitors and are not in the style sheet.
    const key = JSON.stringify([styling, { ...header, links: [] }]);
    const cached = customizedAssets.get(key);
    if (cached) return cached;
    const content = renderCustomizationCss({ styling, header }, fontNamed);
    const { font, monospaceFont } = styling;
    const assets = {
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
      firstFont: filesOf(font).find(({ isPreloaded }) => isPreloaded)?.name,
    };
    customizedAssets.set(key, assets);
    return assets;
  };

  return {
    /** The customization of a variant for a visitor. */
    customizationOf: async (
      { site, version, claims, structure }: Visit,
      variant: Variant,
    ): Promise<Customization> => {
      const all = await customizations.get(version, () =>
        settings.findAll(
          { organization_id: site.organization, id: site.id },
          structure.variants.map(({ id }) => id),
        ),
      );
      return visibleCustomization((all.siteSpaces[variant.id] ?? all.site) as Customization, claims);
    },

    /** The icons of a site by name; without a customization, those of a new site. */
    symbolsOf: (customization?: Customization): SymbolOf => {
      icons ??= readIconSet();
      return createSymbols(icons, customization?.styling.icons);
    },

    assetsFor: (customization: Customization): ThemeAssets => {
      sharedAssets ??= readSharedAssets();
      return { ...sharedAssets, ...customizedAssetsFor(customization) };
    },
  };
};

/** Themes of sites. */
export type ThemeService = ReturnType<typeof createThemeService>;
