/** Typst code. Created only here, so that user input cannot become code. */
export class Code {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Content; empty values are omitted. */
export type Child = Code | string | false | null | undefined | readonly Child[];

/** A value of an argument. */
export type Value = Code | string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

// Control characters and noncharacters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removed on purpose.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** Removes characters that a PDF cannot contain. */
export const readable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(CONTROLS, '');

/** A string literal, in which only these three characters are special. */
export const literal = (text: string): string =>
  `"${readable(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** An empty box, at which a line can break. */
const BREAK = new Code('z');
/** Long words, which need break points. Scripts with joined letters are excluded. */
const LONG_WORD = /[!-~]{15,}/g;
/** Break points of a long word: after punctuation and before a capital. */
const BREAK_POINTS = /(?<=[/_.\-:,;=&?#)}\]])(?![/_.\-:,;=&?#)}\]])|(?<=[a-z])(?=[A-Z])/;
const PIECE = /.{1,24}/g;

const piecesOf = (word: string): string[] =>
  word.split(BREAK_POINTS).flatMap((piece) => piece.match(PIECE) ?? []);

const wordPieces = (word: string): Child =>
  piecesOf(word).map((piece, at) => [at > 0 && BREAK, new Code(literal(piece))]);

/** The length of the longest part of a text without a break point. */
export const longestPiece = (text: string): number =>
  text
    .replaceAll(LONG_WORD, (word) => piecesOf(word).join(' '))
    .split(/\s+/)
    .reduce((longest, piece) => Math.max(longest, piece.length), 0);

/** One line of text with break points in long words. */
function oneLine(text: string): Child {
  const out: Child[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    if (index > done) out.push(new Code(literal(text.slice(done, index))));
    out.push(wordPieces(word));
    done = index + word.length;
  }
  if (done < text.length) out.push(new Code(literal(text.slice(done))));
  return out;
}

/** Text with its line breaks. */
export const words = (text: string): Child =>
  readable(text)
    .split('\n')
    .map((line, at) => [at > 0 && new Code('linebreak()'), oneLine(line)]);

const flat = (child: Child, out: Code[]): Code[] => {
  if (child instanceof Code) out.push(child);
  else if (typeof child === 'string') flat(words(child), out);
  else if (Array.isArray(child)) for (const one of child as readonly Child[]) flat(one, out);
  return out;
};

/** Empty content. */
export const nothing = new Code('[]');

/** Concatenates content. */
export function join(...children: readonly Child[]): Code {
  const parts = flat(children, []).filter(({ source }) => source !== '[]');
  if (parts.length === 0) return nothing;
  // The empty first part makes the result content, even if all others are strings.
  return new Code(`{[];${parts.map(({ source }) => source).join(';')}}`);
}

/** Whether content is empty. */
export const isEmpty = (code: Code): boolean => code.source === '[]';

function argument(value: Value): string {
  if (value instanceof Code) return value.source;
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '0';
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return `(${(value as readonly Value[]).map((one) => `${argument(one)},`).join('')})`;
  const named = Object.entries(value).map(([name, one]) => `${name}:${argument(one)},`);
  return named.length === 0 ? '(:)' : `(${named.join('')})`;
}

/** A call of a function of the theme or of Typst, with named arguments and positional content. */
export const call = (
  name: string,
  named: Readonly<Record<string, Value>>,
  ...children: readonly Child[]
): Code =>
  new Code(
    `${name}(${[
      ...Object.entries(named).map(([key, value]) => `${key}:${argument(value)}`),
      ...children.map((child) => (child instanceof Code ? child : join(child)).source),
    ].join(',')})`,
  );

/** A length in points. */
export const points = (amount: number): Code => new Code(`${Math.max(0, Math.round(amount * 100) / 100)}pt`);

/** A Typst identifier, such as `right`. */
export const name = (known: string): Code => new Code(known);
