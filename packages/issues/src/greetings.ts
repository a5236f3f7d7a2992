import { STOP_WORDS } from './stop-words.ts';
import { alternatives } from './tokenizer.ts';

const START = '^[\\s¡¿"“]*';
const END = '(?![\\p{L}\\p{N}])';
const GREETINGS = alternatives(`
  hi | hiya | hello | hey | dear | good (?:morning|afternoon|evening|day) | greetings |
  to whom it may concern | hallo | guten (?:tag|morgen|abend) | moin | servus | grüezi |
  sehr geehrte[rs]? | liebe[rs]? | hej | hei | goedendag | beste | hola |
  buen[oa]s? (?:días|tardes|noches) | buen día | estimad[oa]s? | querid[oa]s? | olá | oi | bom dia |
  boa (?:tarde|noite) | bonjour | bonsoir | salut | chère?s? | ciao | salve | buongiorno | buonasera |
  gentile | cześć | dzień dobry | witam | здравствуйте | привет | добрый день | merhaba | selam`);
const GREETINGS_WITHOUT_SPACE = alternatives(`
  こんにちは | こんばんは | おはようございます | お世話になっております | はじめまして | 你好 | 您好 | 안녕하세요`);
const CLOSINGS = alternatives(String.raw`
  (?:best|kind|warm)(?:est)? (?:regards|wishes) | regards | best | cheers | sincerely |
  yours (?:truly|sincerely|faithfully) |
  (?:many |much )?thank(?:s| you)(?: (?:in advance|a lot|so much|very much|again|for (?:your|the|any|all)[\p{L} ]{0,30}))? |
  have a (?:nice|great|good) \p{L}+ |
  (?:viele|liebe|beste|schöne|herzliche|freundliche|mit (?:freundlichen|besten|lieben)) gr(?:ü|ue)(?:ß|ss)en? |
  gr(?:u|ü)(?:ß|ss)e? | mfg | lg | vg |
  (?:vielen |besten |herzlichen )?dank(?:e)?(?: (?:im voraus|schön|sehr|für [\p{L} ]{0,30}))? |
  schönen tag(?: noch)? | (?:un |muchos )?(?:cordial )?saludos?(?: cordiales)? | atentamente |
  cordialmente | (?:muchas |mil )?gracias(?: (?:de antemano|por [\p{L} ]{0,30}))? |
  (?:bien )?cordialement | bien à vous | (?:sincères )?salutations |
  merci(?: (?:d[’']avance|beaucoup|par avance|pour [\p{L} ]{0,30}))? | bonne journée | atenciosamente |
  (?:muito )?obrigad[oa] | abraços | cumprimentos | (?:cordiali|distinti) saluti |
  grazie(?: (?:mille|in anticipo))? | met vriendelijke groet(?:en)? | groet(?:en|jes)? |
  (?:alvast )?bedankt | (?:med )?vänliga hälsningar | tack(?: på förhand)? | pozdrawiam | dziękuję |
  с уважением | спасибо(?: заранее)? | teşekkürler | saygılarımla`);
const CLOSINGS_WITHOUT_SPACE = alternatives(`
  どうぞ | 何卒 | よろしく | 宜しく | ありがとう | 敬具 | 谢谢 | 感谢 | 감사합니다`);
const FILLERS = alternatives(`
  ok(?:ay)? | great | perfect | awesome | got it | sure | yes | no | ja | nein | sí | oui | non |
  super`);

const anyOf = (words: string, close = '(?!)') => `${START}(?:(?:${words})${END}|${close})`;
const GREETING = new RegExp(anyOf(GREETINGS, GREETINGS_WITHOUT_SPACE), 'iu');
const CLOSING = new RegExp(anyOf(CLOSINGS, CLOSINGS_WITHOUT_SPACE), 'iu');
const ONLY_FILLER = new RegExp(`${anyOf(FILLERS)}[\\s,.!]*$`, 'iu');
const ADDRESSEES = new Set(
  `there all team everyone everybody support folks guys sir madam or and zusammen alle liebes und damen herren frau herr
  leute a todos todas equipo señor señora y à tous toutes madame monsieur équipe et equipe tutti time`.split(
    /\s+/,
  ),
);
const NAME = /^\p{Lu}[\p{L}'’.-]*$/u;
const MAX_NAMES = 4;

const isName = (word: string) => {
  const bare = word.replace(/[.,!]+$/, '');
  return bare === '[name]' || (NAME.test(bare) && !STOP_WORDS.has(bare.toLowerCase().replaceAll('’', "'")));
};

/** The rest of a sentence after a greeting and a name; undefined without a greeting. */
const afterGreeting = (text: string): string | undefined => {
  const greeting = GREETING.exec(text);
  if (!greeting) return undefined;
  let rest = text.slice(greeting[0].length);
  for (;;) {
    const word = /^\s*([\p{L}'’.-]+|\[name\])(?=[\s,!.:;]|$)/u.exec(rest);
    if (!word || !(isName(word[1]!) || ADDRESSEES.has(word[1]!.toLowerCase()))) break;
    rest = rest.slice(word[0].length);
    // The name ends at the comma.
    if (/^\s*[,!:;，]/.test(rest)) break;
  }
  return rest
    .replace(/^[\s,!.:;、。！，：；–—-]+/u, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};

// My name is [name] and how can I …
const GIVEN_NAME =
  /^(?:my (?:full )?name(?: is|['’]s)|i am called|mein name ist|ich heiße|me llamo|mi nombre es|je m['’]appelle|meu nome é|mi chiamo|mijn naam is)\s+\[name\](?:\s*[,;]\s*|\s+)(?:(?:and|und|y|et|e|en)\s+)?(?=\S)/iu;

/** A sentence without the greetings and names at its start (Hola, buenos días; my name is Jo and …). */
export const withoutGreeting = (text: string): string => {
  let result = text;
  for (let rest = afterGreeting(result); rest !== undefined; rest = afterGreeting(result)) result = rest;
  const named = GIVEN_NAME.exec(result);
  if (!named) return result;
  return result.slice(named[0].length).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};

/** Whether a text consists of names, as a signature does. */
export const isSignature = (text: string): boolean => {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.length <= MAX_NAMES && words.every(isName) && !/[?？]$/.test(text);
};

// The name of the writer, or the announcement of a question.
const INTRODUCTION =
  /^(?:(?:my name(?: is|['’]s)|this is|mein name ist|ich heiße|me llamo|mi nombre es|je m['’]appelle|meu nome é|mi chiamo)(?!\p{L})(?:\s+\S+){1,4}|(?:i have|i['’]ve got|i had|ich habe|ich hätte|wir haben|tengo|tenemos|j['’]ai|tenho|ho)(?:\s+\S+){0,3}\s+(?:questions?|fragen?|preguntas?|dudas?|perguntas?|domand[ae])|[\p{sc=Han}\p{sc=Katakana}ー]{1,10}(?:の[\p{sc=Han}\p{sc=Katakana}ー]{1,8})?(?:です|と申します))\s*[.!:。]?$/iu;

/** Whether a sentence only introduces the writer, or announces a question. */
export const isIntroduction = (text: string): boolean => INTRODUCTION.test(text);

/** Whether a sentence is the closing of a message, or only an acknowledgement. */
export const isClosing = (text: string): boolean => {
  if (ONLY_FILLER.test(text)) return true;
  const closing = CLOSING.exec(text);
  if (!closing) return false;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u.test(closing[0])) return true;
  const rest = text.slice(closing[0].length).replace(/^[\s,.!;:–—-]+/u, '');
  return rest === '' || isSignature(rest) || rest.split(/\s+/).length <= 3;
};
