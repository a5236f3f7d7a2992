const QUALIFIED = /^\p{RGI_Emoji}$/v;
const SELECTOR = '\uFE0F';

const CODE_POINTS = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i;

const characterOf = (emoji: string): string => {
  const points = CODE_POINTS.test(emoji) ? emoji.split('-').map((point) => Number.parseInt(point, 16)) : [];
  const isText = points.length > 0 && points.every((point) => point <= 0x10ffff);
  return isText ? String.fromCodePoint(...points) : emoji;
};

/** The canonical form of an emoji: a character, with a variation selector only where it is required. */
export const canonicalEmoji = (emoji: string): string => {
  const bare = characterOf(emoji).replaceAll(SELECTOR, '');
  return [bare, bare + SELECTOR].find((form) => QUALIFIED.test(form)) ?? characterOf(emoji);
};
