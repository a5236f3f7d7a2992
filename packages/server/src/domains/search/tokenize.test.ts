import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { separateWords, unspacedTextIn, wordsIn } from './tokenize.ts';

const character = fc.oneof(
  ...['日本語中文検索', 'ひらがな', 'カタカナー', '한국어검색', 'ภาษาไทยค้นหา', '𠮷𠮟'].map((some) =>
    fc.constantFrom(...some),
  ),
);
const run = fc.array(character, { minLength: 1, maxLength: 30 });

/** Whether a text has a word that begins with each word of a query. */
const finds = (query: string, text: string): boolean => {
  const words = separateWords(text).toLowerCase().split(/\s+/);
  const wanted = wordsIn(query);
  return wanted.length > 0 && wanted.every((word) => words.some((one) => one.startsWith(word)));
};

describe('tokens of scripts without spaces', () => {
  test('find every substring, including single characters', () => {
    fc.assert(
      fc.property(run, fc.nat(), fc.nat(), fc.string(), fc.string(), (all, a, b, before, after) => {
        const from = a % all.length;
        const part = all.slice(from, from + 1 + (b % (all.length - from)));
        expect(finds(part.join(''), `${before} ${all.join('')} ${after}`)).toBe(true);
        expect(unspacedTextIn(part.join(''))).toBe(part.join(''));
      }),
    );
  });

  test('do not find characters that are not adjacent', () => {
    expect(finds('京東', '東京都')).toBe(false);
    expect(finds('東都', '東京都')).toBe(false);
    expect(finds('東京', '東、京')).toBe(false);
  });

  test('are the words of other scripts, without signs', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7eäöüßéñøабвгд]*$/), (text) => {
        expect(separateWords(text).trim().toLowerCase()).toBe(wordsIn(text).join(' '));
        expect(unspacedTextIn(text)).toBeUndefined();
      }),
    );
  });

  test('find words of other scripts in between, in any width', () => {
    expect(wordsIn('LecternのAPI設定')).toEqual(['lectern', 'の', 'api', '設定']);
    expect(finds('api', 'LecternのAPIを使う')).toBe(true);
    expect(finds('カタカナ', 'ｶﾀｶﾅ')).toBe(true);
    expect(finds('ABC', 'ＡＢＣ')).toBe(true);
    expect(finds('한국', '한국어'.normalize('NFD'))).toBe(true);
  });

  test('have a length proportional to the text', () => {
    const long = '漢'.repeat(200_000);
    expect(separateWords(long).length).toBeLessThan(4 * long.length);
  });
});
