import type { Mark } from '@lectern/document';
import { fillOf, styleOf } from './pasted-styles.ts';

const NAMED: Readonly<Record<string, string>> = {
  red: '#ff0000',
  maroon: '#800000',
  orange: '#ffa500',
  yellow: '#ffff00',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  aqua: '#00ffff',
  teal: '#008080',
  blue: '#0000ff',
  navy: '#000080',
  purple: '#800080',
  fuchsia: '#ff00ff',
};

/** The colors of documents, with the hue in degrees at which each ends. */
const HUES = [
  ['red', 15],
  ['orange', 45],
  ['yellow', 70],
  ['green', 165],
  ['blue', 255],
  ['purple', 345],
  ['red', 360],
] as const;

// Grays, and what is nearly black or white, are the color of paper and ink.
const MIN_CHROMA = 0.2;

const channelsOf = (color: string): readonly number[] | undefined => {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(NAMED[color] ?? color)?.[1];
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!;
    return digits.map((digit) => Number.parseInt(digit, 16) / 255);
  }
  const channels = /^rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)/.exec(color);
  return channels?.slice(1, 4).map((channel) => Number(channel) / 255);
};

/** The color of documents that is closest to one of a style sheet; undefined for black, white and grays. */
export const closestColor = (color: string): string | undefined => {
  const channels = channelsOf(color.trim().toLowerCase());
  if (!channels) return undefined;
  const [red, green, blue] = channels as [number, number, number];
  const most = Math.max(red, green, blue);
  const chroma = most - Math.min(red, green, blue);
  if (chroma < MIN_CHROMA) return undefined;
  const turn =
    most === red
      ? ((green - blue) / chroma + 6) % 6
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return HUES.find(([, end]) => turn * 60 <= end)![0];
};

const WORD_PROCESSOR =
  /urn:schemas-microsoft-com:office|class="?Mso|docs-internal-guid|content="(?:Libre|Open)Office/i;

/** Whether colors were chosen by the author: a web page has those of its design. */
export const hasChosenColors = (html: string): boolean => WORD_PROCESSOR.test(html);

/** The attribute of a body whose colors were chosen by the author. */
export const CHOSEN_COLORS = 'data-chosen-colors';

/** The mark of an element whose words are colored or highlighted, over the one around it. Headings and links have colors of their own. */
export const colorMark = (element: Element, around: Mark | undefined): Mark | undefined => {
  const isChosen = element.ownerDocument.body.hasAttribute(CHOSEN_COLORS);
  if (!isChosen || !element.matches('span, font, mark')) return around;
  const isDesigned = element.closest('h1, h2, h3, h4, h5, h6, a, .MsoTitle') !== null;
  const own = styleOf(element, 'color') || (element.getAttribute('color') ?? '');
  const before = (around?.data ?? {}) as { readonly text?: string; readonly background?: string };
  const text = (isDesigned ? undefined : closestColor(own)) ?? before.text ?? 'default';
  const background = closestColor(fillOf(element)) ?? before.background ?? 'default';
  return text === 'default' && background === 'default'
    ? undefined
    : { object: 'mark', type: 'color', data: { text, background } };
};
