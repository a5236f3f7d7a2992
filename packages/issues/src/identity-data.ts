import type { MaskRule } from './mask-rule.ts';
import { isOrdinary, PASSWORD_NAME } from './passwords.ts';
import { STOP_WORDS } from './stop-words.ts';
import { alternatives } from './tokenizer.ts';

const MONTHS = alternatives(String.raw`
  jan\p{L}* | feb\p{L}* | mar\p{L}* | mär\p{L}* | apr\p{L}* | may | mai | jun\p{L}* | jul\p{L}* |
  aug\p{L}* | sep\p{L}* | oct\p{L}* | okt\p{L}* | nov\p{L}* | dec\p{L}* | dez\p{L}* | enero | abril | mayo |
  agosto | diciembre | janvier | février | avril | août | décembre | gennaio | maggio | dicembre`);
const DATE = String.raw`(?:\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:${MONTHS})\.?,?\s(?:de\s|of\s)?\d{4}|(?:${MONTHS})\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})`;
const MONTH_OF_YEAR = String.raw`(?:${MONTHS})\.?,?\s(?:of\s|de\s)?(?:19|20)\d{2}`;
const DAY_OF_YEAR = String.raw`(?:\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:${MONTHS})|(?:${MONTHS})\.?\s\d{1,2}(?:st|nd|rd|th)?)`;
const BIRTH = alternatives(String.raw`
  date of birth | birth ?date | birthday | d\.?o\.?b\.? | born(?: on| in)? | geboren(?: am)? | geburtsdatum | geburtstag |
  fecha de nacimiento | nacid[oa](?: el)? | nací(?: el)? | date de naissance | née?(?: le)? | data di nascita |
  nat[oa] il | data de nascimento | nascid[oa](?: em)? | geboortedatum`);
const ID_DOCUMENTS = alternatives(`
  passport | identity card | id card | national id | identity | driv(?:er['’]?s?|ing) licen[cs]e | national insurance |
  ni(?=\\s(?:number|no)) |
  residence permit | tax id | reisepass | personalausweis | ausweis | führerschein | steuer-?id | dni | nie |
  pasaporte | passeport | carte d[’']identité | passaporto | carta d[’']identità | codice fiscale | passaporte | cpf |
  paspoort | bsn | паспорт`);
// "ID number" without the name of something else: not "order ID number".
const OWN_ID = String.raw`(?<!\p{L}\s{1,2})(?:id|identification)(?=\s(?:number|no\.?|nr\.?))|(?<=\b(?:my|our|his|her|their|the|an?|with)\s)(?:id|identification)(?=\s(?:number|no\.?|nr\.?))`;
const STREETS = alternatives(String.raw`
  Street | St\.? | Road | Rd\.? | Avenue | Ave\.? | Lane | Ln\.? | Drive | Boulevard | Blvd\.? | Court | Terrace | Crescent |
  Parkway | Highway | street | road | avenue | lane`);
// What is only named after a street: the 10 Downing Street template.
const OF_PAGES = 'templates?|themes?|pages?|examples?|samples?|demos?|layouts?|projects?|designs?';
// Some are words of other languages, too: not "3 Square Payments".
const FRENCH_STREETS = alternatives(String.raw`
  [Rr]ue | [Aa]venue | [Aa]v\. | [Bb]oulevard | [Bb]d\.? | place | [Cc]hemin | [Aa]llées? | [Ii]mpasse | [Qq]uai | cours |
  (?:[Pp]lace | [Rr]oute | [Ss]quare | [Pp]assage | [Cc]ours)(?=\s(?:de|du|des|la)\s|\sd['’])`);
