import type { MaskRule, MatchContext } from './mask-rule.ts';
import { isProduct } from './personal-names.ts';
import { alternatives } from './tokenizer.ts';

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
// A direction after the street, an apartment, postal code and town, and the state or the country.
const CITY = String.raw`(?:\s(?:N|S|E|W|NE|NW|SE|SW)(?![\p{L}\p{N}]))?(?:,?\s(?:apt|apartment|flat|suite|unit)\.?\s?[\w-]{1,6})?(?:,?\s(?:(?:[A-Z]{1,2}-)?\d{4,6}|\d{2}-\d{3}|\d{3}\s\d{2})\s${TOWN}|,\s?${TOWN})?(?:,?\s(?:${UK_POSTCODE}|(?:[A-Z]{2}\s)?\d{4,6}(?:-\d{4})?(?!\d)))?(?:,\s(?:[A-Z]{2,3}(?![\p{L}\p{N}])))?`;

/** Whether `via Roma 10` is an address: in a sentence about one, or with a town; not via Chrome 120. */
const isItalianAddress = (found: string, { before }: MatchContext): boolean =>
  (/\p{L}/u.test(before) || /\d.{0,3}(?:,|\s\d{5})\s/.test(found)) && !found.split(/[\s,]+/).some(isProduct);

/** Rules for postal addresses. */
export const POSTAL_ADDRESSES: readonly MaskRule[] = [
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#.-])\d{1,5}[a-zA-Z]?\s(?:[NSEW]\.?\s)?(?:(?:\p{Lu}[\p{L}'’.]{1,20}|\d{1,3}(?:st|nd|rd|th))\s){1,3}(?:${STREETS})(?!\p{L})(?!\s(?:${OF_PAGES})(?!\p{L}))${CITY}`,
      'gu',
    ),
  },
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:\p{Lu}[\p{Ll}-]{2,20}(?:straße|strasse|weg|gasse|allee|platz)|\p{Lu}\p{Ll}{2,20}str\.|(?:[Cc]alle|[Aa]venida|[Pp]aseo|Via|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Pp]raça|[Pp]laza)\s(?:\p{L}{1,4}\s){0,2}\p{Lu}[\p{L}'’]{1,20}(?:\s\p{Lu}[\p{L}'’]{1,20}){0,2},?)\s\d{1,4}[a-z]?(?:\/\d{1,4})?(?![\p{L}\p{N}])${CITY}`,
      'gu',
    ),
  },
  // I live in via Roma 10, Milano; not: connected via Node 20
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<=^\s{0,3}|\n\s{0,3}|(?<!\p{L})(?:[Ll]ive|[Ll]iving|[Aa]ddress|[Ii]ndirizzo|[Aa]bito|[Aa]bita|[Vv]ivo|[Rr]esidente|[Ss]ede)(?:\s(?:is|at|in|è))?[\s:,]{1,3})via\s(?:\p{L}{1,4}\s){0,2}\p{Lu}\p{Ll}{1,20}(?:\s\p{Lu}\p{Ll}{1,20}){0,2},?\s\d{1,4}[a-z]?(?![\p{L}\p{N}.])${CITY}`,
      'gu',
    ),
    check: isItalianAddress,
  },
  // Ul. Marszałkowska 12/5, 00-590 Warszawa
  {
    mask: '[address]',
    pattern: new RegExp(
      String.raw`(?<!\p{L}|\bet\s)(?:[Uu]l\.|[Uu]lica|[Aa]l\.|[Aa]lej[ae]|[Pp]l\.|[Pp]lac|[Oo]s\.|[Уу]л\.|[Уу]лица|[Пп]роспект)\s(?:\p{Lu}[\p{L}.-]{0,30},?\s){1,4}(?:[Дд]\.?\s?)?\d{1,4}[a-zA-Z]?(?:\s?\/\s?\d{1,4}|\sm\.?\s?\d{1,4})?(?![\p{L}\p{N}])${CITY}`,
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
];
