import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gemoji } from 'gemoji';
import type { Plugin } from 'vite';

const ICON_NAMES = 'virtual:icon-names';
const EMOJI_NAMES = '\0emoji-names';

const require = createRequire(import.meta.url);

/** A module whose default export is a text. */
const textModule = (text: string): string => `export default ${JSON.stringify(text)};`;

interface Icon {
  readonly search: { readonly terms: readonly string[] };
  readonly svgs: { readonly classic?: object };
}

/** A line for each free icon of Font Awesome: its name, and words that find it. */
const iconNames = (): string => {
  const file = require.resolve('@fortawesome/fontawesome-free/metadata/icon-families.json');
  const icons = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Icon>);
  return icons
    .filter(([, { svgs }]) => svgs.classic !== undefined)
    .map(([name, { search }]) => [name, ...search.terms].join(' ').toLowerCase())
    .join('\n');
};

const codesOf = (emoji: string): readonly number[] =>
  Array.from(emoji, (character) => character.codePointAt(0)!);

/** The part of `gemoji` that Markdown needs: the emoji and their names. Codes are written as differences because those compress better. */
const emojiNames = (): string => {
  const sorted = gemoji.toSorted((a, b) => a.emoji.codePointAt(0)! - b.emoji.codePointAt(0)!);
  const codes = sorted.map(({ emoji }, at) => {
    const [first, ...rest] = codesOf(emoji);
    const before = sorted[at - 1]?.emoji.codePointAt(0) ?? 0;
    return [first! - before, ...rest].map((code) => code.toString(36)).join('-');
  });
  return `const names = ${JSON.stringify(sorted.map((one) => one.names.join(' ')).join('\n'))}.split('\\n');
  let first = 0;
  export const gemoji = ${JSON.stringify(codes.join(' '))}.split(' ').map((codes, at) => {
    const [step, ...rest] = codes.split('-').map((code) => Number.parseInt(code, 36));
    first += step;
    return { emoji: String.fromCodePoint(first, ...rest), names: names[at].split(' ') };
  });`;
};

/** Makes modules of the data of packages that are larger than what the console needs of them. */
export const contentData = (): Plugin => ({
  name: 'content-data',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (id === ICON_NAMES) return `\0${ICON_NAMES}`;
    // The console itself finds emoji by their descriptions, too.
    return id === 'gemoji' && importer?.includes('/packages/document/') ? EMOJI_NAMES : undefined;
  },
  load: (id) => {
    if (id === `\0${ICON_NAMES}`) return textModule(iconNames());
    return id === EMOJI_NAMES ? emojiNames() : undefined;
  },
});
