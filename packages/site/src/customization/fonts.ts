import { isAbsolute, safeUrl } from '../html/url.ts';
import type { Font } from './settings.ts';

const sans =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
const serif = 'ui-serif, "Iowan Old Style", Charter, Georgia, "Noto Serif", serif';
const mono = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** Fonts by their names in settings: taken where the reader has them, never fetched from elsewhere. */
const stacks: Readonly<Record<string, string>> = {
  ABCFavorit: `"ABC Favorit", ${sans}`,
  Inter: `Inter, "Inter Variable", ${sans}`,
  Roboto: `Roboto, ${sans}`,
  RobotoSlab: `"Roboto Slab", ${serif}`,
  OpenSans: `"Open Sans", ${sans}`,
  SourceSansPro: `"Source Sans 3", "Source Sans Pro", ${sans}`,
  Lato: `Lato, Carlito, ${sans}`,
  Ubuntu: `Ubuntu, ${sans}`,
  Raleway: `Raleway, ${sans}`,
  Merriweather: `Merriweather, ${serif}`,
  Overpass: `Overpass, ${sans}`,
  NotoSans: `"Noto Sans", ${sans}`,
  IBMPlexSerif: `"IBM Plex Serif", ${serif}`,
  Poppins: `Poppins, ${sans}`,
  FiraSans: `"Fira Sans", ${sans}`,
  FiraCode: `"Fira Code", ${mono}`,
  IBMPlexMono: `"IBM Plex Mono", ${mono}`,
  JetBrainsMono: `"JetBrains Mono", ${mono}`,
  SourceCodePro: `"Source Code Pro", ${mono}`,
  RobotoMono: `"Roboto Mono", ${mono}`,
  SpaceMono: `"Space Mono", ${mono}`,
  DMMono: `"DM Mono", ${mono}`,
  Inconsolata: `Inconsolata, ${mono}`,
};

/** A text inside of quotes in CSS. */
const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may end the quotes.
  `"${text.replace(/[\u0000-\u001f\\"<>]/g, '')}"`;

/** The fonts that a page asks for, in their order. */
export function stackOf(font: Font, isMono = false): string {
  const fallback = isMono ? mono : sans;
  if (typeof font === 'string') return Object.hasOwn(stacks, font) ? stacks[font]! : fallback;
  return `${quoted(font.fontFamily)}, ${fallback}`;
}

const formats = new Set(['woff', 'woff2']);

/** The rules that fetch an uploaded font, from the site itself. */
export function facesOf(font: Font): string {
  if (typeof font === 'string') return '';
  return font.fontFaces
    .flatMap(({ weight, sources }) => {
      const files = sources.flatMap(({ url, format }) => {
        const safe = safeUrl(url);
        if (!safe || (isAbsolute(safe) && !/^https?:/i.test(safe))) return [];
        return [`url(${quoted(safe)})${format && formats.has(format) ? ` format("${format}")` : ''}`];
      });
      const size = Number.isFinite(weight) ? Math.min(1000, Math.max(1, Math.round(weight))) : 400;
      return files.length === 0
        ? []
        : [
            `@font-face{font-family:${quoted(font.fontFamily)};font-weight:${size};font-display:swap;src:${files.join(',')}}`,
          ];
    })
    .join('\n');
}
