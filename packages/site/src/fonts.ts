import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ServedFace } from './customization/fonts.ts';

/** The npm packages of the self-hosted fonts, by their names in the settings. */
const PACKAGES: Readonly<Record<string, string>> = {
  Inter: '@fontsource-variable/inter',
  Roboto: '@fontsource-variable/roboto',
  RobotoSlab: '@fontsource-variable/roboto-slab',
  OpenSans: '@fontsource-variable/open-sans',
  SourceSansPro: '@fontsource-variable/source-sans-3',
  Lato: '@fontsource/lato',
  Raleway: '@fontsource-variable/raleway',
  Merriweather: '@fontsource-variable/merriweather',
  Overpass: '@fontsource-variable/overpass',
  NotoSans: '@fontsource-variable/noto-sans',
  IBMPlexSerif: '@fontsource/ibm-plex-serif',
  Poppins: '@fontsource/poppins',
  FiraCode: '@fontsource-variable/fira-code',
  IBMPlexMono: '@fontsource/ibm-plex-mono',
  JetBrainsMono: '@fontsource-variable/jetbrains-mono',
  SourceCodePro: '@fontsource-variable/source-code-pro',
  RobotoMono: '@fontsource-variable/roboto-mono',
  SpaceMono: '@fontsource/space-mono',
  DMMono: '@fontsource/dm-mono',
  Inconsolata: '@fontsource-variable/inconsolata',
};

/** A font file, which covers a range of characters and weights. */
export interface FontFile extends ServedFace {
  readonly content: Buffer;
  /** Whether pages preload it: the regular Latin file. */
  readonly isPreloaded: boolean;
}

/** The metadata file of a font package. */
interface Metadata {
  readonly id: string;
  readonly family: string;
  readonly weights: readonly number[];
  readonly styles: readonly ('normal' | 'italic')[];
  readonly variable?: { readonly wght: { readonly min: string; readonly max: string } } | false;
}

// The weights that the theme uses, for fonts with one file per weight.
const WEIGHTS = [400, 600, 700];

/** The files of a font with their weights. */
const partsOf = ({ variable, weights, styles }: Metadata) =>
  styles.flatMap((style) =>
    variable
      ? [{ style, part: 'wght', weight: `${variable.wght.min} ${variable.wght.max}` }]
      : WEIGHTS.filter((weight) => weights.includes(weight) && (style === 'normal' || weight === 400)).map(
          (weight) => ({ style, part: String(weight), weight: String(weight) }),
        ),
  );

/** Reads the files of a font, uncached; empty if the font is not self-hosted. */
export function readFont(name: string): readonly FontFile[] {
  if (!Object.hasOwn(PACKAGES, name)) return [];
  const { resolve: resolveOwn } = createRequire(import.meta.url);
  const { resolve } = createRequire(resolveOwn('@lectern/site/site.js'));
  const read = (file: string): Buffer => readFileSync(resolve(`${PACKAGES[name]}/${file}`));
  const metadata = JSON.parse(read('metadata.json').toString()) as Metadata;
  const ranges = JSON.parse(read('unicode.json').toString()) as Readonly<Record<string, string>>;
  return partsOf(metadata).flatMap(({ style, part, weight }) =>
    Object.entries(ranges).map(([subset, range]) => {
      const file = `${metadata.id}-${subset}-${part}-${style}`;
      const content = read(`files/${file}.woff2`);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
      return {
        name: `${file}.${hash}.woff2`,
        family: metadata.family,
        style,
        weight,
        range,
        content,
        isPreloaded: subset === 'latin' && style === 'normal' && (part === 'wght' || part === '400'),
      };
    }),
  );
}
