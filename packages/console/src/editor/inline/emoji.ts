import { gemoji } from 'gemoji';
import { best } from './link-targets.ts';

/** An emoji with its short name. */
export interface EmojiChoice {
  readonly emoji: string;
  readonly name: string;
  /** The code points in hexadecimal, as documents have them. */
  readonly code: string;
}

const codeOf = (emoji: string): string =>
  [...emoji]
    .map((character) => character.codePointAt(0)!.toString(16))
    .filter((point) => point !== 'fe0f')
    .join('-');

const all = gemoji.map(({ emoji, names, tags, description }) => ({
  emoji,
  name: names[0]!,
  code: codeOf(emoji),
  words: [...names, ...tags, description].join(' ').replaceAll('_', ' '),
}));

/** The emoji that match a query by name, tag or description. */
export const findEmoji = (query: string, limit = 8): readonly EmojiChoice[] => {
  const wanted = query.replaceAll('_', ' ');
  const byName = best(all, wanted, ({ name }) => name.replaceAll('_', ' '), limit);
  return byName.length === limit
    ? byName
    : [
        ...byName,
        ...best(
          all.filter((each) => !byName.includes(each)),
          wanted,
          ({ words }) => words,
          limit - byName.length,
        ),
      ];
};
