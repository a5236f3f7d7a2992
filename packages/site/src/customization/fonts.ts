import { isAbsolute, safeUrl } from '../html/url.ts';
import type { Font } from './settings.ts';

const sans =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
const serif = 'ui-serif, "Iowan Old Style", Charter, Georgia, "Noto Serif", serif';
const mono = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** Fonts by their names in settings; those that the site does not serve are taken where the reader has them. */
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

/** A file beside the style sheet that has some characters of a font. */
export interface ServedFace {
  readonly name: string;
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** One weight, or the first and the last. */
  readonly weight: string;
  /** The characters, as CSS names them: only who needs one of them fetches the file. */
  readonly range: string;
}

/** The files of a font by its name in settings. */
export type ServedFonts = (name: string) => readonly ServedFace[];

const servedFace = ({ name, family, style, weight, range }: ServedFace): string =>
  `@font-face{font-family:${quoted(family)};font-style:${style};font-weight:${weight};font-display:swap;src:url(${quoted(name)}) format("woff2");unicode-range:${range}}`;

const formats = new Set(['woff', 'woff2']);

/** The rules that fetch a font: one of the list from beside the style sheet, an uploaded one from where it is. */
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