const UK_POSTCODE = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])`;
const TOWN = String.raw`\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}\p{Ll}[\p{L}'’-]{0,29}){0,2}`;
const CITY = String.raw`(?:,?\s(?:apt|apartment|flat|suite|unit)\.?\s?[\w-]{1,6})?(?:,?\s(?:[A-Z]{1,2}-)?\d{4,6}\s${TOWN}|,\s?${TOWN})?(?:,?\s(?:${UK_POSTCODE}|(?:[A-Z]{2}\s)?\d{4,6}(?:-\d{4})?(?!\d)))?`;
const NAME = String.raw`(?:\p{Lu}\.|\p{Lu}[\p{L}'’-]{1,30})`;
const FURTHER_NAME = String.raw`(?:\s(?:(?:van|von|de|da|del|di|der|den|la|le|al|bin)\s){0,2}${NAME})`;
const NAMES = `${NAME}${FURTHER_NAME}{0,3}`;

const FULL_NAME = `${NAME}${FURTHER_NAME}{1,3}`;
/** Whether capitalized words are a name: not "I am New Here". */
const isFullName = (found: string) => !isOrdinary(found.split(' ')[0]!);

const WORD_COUNT = 9;
// The last words before "is my password": all of a passphrase, of which half are unusual, or one unusual word.
const PASSPHRASE = String.raw`(?<value>\p{L}{2,20}(?:[ -]\p{L}{2,20}){0,${WORD_COUNT}})`;
const isPassphrase = (found: string) => {
  const words = found.split(/[ -]/);
  if (words.some((word) => STOP_WORDS.has(word.toLowerCase()))) return false;
  return words.filter((word) => !isOrdinary(word)).length * 2 >= words.length;
};

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
  /^(?:see|read|learn|open|click|find|get|check|download|view|visit|start|try|release|more|notes?|docs?|documentation|guide|page|link|code|issue|question|help|support|team|user|admin|customer|lead|senior|junior|chief|technical|developer|engineer|manager|writer|designer|student)s?$/i;

// Products that are introduced like people: This is Google Chrome.
const PRODUCTS =
  /^(?:google|microsoft|apple|chrome|firefox|mozilla|safari|edge|visual|studio|internet|explorer|windows|android|mac|github|gitlab|slack|zoom|docker|node|react|api|beta|version|production|staging|build|deploy|test|release|run|ci|main|default|new|my|issue|feature|request|report)$/i;
// What else is said after thanks.
const REPLIES =
  /^(?:great|perfect|awesome|super|cool|nice|sorry|bye|done|everybody|folks|guys|all|friends?|cheers|lectern)$/i;
/** Whether capitalized words are the name of a person: none is ordinary, a call, a product or a reply. */
const isPerson = (found: string) =>
  found
    .match(/\p{Lu}[\p{L}'’-]*/gu)!
    .every((word) => !isOrdinary(word) && ![CALLS, PRODUCTS, REPLIES].some((words) => words.test(word)));
// Names in one line.
const [LINE_NAMES, LINE_FULL_NAME] = [NAMES, FULL_NAME].map((names) => names.replaceAll('\\s', ' '));
const CLOSING = alternatives(String.raw`
  (?:(?:[Bb]est|[Kk]ind|[Ww]arm)\s)?[Rr]egards | (?:[Bb]est|[Kk]ind)\s[Ww]ishes | [Cc]heers | [Ss]incerely | [Bb]est |
  [Yy]ours(?:\s(?:truly|sincerely|faithfully))? | (?:[Mm]any\s)?[Tt]hanks(?:\s(?:in\sadvance|a\slot|again))? | [Tt]hank\syou |
  (?:(?:[Vv]iele|[Ll]iebe|[Bb]este|[Mm]it\sfreundlichen)\s)?[Gg]rü(?:ß|ss)en? | MfG | LG | VG | [Dd]anke | [Ss]aludos |
  [Gg]racias | [Cc]ordialement | [Mm]erci | [Aa]tenciosamente | [Oo]brigad[oa] | [Cc]ordiali\s[Ss]aluti | [Gg]razie`);

/** Rules for personal data that the words around it show: names, birth dates, documents, addresses, passphrases. */
export const IDENTITY_DATA: readonly MaskRule[] = [
  {
    mask: '[email]',
    pattern:
      /"(?=[^"]*[\p{L}\p{N}])[^"\n@]{1,64}"(?:@|\s?[[({](?:at|ät)[\])}]\s?)(?:[\p{L}\p{N}-]{1,63}(?:\.|\s?[[({](?:dot|punkt|punto|point)[\])}]\s?)){1,8}\p{L}{2,24}/giu,
  },
  // Correct horse battery is my password
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<=^|[.!?:;,\n]\s{0,3}|["'“„«])${PASSPHRASE}(?=["'”»]?\s(?:is|was|ist|war|es|est)\s(?:my|our|the|mein|unser|mi|mon)\s(?:[\p{L}']{1,12}\s)?${PASSWORD_NAME}(?!\s\p{L}))`,
      'giu',
    ),
    check: isPassphrase,
  },
  // My password is "…" in several words; use … as the password
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:use|used|entered|typed|tried|set)\s)(?<value>[^\s"'“”„«»<>]{4,64})(?=\s(?:as|for)\s(?:my|our|the|a)\s(?:[\p{L}']{1,12}\s)?${PASSWORD_NAME})`,
      'giu',
    ),
    check: (found) => !isOrdinary(found) && !STOP_WORDS.has(found.toLowerCase()),
  },
  {
    mask: '[birth date]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:${BIRTH})(?:\s(?:is|was|ist|es|est|è|é))?[\s:=]{1,3})(?<value>${DATE}|${DAY_OF_YEAR})(?![\d\p{L}])`,
      'giu',
    ),
  },
  // Born in April 1990; not: it was born in April 1990
  {
    mask: '[birth date]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L}|\b(?:it|project|company|product|site|idea)\s(?:was|is)\s)(?:born|geboren|nacid[oa]|née?|nat[oa]|nascid[oa])\s(?:in|im|en|a|em)\s)(?<value>${MONTH_OF_YEAR})(?![\d\p{L}])`,
      'giu',
    ),
  },
  // Ich bin am 12. April 1990 geboren
  {
    mask: '[birth date]',
    pattern: new RegExp(
      String.raw`(?<![\d\p{L}])(?<value>${DATE})(?=\s(?:geboren|geb\.|né|née|nacid[oa]|nat[oa]|nascid[oa])(?!\p{L}))`,
      'giu',
    ),
  },
  {
    mask: '[id]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:${ID_DOCUMENTS}|${OWN_ID})(?:-?\s?(?:number|no\.?|nr\.?|num|nummer|número|numéro|numero|id))?(?:\s(?:is|was|ist|lautet|es|est|è|é))?[\s:=#]{1,3})(?<value>[A-Z0-9](?:[ .-]?[A-Z0-9]){5,17})(?![\p{L}\p{N}])`,
      'giu',
    ),
    check: (found) => idLength(found),
  },
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#.-])\d{1,5}[a-zA-Z]?\s(?:\p{Lu}[\p{L}'’.]{1,20}\s){1,3}(?:${STREETS})(?!\p{L})(?!\s(?:${OF_PAGES})(?!\p{L}))${CITY}`,
      'gu',
    ),
  },
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:\p{Lu}[\p{Ll}-]{2,20}(?:straße|strasse|weg|gasse|allee|platz)|\p{Lu}\p{Ll}{2,20}str\.|(?:Calle|Avenida|Via|Viale|Piazza|Rua|Plaza)\s(?:\p{L}{1,4}\s){0,2}\p{Lu}[\p{L}'’]{1,20}(?:\s\p{Lu}[\p{L}'’]{1,20}){0,2},?)\s\d{1,4}[a-z]?(?![\p{L}\p{N}])${CITY}`,
      'gu',
    ),
  },
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])\d{1,4}(?:\s?bis)?,?\s(?:${FRENCH_STREETS})\s(?:\p{L}{1,4}['’\s]\s?){0,3}\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,2}${CITY}`,
      'gu',
    ),
  },
  // Rose Cottage and 4 King's Close, Leeds LS1 4AP
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#.-])(?:(?:Flat|Unit|Apartment)\s\w{1,5},?\s)?\d{1,5}[a-zA-Z]?,?\s(?:\p{Lu}[\p{L}'’.-]{1,20},?\s){1,7}${UK_POSTCODE}`,
      'gu',
    ),
  },
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:post ?code|postal code|zip(?: code)?)(?:\s(?:is|was))?[\s:=]{1,3})(?<value>${UK_POSTCODE}|\d{5}(?:-\d{4})?(?![\p{L}\p{N}]))`,
      'giu',
    ),
  },
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:[Pp]\.?\s?[Oo]\.?\s?[Bb]ox|[Pp]ostfach|[Bb]oîte postale|[Aa]partado postal|[Cc]asella postale)\s(?:[Nn]o\.?\s)?\d{1,3}(?:\s?\d{1,3}){0,2}(?!\d)${CITY}`,
      'gu',
    ),
  },
  {
    mask: '[name]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:[Mm]y (?:full )?name(?: is|['’]s)|[Ii] am called|[Mm]ein [Nn]ame ist|[Ii]ch heiße|[Mm]e llamo|[Mm]i nombre es|[Jj]e m['’]appelle|[Mm]eu nome é|[Mm]i chiamo|[Mm]ijn naam is)\s)(?<value>${NAMES})`,
      'gu',
    ),
  },
  // My name is jane roe and it fails
  {
    mask: '[name]',
    pattern:
      /(?<before>(?<!\p{L})(?:my (?:full )?name(?: is|['’]s)|i am called|mein name ist|ich heiße|me llamo|mi nombre es|je m['’]appelle|meu nome é|mi chiamo|mijn naam is)\s)(?<value>\p{Ll}[\p{Ll}'’-]{1,20}(?:\s\p{Ll}[\p{Ll}'’-]{1,20}){0,3})(?!\p{L})/giu,
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
];

// A number that names a document has digits; words after it do not belong to it.
const idLength = (found: string): number => {
  const parts = found.split(' ');
  const end = parts.findIndex((part) => /^[a-z]{2,}$/.test(part) || /^\p{Lu}\p{Ll}+$/u.test(part));
  const text = (end === -1 ? parts : parts.slice(0, end)).join(' ');
  return (text.match(/\d/g)?.length ?? 0) >= 4 && text.length >= 6 ? text.length : 0;
};
