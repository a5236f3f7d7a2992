import { emojiCode } from './emoji.ts';
import { interruptingHtml, startsHtml } from './html-blocks.ts';

const punctuation = /[!-/:-@[-`{-~]/;
const wordCharacter = /[\p{L}\p{N}]/u;

/** What Markdown could take for something else in plain text. */
const special = /[\\`*_~[\]<&{$:!@.]/g;

/** Where in a line a text stands. Without neighbours, what is around it takes part in nothing. */
interface Place {
  readonly isInLink: boolean;
  /** The character before it: that of some mark where it is an asterisk. */
  readonly before?: string;
  /** Whether something comes after it that is not known yet. */
  readonly isFollowed?: boolean;
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && wordCharacter.test(character);

/** Whether the last character of a text has to be kept from what comes after it. */
const isBeforeUnknown = (text: string, at: number, { isFollowed = false }: Place): boolean =>
  at + 1 >= text.length && isFollowed;

/** Whether each character needs a backslash, by itself and what is around it. Unknown neighbours count as the worst. */
const needs: Readonly<Record<string, (text: string, at: number, place: Place) => boolean>> = {
  '\\': (text, at) => at + 1 >= text.length || punctuation.test(text[at + 1]!) || text[at + 1] === '\n',
  '`': () => true,
  // Between spaces it neither begins nor ends anything.
  '*': (text, at) =>
    text.search(/\S/) === at || !/\s/.test(text[at - 1] ?? '') || !/\s/.test(text[at + 1] ?? ''),
  _: (text, at) => {
    let start = at;
    while (text[start - 1] === '_') start--;
    let end = at;
    while (text[end + 1] === '_') end++;
    return !isWord(text[start - 1]) || !isWord(text[end + 1]);
  },
  '~': (text, at, place) => isBeside(text, at, place, '~'),
  $: (text, at, place) => isBeside(text, at, place, '$'),
  '[': () => true,
  ']': (_text, _at, place) => place.isInLink,
  '<': (text, at, place) => isBeforeUnknown(text, at, place) || /[A-Za-z/!?]/.test(text[at + 1] ?? ''),
  '&': (text, at, place) => isBeforeUnknown(text, at, place) || /[#A-Za-z]/.test(text[at + 1] ?? ''),
  '{': (text, at, place) => isBeforeUnknown(text, at, place) || text[at + 1] === '%',
  '!': isBeforeUnknown,
  ':': (text, at, { before = '' }) => {
    // After a note it would define it.
    if (at === 0 && before === ']') return true;
    if (/^:\/\//.test(text.slice(at, at + 3)) && /https?$/i.test(text.slice(Math.max(0, at - 5), at)))
      return true;
    const name = /^:([a-z0-9_+-]{1,41}):/.exec(text.slice(at, at + 43))?.[1];
    return name !== undefined && emojiCode(name) !== undefined;
  },
  '@': (text, at, { before = '' }) => /[\w.+-]/.test(text[at - 1] ?? before),
  '.': (text, at) => /www$/i.test(text.slice(Math.max(0, at - 3), at)),
};

/** Plain text as Markdown, inside a line. Line starts are seen to when the whole line is there. */
export const escapeText = (text: string, place: Place): string =>
  text.replace(special, (character, at: number) =>
    needs[character]!(text, at, place) ? `\\${character}` : character,
  );

function isBeside(text: string, at: number, place: Place, character: string): boolean {
  const { before = '' } = place;
  const previous = text[at - 1] ?? before;
  const isPrevious = previous === character || (at === 0 && before === '*');
  return isPrevious || text[at + 1] === character || isBeforeUnknown(text, at, place);
}

/** The beginnings of lines that would make another block of a paragraph; the backslash goes before the last group. */
const beginnings: readonly RegExp[] = [
  /^()(#{1,6}(?:[ \t]|$))/,
  /^()(>)/,
  /^()([-+](?:[ \t]|$))/,
  /^(\d{1,9})([.)](?:[ \t]|$))/,
  /^()(=+[ \t]*$)/,
  /^()([-:|][-:| \t]*$)/,
];

/** Nothing but tags, which would be blocks of their own. */
const onlyTags = /^(?:\{%(?:(?!\{%).)*?%\}[ \t]*)+$/;

/** One line of a paragraph with its beginning made harmless. */
function guardLine(line: string, isFirst: boolean): string {
  for (const pattern of beginnings) if (pattern.test(line)) return line.replace(pattern, '$1\\$2');
  const isHtml = line[0] === '<' && (isFirst ? startsHtml(line) : interruptingHtml.test(line));
  // A space that is written as a reference is text, and text before it makes a tag part of the line.
  return isHtml || onlyTags.test(line) ? `&#x20;${line}` : line;
}

/** Lines of a paragraph that stay one. */
export const guardLines = (text: string): string => {
  if (!text.includes('\n')) return guardLine(text, true);
  return text
    .split('\n')
    .map((line, at) => guardLine(line, at === 0))
    .join('\n');
};

/** Whether parentheses match up, as an address without brackets needs. */
function isBalanced(url: string): boolean {
  let open = 0;
  for (const character of url) {
    if (character === '(') open++;
    if (character === ')' && --open < 0) return false;
    if (open > 30) return false;
  }
  return open === 0;
}

const references = (text: string): string =>
  text
    .replace(/&(?=#|[A-Za-z])/g, '\\&')
    .replace(/[\n\r\t]/g, (space) => `&#x${space.charCodeAt(0).toString(16).toUpperCase()};`);

/** The address of a link. */
export function printDestination(url: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an address without brackets may not hold.
  const isPlain = url !== '' && !/[\x00-\x20\x7f<>]/.test(url) && isBalanced(url);
  if (isPlain) return references(url.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\'));
  return `<${references(url.replace(/\\(?=[!-/:-@[-`{-~]|$)|[<>]/g, '\\$&'))}>`;
}

/** The title of a link, with its quotes. */
export const printTitle = (title: string): string =>
  `"${references(title.replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, '\\$&'))}"`;

/** Code inside a line: enough backticks around it, and a space where its own edge would be taken for them. */
export function printCode(value: string): string {
  const runs = new Set((value.match(/`+/g) ?? []).map((run) => run.length));
  let size = 1;
  while (runs.has(size)) size++;
  const ticks = '`'.repeat(size);
  const isPadded = /^`|`$/.test(value) || (/^ .* $/.test(value) && value.trim() !== '');
  return isPadded ? `${ticks} ${value} ${ticks}` : ticks + value + ticks;
}
