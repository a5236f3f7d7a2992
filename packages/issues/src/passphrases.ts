import type { MaskRule, MatchContext } from './mask-rule.ts';
import { isOrdinary, looksSecret, PASSWORD_NAME, passphraseIn } from './passwords.ts';
import { STOP_WORDS } from './stop-words.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

// What is said about passwords, rather than a password: password reset mail, the password strength meter.
const TOPICS = setOf(`
  account api app argument attack authentication check component endpoint environment file function key method
  modal option parameter plugin popup property provider request server service value variable autofill based box change changed changes column complexity confirmation dialog email
  encryption entry error expired expiry export field fields flow forget forgot forgotten form generator grant hash hashing
  hint history icon import input label length less link login manager mail minimum message notification page panel
  policies policy prompt protected protection recovery requirement requirements reset resets rotation rule rules
  screen section setting settings storage store strength sync text toggle tool update username validation vault
  visibility widget window twice`);
// Words of a form, after which nothing secret follows.
const PROMPT = /^(?:enter|type|choose|confirm|repeat|create|pick|see|user\p{L}*|log\p{L}*|sign\p{L}*)$/iu;
// Part of a passphrase inside of it, but neither its end nor the start of another sentence.
const JOINING = setOf('a an the and or of in on at to for from with by');
const ARTICLE = /^(?:a|an|the)$/i;
// What happens with a password; other verbs are stop words.
const HAPPENS =
  /^(?:fail(?:s|ed)?|gives?|gave|keeps?|stop(?:s|ped)|shows?|throws?|returns?|says?|result(?:s|ed)|gets?)$/i;
// Why a password is set: to protect my account.
const PURPOSES = setOf(`
  abide access activate add adhere allow avoid block check clear complete comply connect contain continue create
  disable enable ensure enter expire finish fix follow fulfil fulfill improve include increase join keep log login
  match meet open pass prevent proceed protect reach reactivate recover regain remain remove reset resolve restore
  satisfy save see set share sign solve start stay stop strengthen switch sync test unlock update upgrade verify view
  uppercase lowercase numbers letters`);

const isTopic = (word: string) => TOPICS.has(word.toLowerCase()) || PROMPT.test(word);
const isEnd = (word: string) => {
  const lower = word.toLowerCase().replaceAll('’', "'");
  return HAPPENS.test(word) || /n't$/.test(lower) || (STOP_WORDS.has(lower) && !JOINING.has(lower));
};
const isHalfUnusual = (words: readonly string[]) =>
  words.filter((word) => !isOrdinary(word)).length * 2 >= words.length;

