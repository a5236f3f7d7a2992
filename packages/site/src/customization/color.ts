/** A color in OKLCH: lightness 0..1, chroma, and hue in radians. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Rgb = readonly [number, number, number];

const mapRgb = ([r, g, b]: Rgb, map: (part: number) => number): Rgb => [map(r), map(g), map(b)];

/** Parses `#rrggbb` or `#rgb` to red, green and blue, each 0..1; undefined for anything else. */
export function parseColor(color: string): Rgb | undefined {
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(color.trim());
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(color.trim());
  const [r, g, b] = (long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit) ?? []).map(
    (part) => Number.parseInt(part, 16) / 255,
  );
  return r === undefined || g === undefined || b === undefined ? undefined : [r, g, b];
}

const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));

/** A color as `#rrggbb`. */
export const printColor = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(clamp(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const gammaDecoded = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
const gammaEncoded = (part: number): number =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

/** The relative luminance of a color, as defined by WCAG. */
export const luminance = (rgb: Rgb): number => {
  const [r, g, b] = mapRgb(rgb, gammaDecoded);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast ratio of two colors, 1 to 21, as defined by WCAG. */
export function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((color) => luminance(parseColor(color) ?? [0, 0, 0])) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Converts a color to OKLCH. */
export function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = mapRgb(rgb, gammaDecoded);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: Math.atan2(y, x),
  };
}

function toRgb({ l, c, h }: Oklch): Rgb {
  const [x, y] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const middle = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** Converts an OKLCH color to `#rrggbb`, with less chroma if it is outside of the sRGB gamut. */
export function fromOklch(color: Oklch): string {
  let { c } = color;
  for (let steps = 0; steps < 40; steps++) {
    const rgb = toRgb({ ...color, c });
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005))
      return printColor(mapRgb(rgb, (part) => gammaEncoded(clamp(part))));
    c *= 0.93;
  }
  return printColor(mapRgb(toRgb({ ...color, c: 0 }), (part) => gammaEncoded(clamp(part))));
}

/** White if its contrast with a background is at least 4.5, else black, which then reaches it. */
export const readableOn = (background: string): string =>
  contrast('#ffffff', background) >= 4.5 ? '#ffffff' : '#000000';

/** The nearest color of the same hue with enough contrast to all backgrounds. */
export function readable(color: string, backgrounds: readonly string[], wanted = 4.5): string {
  const rgb = parseColor(color) ?? [0, 0, 0];
  const start = toOklch(rgb);
  const isEnough = (candidate: string): boolean =>
    backgrounds.every((background) => contrast(candidate, background) >= wanted);
  const given = printColor(rgb);
  if (isEnough(given)) return given;
  // Towards black or white, depending on the better contrast.
  const worst = (end: string): number =>
    Math.min(...backgrounds.map((background) => contrast(end, background)));
  const isLight = worst('#000000') > worst('#ffffff');
  for (let step = 1; step <= 50; step++) {
    const l = isLight ? start.l * (1 - step / 50) : start.l + (1 - start.l) * (step / 50);
    const candidate = fromOklch({ ...start, l });
    if (isEnough(candidate)) return candidate;
  }
  return isLight ? '#000000' : '#ffffff';
}

/** Blends a color over a background with an opacity. */
export function mix(color: string, background: string, opacity: number): string {
  const [r, g, b] = parseColor(color) ?? [0, 0, 0];
  const [backR, backG, backB] = parseColor(background) ?? [1, 1, 1];
  const blend = (top: number, bottom: number): number => top * opacity + bottom * (1 - opacity);
  return printColor([blend(r, backR), blend(g, backG), blend(b, backB)]);
}
