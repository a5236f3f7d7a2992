import type { MaskRule, MatchContext } from './mask-rule.ts';
import { isOrdinary, isState, PASSWORD_NAME } from './passwords.ts';
import { STOP_WORDS } from './stop-words.ts';
import { alternatives } from './tokenizer.ts';

const MONTHS = alternatives(String.raw`
  jan\p{L}* | feb\p{L}* | mar\p{L}* | mär\p{L}* | apr\p{L}* | may | mai | jun\p{L}* | jul\p{L}* |
  aug\p{L}* | sep\p{L}* | oct\p{L}* | okt\p{L}* | nov\p{L}* | dec\p{L}* | dez\p{L}* | enero | abril | mayo |
  agosto | diciembre | janvier | février | avril | août | décembre | gennaio | maggio | dicembre`);
const DATE = String.raw`(?:\d{1,2}[/-](?:${MONTHS})[/-](?:\d{4}|\d{2})|\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:${MONTHS})\.?,?\s(?:de\s|of\s)?\d{4}|(?:${MONTHS})\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})`;
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
  paspoort | bsn | паспорт | pesel | nhs | aadha?ar | curp | personnummer | nric | medicare | health card |
  (?:social )?insurance(?=\\s(?:number|no|nr|id)) | voter id | sozialversicherungsnummer | versicher(?:ten|ungs)nummer |
  insee | numéro de sécurité sociale`);
// Numbers that name a person and may be short: not the id of a page.
const NUMBERED_PEOPLE = alternatives(`
  patient | employee | student | staff | personnel | medical record | health record | mrn`);
// "ID number" without the name of something else: not "order ID number".
const OWN_ID = String.raw`(?<!\p{L}\s{1,2})(?:id|identification)(?=\s(?:number|no\.?|nr\.?))|(?<=\b(?:my|our|his|her|their|the|an?|with)\s)(?:id|identification)(?=\s(?:number|no\.?|nr\.?))`;
/** Whether a word after `my username is` is one: not wrong, case-sensitive, 20. */
const isUsername = (found: string, { before, after }: MatchContext): boolean => {
  if (isOrdinary(found) || isState(found) || !/\p{L}/u.test(found)) return false;
  if (/[\d_.]/.test(found)) return true;
  const isWord = /^\p{L}{4,}$/u.test(found) && !SAID_OF_USERNAMES.has(found.toLowerCase());
  return isWord && /name/i.test(before) && ENDS.test(after);
};
const SAID_OF_USERNAMES = new Set(['taken', 'unique', 'similar', 'shown', 'gone', 'blank', 'down', 'slow']);
// What may follow a name of one word.
const ENDS = /^["'”`]?\s*(?:$|[\n.,;!?)]|(?:and|but|so|because)(?!\p{L}))/iu;

const WORD_COUNT = 9;
// The last words before "is my password": all of a passphrase, of which half are unusual, or one unusual word.
const PASSPHRASE = String.raw`(?<value>\p{L}{2,20}(?:[ -]\p{L}{2,20}){0,${WORD_COUNT}})`;
const isPassphrase = (found: string) => {
  const words = found.split(/[ -]/);
  if (words.some((word) => STOP_WORDS.has(word.toLowerCase()))) return false;
  return words.filter((word) => !isOrdinary(word)).length * 2 >= words.length;
};

/** Rules for personal data that the words around it show: birth dates, documents, user names, passphrases. */
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
      String.raw`(?<before>(?<!\p{L})(?:${BIRTH})(?:\s(?:is|was|ist|es|est|è|é))?[\s:=]{1,3}(?:on\s)?(?:(?:the|le|el|dem|den)\s)?)(?<value>${DATE}|${DAY_OF_YEAR})(?![\d\p{L}])`,
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
  // Patient id 77812
  {
    mask: '[id]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:(?:${NUMBERED_PEOPLE})(?:['’]s)?[\s-]?(?:id|number|no\.?|nr\.?)|mrn|patientennummer|personalnummer|matrikelnummer)(?:\s(?:is|was|ist|lautet))?[\s:=#]{1,3})(?<value>[A-Z]{0,4}-?\d{3,15})(?![\p{L}\p{N}]|[.,]\d)`,
      'giu',
    ),
  },
  // My username is jdoe87
  {
    mask: '[id]',
    pattern:
      /(?<before>(?<!\p{L})(?:(?:my|our|his|her)\s(?:user ?id|user|login|handle|nick)|(?:my|our|his|her|the)\s(?:user|login|account|nick) ?name)(?:\s(?:is|was)|\s?[:=])\s{1,3}["'“`]?)(?<value>[\p{L}\p{N}_](?:[\p{L}\p{N}._-]{1,38}[\p{L}\p{N}_]))(?![\p{L}\p{N}_@:/-])/giu,
    check: isUsername,
  },
];

// A number that names a document has digits; words after it do not belong to it.
const idLength = (found: string): number => {
  const parts = found.split(' ');
  const end = parts.findIndex((part) => /^[a-z]{2,}$/.test(part) || /^\p{Lu}\p{Ll}+$/u.test(part));
  const text = (end === -1 ? parts : parts.slice(0, end)).join(' ');
  return (text.match(/\d/g)?.length ?? 0) >= 4 && text.length >= 6 ? text.length : 0;
};