const isMixed = (word: string) => /\p{L}/u.test(word) && /\P{L}/u.test(word);
const SENTENCE_END = /[.!?…]$/;
const withoutEnd = (word: string) => word.replace(/[.!?…)*_'’]+$/u, '');

/** The length of a passphrase after `password:`: all words up to a verb or the end of the sentence. */
const assignedLength = (found: string, { after }: MatchContext): number => {
  const all = found.split(' ');
  // A name of another value follows: password: … user: …
  const own = /^\s?[:=]/.test(after) ? all.slice(0, -1) : all;
  const sentenceEnd = own.findIndex((word) => SENTENCE_END.test(word));
  const words = sentenceEnd === -1 ? own : own.slice(0, sentenceEnd + 1);
  const first = withoutEnd(words[0] ?? '');
  if (isTopic(first) || (STOP_WORDS.has(first.toLowerCase()) && !ARTICLE.test(first))) return 0;
  // A word with digits is a password by itself, and ordinary words after it are not.
  const ends = isMixed(first) ? (word: string) => isOrdinary(word) || isTopic(word) || isEnd(word) : isEnd;
  const end = words.findIndex((word, i) => i > 0 && ends(withoutEnd(word)));
  const phrase = end === -1 ? words : words.slice(0, end);
  while (JOINING.has(phrase.at(-1)?.toLowerCase() ?? '')) phrase.pop();
  const content = phrase.map(withoutEnd).filter((word) => !JOINING.has(word.toLowerCase()));
  return phrase.length > 1 && isHalfUnusual(content) ? withoutEnd(phrase.join(' ')).length : 0;
};

// What may follow a password of one word.
const ENDS = /^\s*(?:$|[\n.,;!?)"'`]|(?:and|but|so|then|yesterday|today|because|which)(?!\p{L}))/iu;
// When a password was set.
const TIME = /\s(?:today|yesterday|earlier|recently|last)(?!\p{L})/iu;
const isPasswordWord = (word: string) => word.length >= 4 && !isOrdinary(word) && !isTopic(word);

/** The length of a password after `my password to`, which is no purpose: not `to protect my account`. */
const chosenLength = (found: string, { after }: MatchContext): number => {
  const first = found.split(/[ -]/, 1)[0]!;
  if (PURPOSES.has(first.toLowerCase()) || isTopic(first)) return 0;
  const phrase = passphraseIn(found.split(TIME, 1)[0]!);
  if (phrase !== '') return phrase.length;
  return isPasswordWord(first) && ENDS.test(found.slice(first.length) + after) ? first.length : 0;
};

/** Whether words between `the password` and a verb are a passphrase; two words only if both are unusual. */
const isBarePassphrase = (found: string): boolean => {
  const words = found.split(/[ -]/);
  return !words.some(isTopic) && passphraseIn(found) === found;
};

// Products with a number in their name.
const PRODUCT =
  /^(?:windows|win|office|o|outlook|auth|wpa|web|route|word|excel|postgres(?:ql)?|mysql|php|python|node|s|ipv|oauth|log4j|ps|iphone|android|macos|ubuntu|exchange|sharepoint)[\d.]+$/i;

const ENGLISH = String.raw`(?<!\p{L})(?:password|passwd|pass[ -]?phrase|passcode|pwd|pw)`;
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’]{0,20}`;
const ANY_WORD = String.raw`[\p{L}\p{N}][^\s"“”„«»<>\x60|[\]{}:=,;]{0,63}`;
const wordsUpTo = (count: number) =>
  String.raw`(?<value>(?:\p{L}{1,20}|\d{1,6})(?:[ -]${WORD}){0,${count}})(?![\p{L}\p{N}'’])`;
const WORD_COUNT = 11;

const isStopWord = (word: string) => STOP_WORDS.has(word.toLowerCase());
const RECOVERY_WORDS = /\p{L}+/gu;
/** The length of a recovery phrase: 12 to 24 words in threes, few of which are stop words. */
const recoveryLength = (found: string): number => {
  const words = [...found.matchAll(RECOVERY_WORDS)];
  const isPhrase = (from: number, to: number, most: number) =>
    words.slice(from, to).filter(([word]) => isStopWord(word)).length <= most;
  if (words.length < 12 || !isPhrase(0, 12, 4)) return 0;
  let end = 12;
  while (end + 3 <= words.length && isPhrase(end, end + 3, 1)) end += 3;
  const last = words[end - 1]!;
  return last.index + last[0].length;
};
/** Whether groups of four characters are a key, not words. */
const isGroupedKey = (found: string): boolean => !found.split(/[ -]/).some(isOrdinary);

/** Rules for passwords that are ordinary words, by the words around them. */
export const PASSPHRASES: readonly MaskRule[] = [
  // My password is correct horse battery
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>${ENGLISH}\s{1,3}(?:is|was)\s{1,3})${wordsUpTo(WORD_COUNT)}`,
      'giu',
    ),
    check: (found) => passphraseIn(found).length,
  },
  // Recovery phrase: legal winner thank year …
  {
    mask: '[secret]',
    pattern:
      /(?<before>(?<!\p{L})(?:(?:recovery|seed|backup|mnemonic|wallet)[ -](?:phrase|words|seed|key)|mnemonic|seed)(?:\s(?:is|was|are|were)|\s?[:=])\s{1,3}["'“`]?)(?<value>(?:\d{1,2}[.)]?\s)?\p{L}{3,12}(?:[\s,]{1,3}(?:\d{1,2}[.)]?\s)?\p{L}{3,12}){11,23})(?!\p{L})/giu,
    check: recoveryLength,
  },
  // Secret key is abcd efgh ijkl mnop
  {
    mask: '[secret]',
    pattern:
      /(?<before>(?<!\p{L})(?:(?:secret|setup|authenticator|2fa|totp|security|recovery|backup)[ -](?:key|code)|app[ -]password|secret)(?:\s(?:is|was)|\s?[:=])?\s{1,3}["'“`]?)(?<value>[a-z0-9]{4}(?:[ -][a-z0-9]{4}){2,15})(?![\p{L}\p{N}])/giu,
    check: isGroupedKey,
  },
  // Password: blue monkey 42 tree
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>${ENGLISH}[*_]{0,2}(?:\s{0,3}[:=][*_]{0,2}\s{1,3}|:))(?<value>${ANY_WORD}(?: ${ANY_WORD}){1,${WORD_COUNT}})`,
      'giu',
    ),
    check: assignedLength,
  },
  // I changed my password to blue monkey
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:set|reset|changed|updated|switched|put)\s(?:my|our|the|his|her|their)\s(?:[\p{L}']{1,12}\s)?${ENGLISH}\s{1,3}(?:back\s)?to\s{1,3})${wordsUpTo(WORD_COUNT)}`,
      'giu',
    ),
    check: chosenLength,
  },
  // The password correct horse battery staple does not work
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:my|our|the|this|with)\s${ENGLISH}\s)(?<value>\p{L}{2,20}(?:[ -](?:\p{L}{2,20}|\d{1,6})){1,8}?)(?=\s(?:is|was|does|did|has|fails|failed|works|worked|no longer|never|isn['’]t|doesn['’]t|didn['’]t|won['’]t|wasn['’]t)(?!\p{L}))`,
      'giu',
    ),
    check: isBarePassphrase,
  },
  // Username admin password swordfish
  {
    mask: '[secret]',
    pattern:
      /(?<before>(?<!\p{L})(?:user ?name|user|login|usr)(?:\s{0,3}[:=]\s{0,3}|\s{1,3})(?!(?:and|or|forgot|forgets?|enters?|typed?|types|needs?|requires?|name|with|without)[\s,;/])[^\s,;:/]{1,64}[\s,;/]{1,3}(?:and\s{1,3})?(?:password|passwd|pwd)\s{1,3})(?<value>\p{L}{4,40})(?![\p{L}\p{N}'’-])/giu,
    check: (found, { after }) => isPasswordWord(found) && ENDS.test(after),
  },
  // Hunter2 password, as a whole line
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<=^[ \t]{0,3})(?<value>[^\s"'“”„«»<>:=()[\]{}|]{5,64})(?=[ \t]{1,3}${PASSWORD_NAME}[ \t.!?]{0,3}$)`,
      'gimu',
    ),
    check: (found) => looksSecret(found) && !PRODUCT.test(found),
  },
];
