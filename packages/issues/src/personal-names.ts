import { FIRST_NAMES } from './first-names.ts';
import type { MaskRule } from './mask-rule.ts';
import { isOrdinary, isState } from './passwords.ts';
import { languageOf, STOP_WORDS } from './stop-words.ts';
import { alternatives } from './tokenizer.ts';

const NAME = String.raw`(?:\p{Lu}\.|\p{Lu}[\p{L}'’-]{1,30})`;
const FURTHER_NAME = String.raw`(?:\s(?:(?:van|von|de|da|del|di|der|den|la|le|al|bin)\s){0,2}${NAME})`;
const NAMES = `${NAME}${FURTHER_NAME}{0,3}`;

const FULL_NAME = `${NAME}${FURTHER_NAME}{1,3}`;
/** Whether capitalized words are a name: not "I am New Here". */
const isFullName = (found: string) => !isOrdinary(found.split(' ')[0]!);

// What else is said of a name: my name is spelt wrong.
const SAID_OF_NAMES = new Set(
  'spelt misspelt misspelled shown cut gone twice there visible longer unavailable taken duplicate backwards similar blank too mixed on at in'.split(
    ' ',
  ),
);
/** The length of a name in lower case: the words before the first stop word, if none of them is ordinary. */
const nameLength = (found: string): number => {
  const words = found.split(' ');
  const end = words.findIndex((word) => STOP_WORDS.has(word));
  const name = end === -1 ? words : words.slice(0, end);
  const isName = name.every((word) => !isOrdinary(word) && !SAID_OF_NAMES.has(word));
  return isName ? name.join(' ').length : 0;
};
// What a reader is told to do, and what people are: Read More here, Lead Writer here at Acme.
const CALLS =
  /^(?:see|read|learn|open|click|find|get|check|download|view|visit|start|try|release|more|notes?|docs?|documentation|guide|page|link|code|issue|question|help|support|team|user|admin|customer|lead|senior|junior|chief|technical|developer|engineer|manager|writer|designer|student|contact|sales|billing|department|service|success|security|marketing|finance|office|info)s?$/i;

// Products that are introduced like people: This is Google Chrome.
const PRODUCTS =
  /^(?:google|microsoft|apple|chrome|firefox|mozilla|safari|edge|visual|studio|internet|explorer|windows|android|mac|github|gitlab|slack|zoom|docker|node|react|api|beta|version|production|staging|build|deploy|test|release|run|ci|main|default|new|my|issue|feature|request|report|word|excel|teams|outlook)$/i;
/** Whether a word is part of the name of a product. */
export const isProduct = (word: string): boolean => PRODUCTS.test(word);
// What else is said after thanks.
const REPLIES =
  /^(?:great|perfect|awesome|super|cool|nice|sorry|bye|done|everybody|folks|guys|all|friends?|cheers|lectern)$/i;
