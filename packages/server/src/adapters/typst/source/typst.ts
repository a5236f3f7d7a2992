/** Typst code whose value is content. Made only here, so that nothing a person wrote can become code. */
export class Code {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What may stand where content is expected; nothing is left out. */
export type Child = Code | string | false | null | undefined | readonly Child[];

/** A value of an argument. */
export type Value = Code | string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

// Half characters are no text, and PDFs have no use for characters that control terminals.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** A text as the PDF can say it. */
export const readable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(CONTROLS, '');

/** A string literal: between its quotes nothing but these three characters means anything to Typst. */
export const literal = (text: string): string =>
  `"${readable(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** A word for its parts: nothing, so that a line can break there. */
const BREAK = new Code('z');
/** Words that need places to break. Scripts whose letters join are left alone. */
const LONG_WORD = /[!-~]{15,}/g;
/** After these, and before a capital, a long word may break; in the end it may break anywhere. */
const PLACES = /(?<=[/_.\-:,;=&?#)}\]])(?![/_.\-:,;=&?#)}\]])|(?<=[a-z])(?=[A-Z])/;
const MOST_OF_A_PIECE = /.{1,24}/g;

const piecesOf = (word: string): string[] =>
  word.split(PLACES).flatMap((piece) => piece.match(MOST_OF_A_PIECE) ?? []);

const wordPieces = (word: string): Child =>
  piecesOf(word).map((piece, at) => [at > 0 && BREAK, new Code(literal(piece))]);

/** How many letters stand together whatever happens: the longest piece of a text without a place to break. */
export const longestPiece = (text: string): number =>
  text
    .replaceAll(LONG_WORD, (word) => piecesOf(word).join(' '))
    .split(/\s+/)
    .reduce((longest, piece) => Math.max(longest, piece.length), 0);

/** One line of text, with places to break in words that no line could hold. */
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

/** Text, with its line breaks. */
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

/** No content. */
export const nothing = new Code('[]');

/** One thing after the other. */
export function join(...children: readonly Child[]): Code {
  const parts = flat(children, []).filter(({ source }) => source !== '[]');
  if (parts.length === 0) return nothing;
  // The first makes all of it content, also where the others are texts.
  return new Code(`{[];${parts.map(({ source }) => source).join(';')}}`);
}

/** Whether there is nothing in it. */
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

/** A call of a function that the theme or Typst defines: with values by name, and with content or code in order. */
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

/** A number of points. */
export const points = (amount: number): Code => new Code(`${Math.max(0, Math.round(amount * 100) / 100)}pt`);

/** A name that Typst knows, such as `right`. */
export const name = (known: string): Code => new Code(known);
