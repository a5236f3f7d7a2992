import { isAbsolute, safeUrl } from '../html/url.ts';
import type { Font } from './settings.ts';

const sans =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
const serif = 'ui-serif, "Iowan Old Style", Charter, Georgia, "Noto Serif", serif';
const mono = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** The font stacks by their names in the settings; fonts that are not self-hosted must be installed on the device. */
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

/** A CSS string. */
const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would end the string.
  `"${text.replace(/[\u0000-\u001f\\"<>]/g, '')}"`;

/** The value of `font-family` for a font. */
export function stackOf(font: Font, isMono = false): string {
  const fallback = isMono ? mono : sans;
  if (typeof font === 'string') return Object.hasOwn(stacks, font) ? stacks[font]! : fallback;
  return `${quoted(font.fontFamily)}, ${fallback}`;
}

/** A self-hosted font file, in the same folder as the style sheet. */
export interface ServedFace {
  readonly name: string;
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** One weight, or a range of two. */
  readonly weight: string;
  /** The value of `unicode-range`. */
  readonly range: string;
}

/** Returns the files of a font by its name in the settings. */
export type ServedFonts = (name: string) => readonly ServedFace[];

const servedFace = ({ name, family, style, weight, range }: ServedFace): string =>
  `@font-face{font-family:${quoted(family)};font-style:${style};font-weight:${weight};font-display:swap;src:url(${quoted(name)}) format("woff2");unicode-range:${range}}`;

const formats = new Set(['woff', 'woff2']);

/** The `@font-face` rules of a self-hosted or uploaded font. */
export function facesOf(font: Font, served: ServedFonts): string {
  if (typeof font === 'string') return served(font).map(servedFace).join('\n');
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
