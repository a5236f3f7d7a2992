/** A colour in the space where equal steps look equal: lightness 0..1, chroma, and hue as an angle. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Rgb = readonly [number, number, number];

/** Red, green and blue of a colour written as `#rrggbb` or `#rgb`, each 0..1; nothing where it is none. */
export function parseColor(color: string): Rgb | undefined {
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(color.trim());
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(color.trim());
  const parts = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  return parts && (parts.map((part) => Number.parseInt(part, 16) / 255) as unknown as Rgb);
}

const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));

/** A colour as `#rrggbb`. */
export const printColor = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(clamp(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const curved = (part: number): number =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

/** How bright a colour is to the eye, as WCAG measures it. */
export const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map(linear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast of two colours, 1 to 21, as WCAG measures it. */
export function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((color) => luminance(parseColor(color) ?? [0, 0, 0])) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour in the space of equal steps. */
export function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(linear) as unknown as Rgb;
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

/** A colour of the space of equal steps as `#rrggbb`; where no screen can show it, less colourful. */
export function fromOklch(color: Oklch): string {
  let { c } = color;
  for (let steps = 0; steps < 40; steps++) {
    const rgb = toRgb({ ...color, c });
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005))
      return printColor(rgb.map((part) => curved(clamp(part))) as unknown as Rgb);
    c *= 0.93;
  }
  return printColor(toRgb({ ...color, c: 0 }).map((part) => curved(clamp(part))) as unknown as Rgb);
}

/** Black or white, whichever reads better on a colour. One of them always has a contrast of 4.5 or more. */
export const readableOn = (background: string): string =>
  contrast('#ffffff', background) >= 4.5 ? '#ffffff' : '#000000';

/** The nearest colour of the same hue that can be read on all of some backgrounds. */
export function readable(color: string, backgrounds: readonly string[], wanted = 4.5): string {
  const rgb = parseColor(color) ?? [0, 0, 0];
  const start = toOklch(rgb);
  const isEnough = (candidate: string): boolean =>
    backgrounds.every((background) => contrast(candidate, background) >= wanted);
  const given = printColor(rgb);
  if (isEnough(given)) return given;
  // Towards black or white, whichever reads better on all of them.
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

/** A share of one colour over another, as it is seen. */
export function mix(color: string, background: string, share: number): string {
  const [top, below] = [parseColor(color) ?? [0, 0, 0], parseColor(background) ?? [1, 1, 1]];
  return printColor(top.map((part, at) => part * share + below[at]! * (1 - share)) as unknown as Rgb);
}
