/** What stands right before and behind something. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** How something that is somebody's is found in a text, and what it is replaced by. */
export interface Rule {
  readonly mask: string;
  /** What is masked is its group `value`, or all of it; what stands before is its group `before`. */
  readonly pattern: RegExp;
  /** How much of it is masked, or whether it is; all where there is nothing to check. */
  readonly check?: (found: string, around: Around) => number | boolean;
}

// What somebody gives as a password or a token, with what is at its end of the sentence left out.
// A mask is none of it.
const SIGN = String.raw`(?!\[(?:secret|email|phone|card|iban|ssn)\])[^\s"'“”„«»<>、。「」『』\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
// In quotes it ends with them, and may hold others: "it's \"so\"".
const within = (quote: string) =>
  String.raw`(?<=(?<!\\)${quote})(?!\s)(?:\\[^\n]|[^${quote}\\\n]){1,200}(?=${quote})`;
const QUOTED = String.raw`(?<=\\["'])(?!\s)[^"'\\\n]{1,200}(?=\\)|${['"', "'", '`'].map(within).join('|')}|(?<=[“„«「『])[^”“»」』\n[\]]{1,200}(?=[”“»」』])`;
const VALUE = String.raw`(?:${QUOTED}|(?:${SIGN})*(?![.,;:?)\]}${'`'}…])${SIGN})`;

/** What follows something that says what it is. */
export const named = (before: string): RegExp =>
  new RegExp(`(?<before>${before}(?:\\\\?["'\`]|[“„«「『])?)(?<value>${VALUE})`, 'giu');
