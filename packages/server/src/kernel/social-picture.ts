import { fontFilesFor } from './fonts.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { createPromiseCache } from './promise-cache.ts';

/** The texts and the color of a picture that other sites show with a link. */
export interface SocialPicture {
  readonly site: string;
  readonly title: string;
  readonly description: string;
  /** As `#rgb` or `#rrggbb`. */
  readonly color: string;
}

interface TextStyle {
  readonly isBold: boolean;
  readonly size: number;
  readonly color: string;
  readonly maxHeight: number;
}

/** The media type of the pictures. */
export const SOCIAL_PICTURE_TYPE = 'image/png';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const BAR = 24;
const TITLE_TOP = 200;
const SITE_STYLE: TextStyle = { isBold: true, size: 34, color: '#4b5563', maxHeight: 48 };
const TITLE_SIZES = [76, 60, 46];
const TITLE_STYLE = { isBold: true, color: '#111827', maxHeight: 230 };
const DESCRIPTION_STYLE: TextStyle = { isBold: false, size: 32, color: '#4b5563', maxHeight: 130 };
const GAP = 32;
const MAX_LENGTH = 300;
// How much of a text that is too high is tried next.
const SHORTER = 0.8;
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text on one line without control characters, and short enough to be laid out. */
const plainText = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_LENGTH)
    .join('');

/** Draws pictures of 1200 × 630 pixels with sharp, one at a time. */
export const createSocialPictures = () => {
  const known = new Set<string>();
  const oneAtATime = createKeyedMutex();
  const cache = createPromiseCache<Buffer>({ maxSize: MAX_CACHE_BYTES, sizeOf: ({ length }) => length });

  // Loaded on first use: a large native library with its own threads.
  const load = async () => (await import('sharp')).default;

  const layOut = async (text: string, { isBold, size, color }: Omit<TextStyle, 'maxHeight'>) => {
    const sharp = await load();
    const [regular, , , , bold] = fontFilesFor('');
    return sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `Inter ${isBold ? 'Bold ' : ''}${size}`,
        fontfile: isBold ? bold! : regular!,
        width: WIDTH - 2 * MARGIN,
        dpi: 72,
        rgba: true,
        wrap: 'word-char',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  };

  /** Makes the fonts of other scripts known, from which characters are taken that the main one lacks. */
  const addFonts = async (text: string): Promise<void> => {
    const sharp = await load();
    for (const fontfile of fontFilesFor(text))
      if (!known.has(fontfile)) {
        await sharp({ text: { text: '.', fontfile } })
          .raw()
          .toBuffer();
        known.add(fontfile);
      }
  };

  /** Lays out as much of a text as fits into its height; undefined for one without visible characters. */
  const fitted = async (text: string, style: TextStyle) => {
    for (
      let shown = [...text];
      shown.length > 0;
      shown = shown.slice(0, Math.floor(shown.length * SHORTER))
    ) {
      const isWhole = shown.length === [...text].length;
      const laidOut = await layOut(shown.join('').trimEnd() + (isWhole ? '' : '…'), style).catch(
        () => undefined,
      );
      if (!laidOut || laidOut.info.height <= style.maxHeight) return laidOut;
    }
    return undefined;
  };

  const titleOf = async (title: string) => {
    for (const size of TITLE_SIZES) {
      const laidOut = await layOut(title, { ...TITLE_STYLE, size }).catch(() => undefined);
      if (!laidOut || laidOut.info.height <= TITLE_STYLE.maxHeight) return laidOut;
    }
    return fitted(title, { ...TITLE_STYLE, size: TITLE_SIZES.at(-1)! });
  };

  const drawNow = async ({ site, title, description, color }: SocialPicture): Promise<Buffer> => {
    const sharp = await load();
    const texts = { site: plainText(site), title: plainText(title), description: plainText(description) };
    await addFonts(Object.values(texts).join(' '));
    const name = await fitted(texts.site, SITE_STYLE);
    const heading = await titleOf(texts.title);
    const words = await fitted(texts.description, DESCRIPTION_STYLE);
    const layers = [
      ...(name ? [{ ...name, top: MARGIN }] : []),
      ...(heading ? [{ ...heading, top: TITLE_TOP }] : []),
      ...(words ? [{ ...words, top: TITLE_TOP + (heading ? heading.info.height + GAP : 0) }] : []),
    ];
    const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
      <rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
      <rect y="${HEIGHT - BAR}" width="${WIDTH}" height="${BAR}" fill="${color}"/></svg>`;
    return sharp(Buffer.from(background))
      .composite(layers.map(({ data, top }) => ({ input: data, left: MARGIN, top })))
      .png({ palette: true })
      .toBuffer();
  };

  return {
    /** The picture as a PNG, from the cache or drawn. */
    draw: (picture: SocialPicture): Promise<Buffer> =>
      cache.get(JSON.stringify(picture), () => oneAtATime('draw', () => drawNow(picture))),
  };
};
