import { fromOklch, mix, parseColor, printColor, readable, readableOn, toOklch } from './color.ts';
import { facesOf, type ServedFonts, stackOf } from './fonts.ts';
import type { Customization, ThemedColor } from './settings.ts';

/** The background colors of the light or the dark mode. */
interface Surfaces {
  readonly page: string;
  readonly raised: string;
  readonly sunken: string;
}

/** Neutral backgrounds with a tint of the hue. */
function surfacesOf(mode: 'light' | 'dark', hue: number, chroma: number, page: string | undefined): Surfaces {
  const tone = (l: number, share: number): string => fromOklch({ l, c: chroma * share, h: hue });
  if (mode === 'light')
    return {
      page: page ?? tone(1, 0),
      raised: page ? mix('#ffffff', page, 0.6) : '#ffffff',
      sunken: page ? mix('#000000', page, 0.035) : tone(0.975, 0.35),
    };
  const lookUp = page ?? tone(0.175, 0.6);
  return { page: lookUp, raised: mix('#ffffff', lookUp, 0.045), sunken: mix('#ffffff', lookUp, 0.03) };
}

/** The colors of the light or the dark mode, by the names of their CSS variables. */
function colorsOf(
  mode: 'light' | 'dark',
  { styling, header }: Pick<Customization, 'styling' | 'header'>,
): Readonly<Record<string, string>> {
  const given = (color: ThemedColor): string => printColor(parseColor(color[mode]) ?? [0.2, 0.4, 0.85]);
  const primary = given(styling.primaryColor);
  const tint = styling.tint && given(styling.tint.color);
  const hue = toOklch(parseColor(tint ?? primary)!);
  const chroma = Math.min(hue.c, styling.theme === 'muted' || tint ? 0.03 : 0.014);
  // A tint that is almost white or black is the color of the page itself.
  const isPageColor =
    tint !== undefined &&
    styling.theme !== 'bold' &&
    hue.c < 0.04 &&
    (mode === 'light' ? hue.l > 0.93 : hue.l < 0.27);
  const ground = surfacesOf(
    mode,
    hue.h,
    chroma,
    isPageColor
      ? tint
      : styling.theme === 'muted'
        ? fromOklch({ l: mode === 'light' ? 0.982 : 0.19, c: chroma * 0.5, h: hue.h })
        : undefined,
  );
  const backgrounds = [ground.page, ground.raised, ground.sunken];
  const text = (l: number, wanted: number): string =>
    readable(fromOklch({ l, c: chroma * 0.8, h: hue.h }), backgrounds, wanted);
  const isLight = mode === 'light';
  const soft = mix(primary, ground.page, isLight ? 0.09 : 0.18);
  const colors: Record<string, string> = {
    page: ground.page,
    raised: ground.raised,
    sunken: ground.sunken,
    text: text(isLight ? 0.32 : 0.87, 7),
    strong: text(isLight ? 0.2 : 0.96, 10),
    quiet: text(isLight ? 0.53 : 0.68, 4.6),
    line: mix(isLight ? '#000000' : '#ffffff', ground.page, isLight ? 0.1 : 0.12),
    edge: mix(isLight ? '#000000' : '#ffffff', ground.page, isLight ? 0.18 : 0.22),
    primary,
    'on-primary': readableOn(primary),
    link: readable(primary, [...backgrounds, soft], 4.6),
    'primary-soft': soft,
  };
  for (const name of ['info', 'success', 'warning', 'danger'] as const) {
    const color = given(styling[`${name}Color`]);
    const fill = mix(color, ground.page, isLight ? 0.09 : 0.16);
    colors[name] = color;
    colors[`${name}-soft`] = fill;
    colors[`${name}-text`] = readable(color, [fill, ...backgrounds], 4.6);
    colors[`on-${name}`] = readableOn(color);
  }
  return { ...colors, ...headerColors(mode, header, styling, colors, ground) };
}

/** The colors of the header, which depend on the theme and the preset. */
function headerColors(
  mode: 'light' | 'dark',
  header: Customization['header'],
  styling: Customization['styling'],
  colors: Readonly<Record<string, string>>,
  ground: Surfaces,
): Readonly<Record<string, string>> {
  const custom = header.preset === 'custom' ? parseColor(header.backgroundColor?.[mode] ?? '') : undefined;
  const background =
    (custom && printColor(custom)) ??
    (header.preset === 'contrast'
      ? colors.strong!
      : header.preset === 'bold' || styling.theme === 'bold'
        ? colors.primary!
        : ground.page);
  const isPlain = background === ground.page;
  const chosenLink = header.preset === 'custom' ? header.linkColor?.[mode] : undefined;
  const base = isPlain ? colors.strong! : readableOn(background);
  const link = chosenLink && parseColor(chosenLink) ? readable(chosenLink, [background]) : base;
  // Away from the text color, so that text in the field has at least the same contrast.
  const field = mix(readableOn(background) === '#ffffff' ? '#000000' : '#ffffff', background, 0.14);
  return {
    'header-page': background,
    'header-text': base,
    'header-link': link,
    'header-quiet': isPlain
      ? readable(colors.quiet!, [field, background], 4.6)
      : readable(mix(base, background, 0.85), [field, background], 4.6),
    'header-field': isPlain ? ground.sunken : field,
    'header-line': isPlain ? colors.line! : mix(base, background, 0.2),
  };
}

const radii = { rounded: '.5rem', straight: '0', circular: '1rem' } as const;
const buttons = { rounded: '.5rem', straight: '0', circular: '99rem' } as const;

/** The style sheet with the CSS variables of a site; every text has enough contrast to its background. */
export function renderCustomizationCss(
  customization: Pick<Customization, 'styling' | 'header'>,
  served: ServedFonts = () => [],
): string {
  const { styling } = customization;
  const [light, dark] = [colorsOf('light', customization), colorsOf('dark', customization)];
  const pairs = Object.keys(light).map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`);
  const own = <Key extends string>(table: Readonly<Record<Key, string>>, key: Key): string =>
    Object.hasOwn(table, key) ? table[key] : Object.values<string>(table)[0]!;
  const isFlat = styling.depth === 'flat';
  const sizes = [
    `--radius:${own(radii, styling.corners)}`,
    `--radius-button:${own(buttons, styling.corners)}`,
    `--shadow:${isFlat ? 'none' : '0 1px 2px rgb(0 0 0/.06),0 2px 8px -2px rgb(0 0 0/.08)'}`,
    `--shadow-large:${isFlat ? 'none' : '0 12px 40px -8px rgb(0 0 0/.28)'}`,
    `--font:${stackOf(styling.font)}`,
    `--font-mono:${stackOf(styling.monospaceFont, true)}`,
  ];
  const faces = [styling.font, styling.monospaceFont]
    .map((font) => facesOf(font, served))
    .filter((face) => face !== '');
  return [...faces, `:root{${[...pairs, ...sizes].join(';')}}`, ''].join('\n');
}
