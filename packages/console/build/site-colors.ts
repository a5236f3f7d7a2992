import type { Plugin } from 'vite';
import { renderCustomizationCss } from '../../site/src/customization/css.ts';
import { defaultCustomization } from '../../site/src/customization/settings.ts';

const COLORS = 'virtual:site-colors.css';

/** Gives the console the colors and fonts of a site that was not customized. */
export const siteColors = (): Plugin => ({
  name: 'site-colors',
  enforce: 'pre',
  resolveId: (id) => (id === COLORS ? `\0${COLORS}` : undefined),
  load: (id) => (id === `\0${COLORS}` ? renderCustomizationCss(defaultCustomization) : undefined),
});
