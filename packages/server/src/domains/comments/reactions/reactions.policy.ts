const QUALIFIED = /^\p{RGI_Emoji}$/v;
const SELECTOR = '\uFE0F';

/** An emoji in its one form: with a variation selector exactly where it is needed to be one. */
export const canonicalEmoji = (emoji: string): string => {
  const bare = emoji.replaceAll(SELECTOR, '');
  return [bare, bare + SELECTOR].find((form) => QUALIFIED.test(form)) ?? emoji;
};

/** How many different reactions to one thing somebody may have. */
export const MOST_REACTIONS = 50;
