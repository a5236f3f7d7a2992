import { gemoji } from 'gemoji';
import type { Code, Construct, Effects, Extension, State } from 'micromark-util-types';
import { joinTextsBefore } from './text-runs.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    emoji: 'emoji';
  }
}

const colon = 58;
const longestName = 40;

const isNameCode = (code: Code): boolean =>
  code !== null &&
  ((code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 45 || code === 95);

/** The code points of an emoji in hexadecimal, without the variation selector. */
const codeOf = (emoji: string): string =>
  [...emoji]
    .map((character) => character.codePointAt(0)!.toString(16))
    .filter((point) => point !== 'fe0f')
    .join('-');

const codes = new Map<string, string>();
const names = new Map<string, string>();
for (const { emoji, names: all } of gemoji) {
  const code = codeOf(emoji);
  for (const name of all) codes.set(name, code);
  if (!names.has(code)) names.set(code, all[0]!);
}

/** The code of the emoji with a short name such as `dog`. */
export const emojiCode = (name: string): string | undefined => codes.get(name);

/** The short name of the emoji with a code such as `1f436`. */
export const emojiName = (code: string): string | undefined => names.get(code);

/** The characters of an emoji by code; empty for an invalid code. */
export const emojiCharacters = (code: string): string => {
  const points = code
    .split('-')
    .map((point) => (/^[0-9a-f]{1,6}$/i.test(point) ? Number.parseInt(point, 16) : -1));
  return points.every((point) => point >= 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
};

/** `:dog:`, if the name is known. */
const emoji: Construct = {
  name: 'emoji',
  resolveTo: joinTextsBefore,
  previous(code) {
    return code === null || !/[a-z0-9:]/.test(String.fromCharCode(code));
  },
  tokenize(effects: Effects, ok: State, nok: State): State {
    let name = '';
    return (code) => {
      effects.enter('emoji');
      effects.consume(code);
      return inside;
    };
    function inside(code: Code): State | undefined {
      if (code === colon && codes.has(name)) {
        effects.consume(code);
        effects.exit('emoji');
        return ok;
      }
      if (!isNameCode(code) || name.length > longestName) return nok(code);
      name += String.fromCharCode(code!);
      effects.consume(code);
      return inside;
    }
  },
};

/** The syntax of emoji by short name. */
export const emojiSyntax: Extension = { text: { [colon]: emoji } };