/** Whether capitalized words are the name of a person: none is ordinary, a call, a product or a reply. */
const isPerson = (found: string) =>
  found
    .match(/\p{Lu}[\p{L}'’-]*/gu)!
    .every((word) => !isOrdinary(word) && ![CALLS, PRODUCTS, REPLIES].some((words) => words.test(word)));
const { isStopWord } = languageOf([]);
/** Whether a capitalized word beside a title or a first name belongs to the name: Doe, King, but not Cannot or Account. */
const isPartOfName = (word: string): boolean => {
  const lower = word.toLowerCase();
  const isKnown = isState(word) && (isStopWord(lower) || !STOP_WORDS.has(lower));
  return !isKnown && ![CALLS, PRODUCTS, REPLIES].some((words) => words.test(word));
};
const INITIAL = /^\p{Lu}\.$/u;
const withoutPossessive = (name: string) => name.replace(/['’]s$/, '');
/** The length of a name: the words before the first capitalized one that is none, without a possessive. */
const personLength = (found: string): number => {
  const words = found.split(' ');
  const end = words.findIndex((word) => /^\p{Lu}/u.test(word) && !INITIAL.test(word) && !isPartOfName(word));
  const name = end === -1 ? words : words.slice(0, end);
  while (/^\p{Ll}/u.test(name.at(-1) ?? '')) name.pop();
  return withoutPossessive(name.join(' ')).length;
};
/** The length of a name that starts with a common first name: two words at least. */
const fullNameLength = (found: string): number => {
  const first = found.split(' ', 1)[0]!;
  const length = FIRST_NAMES.has(first.toLowerCase()) ? personLength(found) : 0;
  return length > first.length ? length : 0;
};
/** The length of a common first name in lower case, with the surname after it. */
const lowerNameLength = (found: string): number => {
  const [first = '', last = ''] = found.split(' ');
  if (!FIRST_NAMES.has(withoutPossessive(first))) return 0;
  const isWhole = last === '' || isOrdinary(last) || SAID_OF_NAMES.has(last) || first.includes("'");
  return withoutPossessive(isWhole ? first : found).length;
};
const TITLES = alternatives(String.raw`
  M(?:rs?|s|x)\.? | Miss | Dr\.? | Prof\.? | Herrn? | Frau | Sra?\. | Srta\. | [Ss]eñor(?:a|ita)? | Mme\.? | Mlle\.? | Monsieur |
  Madame | Sig\. | [Ss]ignora? | Dott\. | Dhr\. | Mevr\.`);
// My name is, my mother's maiden name is
const RELATIVES = alternatives(`
  mother | father | husband | wife | son | daughter | partner | brother | sister | boss | colleague | friend | child |
  pet | dog | cat`);
const KINDS_OF_NAMES = 'full|first|last|maiden|middle|family|legal|birth|given|real';
const NAME_IS = `(?:[Mm]y|[Hh]is|[Hh]er)(?: (?:${RELATIVES})['’]?s)?(?: (?:${KINDS_OF_NAMES}))? (?:sur)?name(?: is| was|['’]s| ?:)|[Mm]aiden name(?: is| was| ?:)`;
// Names in one line.
const [LINE_NAMES, LINE_FULL_NAME] = [NAMES, FULL_NAME].map((names) => names.replaceAll('\\s', ' '));
const CLOSING = alternatives(String.raw`
  (?:(?:[Bb]est|[Kk]ind|[Ww]arm)\s)?[Rr]egards | (?:[Bb]est|[Kk]ind)\s[Ww]ishes | [Cc]heers | [Ss]incerely | [Bb]est |
  [Yy]ours(?:\s(?:truly|sincerely|faithfully))? | (?:[Mm]any\s)?[Tt]hanks(?:\s(?:in\sadvance|a\slot|again))? | [Tt]hank\syou |
  (?:(?:[Vv]iele|[Ll]iebe|[Bb]este|[Mm]it\sfreundlichen)\s)?[Gg]rü(?:ß|ss)en? | MfG | LG | VG | [Dd]anke | [Ss]aludos |
  [Gg]racias | [Cc]ordialement | [Mm]erci | [Aa]tenciosamente | [Oo]brigad[oa] | [Cc]ordiali\s[Ss]aluti | [Gg]razie`);

/** Rules for names of people, by the words around them. */
export const PERSONAL_NAMES: readonly MaskRule[] = [
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:${NAME_IS}|[Ii] am called|[Mm]ein [Nn]ame ist|[Ii]ch heiße|[Mm]e llamo|[Mm]i nombre es|[Jj]e m['’]appelle|[Mm]eu nome é|[Mm]i chiamo|[Mm]ijn naam is)\s)(?<value>${NAMES})`,
      'gu',
    ),
  },
  // My name is jane roe and it fails
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:${NAME_IS}|i am called|mein name ist|ich heiße|me llamo|mi nombre es|je m['’]appelle|meu nome é|mi chiamo|mijn naam is)\s)(?<value>\p{Ll}[\p{Ll}'’-]{1,20}(?:\s\p{Ll}[\p{Ll}'’-]{1,20}){0,3})(?!\p{L})`,
      'giu',
    ),
    check: nameLength,
  },
  // Peter Parker here, how do I export?
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>^\s{0,3}(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear)(?:\s(?:there|all|team|support|everyone))?[\s,!.-]{1,3})?)(?<value>${NAME}${FURTHER_NAME}{1,2})(?=\shere(?:\s?[,.!:;-]|\s(?:from|at|again)\s|\s?$))`,
      'gu',
    ),
    check: isPerson,
  },
  // Hello, this is Jane Miller.
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>^\s{0,3}(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear)(?:\s(?:there|all|team|support|everyone))?[\s,!.-]{1,5})?[Tt]his is\s)(?<value>${LINE_FULL_NAME})(?=\s?(?:[,.!;\n]|$)|\sand\s)`,
      'gu',
    ),
    check: isPerson,
  },
  // Name: Jane Miller
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?:^|(?<=[\n.,;])|(?<=(?<!\p{L})(?:[Mm]y|[Ff]ull|[Cc]ustomer|[Cc]ontact)))\s{0,3}[Nn]ame\s?:\s{1,3})(?<value>${LINE_FULL_NAME})(?=\s?(?:[,.!;\n]|$))`,
      'gu',
    ),
    check: isPerson,
  },
  // Regards, Jane Miller
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?:^|(?<=[.!?,;\n])\s{0,3}|(?<=[.!?,;]\s{1,3}))(?:${CLOSING})(?:\s?[,!.–-]{1,3}\s{0,4}|\s{0,2}\n\s{0,3}))(?<value>${LINE_NAMES})(?=[.!]?\s{0,5}$|[ \t]{0,3}\n)`,
      'gu',
    ),
    check: isPerson,
  },
  // I am Maria Garcia, … and This is Bob Miller from …
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:[Ii] am|[Ii]['’]m|[Ii]ch bin|[Ss]oy|[Jj]e suis|[Ii]o sono|[Ee]u sou|[Ii]k ben)\s)(?<value>${FULL_NAME})(?=\s?(?:[,.!?;:]|$)|\s(?:and|from|at|with|here|und|von|vom|aus|y|de|del|et|du|e|da|di|en|van)\s)`,
      'gu',
    ),
    check: isFullName,
  },
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:[Tt]his is|[Hh]ier ist|[Hh]ier spricht)\s)(?<value>${FULL_NAME})(?=\s(?:from|at|of|with|here|speaking|calling|von|vom|aus)(?!\p{L}))`,
      'gu',
    ),
    check: isFullName,
  },
  // Mrs. Emily Watson
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:(?:${TITLES}) ){1,3})(?<value>${LINE_NAMES})`,
      'gu',
    ),
    check: personLength,
  },
  // The account of John Smith; not the city San Diego
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}/_.-]|(?:[Ss]an|[Ss]anta|[Ss]aint|[Ss]t\.?|[Ss]ão|[Ss]ankt) )${LINE_FULL_NAME}(?![\p{N}_/])`,
      'gu',
    ),
    check: fullNameLength,
  },
  // The account of john smith
  {
    mask: '[name]',
    pattern:
      /(?<before>(?<!\p{L})(?:accounts?|profile|data|login|user|customer|client|colleague|coworker|employee|patient|member|husband|wife) (?:(?:of|for|named|called) )?)(?<value>\p{Ll}[\p{Ll}'’-]{1,20}(?: \p{Ll}[\p{Ll}'’-]{1,20})?)(?![\p{L}\p{N}_/])/gu,
    check: lowerNameLength,
  },
  // Jane Doe (jane@example.com)
  {
    mask: '[name]',
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${LINE_FULL_NAME}(?= ?[(<]\s?\[email\])`, 'gu'),
    check: (found) => personLength(found) === found.length,
  },
];
