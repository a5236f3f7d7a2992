import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ServedFace } from './customization/fonts.ts';

/** The packages of the fonts that sites serve themselves, by their names in settings. */
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

/** A file of a font: some characters in some weights. */
export interface FontFile extends ServedFace {
  readonly content: Buffer;
  /** Whether nearly every page needs it. */
  readonly isFirst: boolean;
}

/** What a package says of its font. */
interface Metadata {
  readonly id: string;
  readonly family: string;
  readonly weights: readonly number[];
  readonly styles: readonly ('normal' | 'italic')[];
  readonly variable?: { readonly wght: { readonly min: string; readonly max: string } } | false;
}

// Of a font whose weights are files of their own, those that the theme asks for.
const WEIGHTS = [400, 600, 700];

/** In which files a font is, and which weights each of them has. */
const partsOf = ({ variable, weights, styles }: Metadata) =>
  styles.flatMap((style) =>
    variable
      ? [{ style, part: 'wght', weight: `${variable.wght.min} ${variable.wght.max}` }]
      : WEIGHTS.filter((weight) => weights.includes(weight) && (style === 'normal' || weight === 400)).map(
          (weight) => ({ style, part: String(weight), weight: String(weight) }),
        ),
  );

/** Reads the files of a font of the list; none for one that is not served. Whoever needs them again keeps them. */
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
        isFirst: subset === 'latin' && style === 'normal' && (part === 'wght' || part === '400'),
      };
    }),
  );
}
