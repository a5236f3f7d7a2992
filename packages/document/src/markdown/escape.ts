import { emojiCode } from './emoji.ts';
import { interruptingHtml, startsHtml } from './raw-html.ts';
import { exportLine, importLine, isComponent } from './statement-lines.ts';

const punctuation = /[!-/:-@[-`{-~]/;
const wordCharacter = /[\p{L}\p{N}]/u;

/** The id of a heading in the notation of other systems, which is read in files. */
const headingId = /^\{(?::?|\/\*) *#[^\s{}]+ *(?:\*\/)?\}[ \t]*$/;

/** Characters of plain text that may be Markdown syntax. */
const special = /[\\`*_~[\]<&{$:!@.]/g;

/** The neighbours of a text in its line. */
interface Place {
  readonly isInLink: boolean;
  /** The character before it; an asterisk represents any marker. */
  readonly before?: string;
  /** Whether unknown characters follow it. */
  readonly isFollowed?: boolean;
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && wordCharacter.test(character);

/** Whether the last character of a text must be escaped because of the following one. */
const isBeforeUnknown = (text: string, at: number, { isFollowed = false }: Place): boolean =>
  at + 1 >= text.length && isFollowed;

/** Whether each character needs a backslash, depending on its neighbours. Unknown neighbours count as the worst case. */
const needs: Readonly<Record<string, (text: string, at: number, place: Place) => boolean>> = {
  '\\': (text, at) => at + 1 >= text.length || punctuation.test(text[at + 1]!) || text[at + 1] === '\n',
  '`': () => true,
  // Between spaces it is not a delimiter.
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
  '{': (text, at, place) =>
    isBeforeUnknown(text, at, place) ||
    text[at + 1] === '%' ||
    (text.length - at < 200 && headingId.test(text.slice(at))),
  '!': isBeforeUnknown,
  ':': (text, at, { before = '' }) => {
    // After a footnote reference it would start a definition.
    if (at === 0 && before === ']') return true;
    if (/^:\/\//.test(text.slice(at, at + 3)) && /https?$/i.test(text.slice(Math.max(0, at - 5), at)))
      return true;
    const name = /^:([a-z0-9_+-]{1,41}):/.exec(text.slice(at, at + 43))?.[1];
    return name !== undefined && emojiCode(name) !== undefined;
  },
  '@': (text, at, { before = '' }) => /[\w.+-]/.test(text[at - 1] ?? before),
  '.': (text, at) => /www$/i.test(text.slice(Math.max(0, at - 3), at)),
};

/** Escapes plain text inside a line. Starts of lines are escaped by `guardLines`. */
export const escapeMarkdown = (text: string, place: Place): string =>
  text.replace(special, (character, at: number) =>
    needs[character]!(text, at, place) ? `\\${character}` : character,
  );

function isBeside(text: string, at: number, place: Place, character: string): boolean {
  const { before = '' } = place;
  const previous = text[at - 1] ?? before;
  const isPrevious = previous === character || (at === 0 && before === '*');
  return isPrevious || text[at + 1] === character || isBeforeUnknown(text, at, place);
}

/** Starts of lines that would start another block; the backslash goes before the last group. */
const beginnings: readonly RegExp[] = [
  /^()(#{1,6}(?:[ \t]|$))/,
  /^()(>)/,
  /^()([-+](?:[ \t]|$))/,
  /^(\d{1,9})([.)](?:[ \t]|$))/,
  /^()(=+[ \t]*$)/,
  /^()([-:|][-:| \t]*$)/,
  // Notations of other systems, which are read in files.
  /^()(:{3}|!!! ?[A-Za-z"]|\?{3}\+? ?[A-Za-z"]|===[!+]* +["']|\{\{[<%]|\{\/\*)/,
];

/** A line of tags only, which would be a block. */
const onlyTags = /^(?:\{%(?:(?!\{%).)*?%\}[ \t]*)+$/;

/** Escapes the start of a line of a paragraph. */
function guardLine(line: string, isFirst: boolean): string {
  for (const pattern of beginnings) if (pattern.test(line)) return line.replace(pattern, '$1\\$2');
  const isHtml = line[0] === '<' && (isFirst ? startsHtml(line) : interruptingHtml.test(line));
  // A space as a character reference is text, which makes a tag inline.
  return isHtml || onlyTags.test(line) ? `&#x20;${line}` : line;
}

/** Escapes the lines of a paragraph, so that it stays one. */
export const guardLines = (text: string): string => {
  const lines = text.split('\n');
  const [first = ''] = lines;
  // A space as a character reference is none of a statement.
  if (importLine.test(first) || exportLine.test(first)) lines[0] = first.replace(' ', '&#x20;');
  else if (isComponent(lines)) lines[0] = `&#x20;${first}`;
  return lines.map((line, at) => guardLine(line, at === 0)).join('\n');
};

/** Whether parentheses are balanced, as required in an address without brackets. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: not allowed in an address without brackets.
  const isPlain = url !== '' && !/[\x00-\x20\x7f<>]/.test(url) && isBalanced(url);
  if (isPlain) return references(url.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\'));
  return `<${references(url.replace(/\\(?=[!-/:-@[-`{-~]|$)|[<>]/g, '\\$&'))}>`;
}

/** The title of a link, with its quotes. */
export const printTitle = (title: string): string =>
  `"${references(title.replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, '\\$&'))}"`;

/** Prints inline code with enough backticks, and spaces if it starts or ends with one. */
export function printCode(value: string): string {
  const runs = new Set((value.match(/`+/g) ?? []).map((run) => run.length));
  let size = 1;
  while (runs.has(size)) size++;
  const ticks = '`'.repeat(size);
  const isPadded = /^`|`$/.test(value) || (/^ .* $/.test(value) && value.trim() !== '');
  return isPadded ? `${ticks} ${value} ${ticks}` : ticks + value + ticks;
}
