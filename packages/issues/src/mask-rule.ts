/** The text before and after a match. */
export interface MatchContext {
  readonly before: string;
  readonly after: string;
}

/** A rule that finds personal data or secrets, and their replacement. */
export interface MaskRule {
  readonly mask: string;
  /** Its group `value` is masked, or the whole match; its group `before` is context. */
  readonly pattern: RegExp;
  /** Whether a match is masked, or how many of its characters. */
  readonly check?: (found: string, context: MatchContext) => number | boolean;
}

/** The names in the masks, as alternatives of a pattern. */
export const MASK_NAMES = 'secret|email|phone|card|iban|ssn|ip|mac|id|name|address|birth date';

// A character of a password or token; masks are excluded.
const CHARACTER = String.raw`(?!\[(?:${MASK_NAMES})\])[^\s"'“”„«»<>、。「」『』\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
// A quoted value ends with its quote, and may contain others: "it's \"so\"".
const within = (quote: string) =>
  String.raw`(?<=(?<!\\)${quote})(?!\s)(?:\\[^\n]|[^${quote}\\\n]){1,200}(?=${quote})`;
const QUOTED = String.raw`(?<=\\["'])(?!\s)[^"'\\\n]{1,200}(?=\\)|${['"', "'", '`'].map(within).join('|')}|(?<=[“„«「『])[^”“»」』\n[\]]{1,200}(?=[”“»」』])`;
const VALUE = String.raw`(?:${QUOTED}|(?:${CHARACTER})*(?![.,;:?)\]}${'`'}…])${CHARACTER})`;

/** A pattern for the value after a name. */
export const valueAfter = (before: string): RegExp =>
  new RegExp(`(?<before>${before}(?:\\\\?["'\`]|[“„«「『])?)(?<value>${VALUE})`, 'giu');
