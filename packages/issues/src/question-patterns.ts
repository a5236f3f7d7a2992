import { alternatives } from './tokenizer.ts';

const INTERROGATIVES = alternatives(`
  how | what | why | when | where | which | who | can | could | is | are | does | do | did | will |
  would | should | am | has | have | wie | wo | wann | warum | wieso | welche[rsnm]? | kann | können |
  könnt(?:e|en)? | gibt es | cómo | dónde | cuándo | por qué | cuál | puedo | comment | où | quand |
  pourquoi | quel(?:le)?s? | est-ce que | puis-je | como | onde | quando | por que | posso | dove |
  perché | hoe | waar | wanneer | waarom`);
const PROBLEM_WORDS = alternatives(`
  can't | cannot | can not | couldn't | unable to | not able to | trouble |
  problem | issue | error | fail(?:s|ed|ing)? | broken | wrong | missing | crash(?:es|ed)? | stuck |
  doesn't | does not | didn't | did not | won't | isn't | is not | not working | stopped working |
  nicht | keine?n? | fehler | no puedo | no funciona | impossible | ne (?:fonctionne|marche|peux) |
  erreur | não (?:consigo|funciona) | non funziona`);
const REQUEST_WORDS = alternatives(`
  how (?:do|can|to) | need to | want to | would like | wondering | looking for | please | bitte |
  möchten? | quiero | necesito | je (?:veux|voudrais|souhaite)`);
/** The end of a question. */
export const QUESTION_END = /[?？؟]\s*$|(?:か|ください|下さい)。?\s*$/;
const QUESTION_START = new RegExp(`^(?:¿|(?:${INTERROGATIVES})(?!\\p{L}))`, 'iu');
const QUESTION_WORDS = alternatives(`
  how | what | why | when | where | which | who | whom | whose | wie | was | wer | wo | wann | warum | wieso |
  welche[rsnm]? | cómo | qué | quién | dónde | cuándo | por qué | cuál | comment | qui | que | où | quand |
  pourquoi | quel(?:le)?s? | como | quem | onde | quando | por que | dove | chi | perché | hoe | wie | wat | waar |
  wanneer | waarom`);
/** A question with a question word, which is one without words about its topic too: What can you do? */
export const OPEN_QUESTION = new RegExp(`^[\\s¿"“]*(?:${QUESTION_WORDS})(?!\\p{L})`, 'iu');
/** A description of a problem. */
export const PROBLEM_PATTERN = new RegExp(
  String.raw`(?<![\p{L}])(?:${PROBLEM_WORDS})(?![\p{L}])|ません|できない|エラー|失敗`,
  'iu',
);
/** A question, a request or a description of a problem. */
export const QUESTION_PATTERN = new RegExp(
  String.raw`${QUESTION_END.source}|^[\s¿"“]*(?:${INTERROGATIVES})(?![\p{L}])|${PROBLEM_PATTERN.source}|(?<![\p{L}])(?:${REQUEST_WORDS})(?![\p{L}])|(?:たい(?:です|の)|ください)`,
  'iu',
);
// Conjunctions between sentences, with or without a comma.
const JOINS_IN_KOREAN = '그리고|또한|그런데';
const MORE = alternatives(`
  also | another (?:thing|question|one|issue|problem) | another | additionally | in addition | besides |
  second(?:ly)? | third(?:ly)? | finally | lastly | one more (?:thing|question) | one more |
  on another (?:note|topic) | separately | by the way | btw | next | furthermore | moreover | plus |
  my (?:second|other|next) question(?: is)? | außerdem | zudem | ferner | zweitens | drittens |
  noch (?:eine frage|etwas|was) | eine (?:weitere|andere|zweite) frage | des weiteren | übrigens |
  además | también | por otro lado | otra (?:cosa|pregunta|duda) | una cosa más | por cierto | de plus |
  aussi | par ailleurs | en outre | (?:une )?autre (?:question|chose) | également | além disso |
  também | outra (?:coisa|pergunta|dúvida) | mais uma (?:coisa|pergunta) | inoltre |
  un['’]altra (?:cosa|domanda) | ook | daarnaast | bovendien | nog (?:een vraag|iets) | также |
  кроме того | ещё | еще | ${JOINS_IN_KOREAN}`);
const MORE_WITHOUT_SPACE = alternatives(`
  また | それから | あと | さらに | もう(?:一|ひと)つ | 別件ですが | ちなみに | そして | 次に | 加えて | 另外 | 还有 | 此外`);
const AND = '(?:and|und|y|et|e|en|och)';
/** Words at the start of a sentence that introduce another topic. */
export const NEW_TOPIC = new RegExp(
  String.raw`^[\s¿¡]*(?:(?:${AND}\s+)?(?:${MORE})(?![\p{L}])|${AND}(?=\s+¿?(?:${INTERROGATIVES})(?![\p{L}]))|(?:${MORE_WITHOUT_SPACE})(?=\s*[,:、，：]))\s*[,:;、，：—–-]*\s*`,
  'iu',
);
/** A reference to an earlier sentence. */
export const BACK_REFERENCE =
  /(?<![\p{L}])(?:it|its|this|that|these|those|they|them|there|so|es|das|dies(?:e[rsmn]?)?|davon|dafür|damit|eso|esto|ello|ça|cela|ceci|isso|isto|questo|dit|dat)(?![\p{L}])|それ|これ|その|この|那|这|그것|이것|그거|이거/iu;

// Impersonal uses: it is possible, it takes.
const IMPERSONAL_IT = alternatives(`
  possible | normal | true | ok(?:ay)? | safe | legal | necessary | mandatory | required | free | takes? |
  costs? | be possible | matters? | seems?`);
/** A sentence whose subject is a pronoun, which needs the sentence before it. */
export const PRONOUN_SUBJECT = new RegExp(
  String.raw`(?<![\p{L}])(?:it(?!['’]|\s+(?:${IMPERSONAL_IT})(?![\p{L}]))|they|them|(?:this|that|these|those)(?=\s*[?!.]*$)|(?:this|these|those)(?=\s+(?:is|are|was|were|happens?|means?|works?)(?![\p{L}]))|ça|cela|eso|esto|isso|isto)(?![\p{L}])|(?:それ|これ)(?=[はがをもに])`,
  'iu',
);

/** A sentence without the words that introduce another topic, capitalized. */
export const withoutTopicMarker = (text: string): string => {
  const rest = text.replace(NEW_TOPIC, '');
  const marker = text.slice(0, text.length - rest.length);
  // Besides USD, what else?
  const isSeparate = /(?:[,:;、，：—–-]|\p{sc=Hangul})\s*$/u.test(marker) || QUESTION_START.test(rest);
  if (rest === '' || !isSeparate) return text;
  // The opening question mark belongs to the question.
  const question = rest.startsWith('¿') || !text.startsWith('¿') ? rest : `¿${rest}`;
  return question.replace(/^(¿?)(\p{Ll})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());
};
