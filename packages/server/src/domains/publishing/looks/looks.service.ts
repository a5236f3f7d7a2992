import { createHash } from 'node:crypto';
import { type Customization, readAssets, renderCustomizationCss } from '@lectern/site';

/** A file that pages need; its name changes with its content. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Style sheets and the script of sites. */
export const createLooksService = () => {
  // Read when the first page is asked for: commands and descriptions of the API need none of it.
  let own: { readonly theme: Asset; readonly script: Asset } | undefined;
  const assets = () => {
    if (own) return own;
    const { theme, script } = readAssets();
    own = {
      theme: {
        name: `theme.${theme.hash}.css`,
        contentType: 'text/css; charset=utf-8',
        content: theme.content,
      },
      script: {
        name: `site.${script.hash}.js`,
        contentType: 'text/javascript; charset=utf-8',
        content: script.content,
      },
    };
    return own;
  };
  const made = new WeakMap<Customization, Asset>();
  const customized = (customization: Customization): Asset => {
    const known = made.get(customization);
    if (known) return known;
    const content = renderCustomizationCss(customization);
    const asset = {
      name: `custom.${hashOf(content)}.css`,
      contentType: 'text/css; charset=utf-8',
      content,
    };
    made.set(customization, asset);
    return asset;
  };
  return {
    assetsFor: (customization: Customization) => ({ ...assets(), customization: customized(customization) }),
  };
};

/** Style sheets and the script of sites. */
export type LooksService = ReturnType<typeof createLooksService>;
