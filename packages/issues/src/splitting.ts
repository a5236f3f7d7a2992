import { isClosing, isIntroduction, isSignature, withoutGreeting } from './greetings.ts';
import { masked } from './masking.ts';
import {
  ANOTHER,
  ASKS,
  POINTS_BACK,
  QUESTION,
  REFERS,
  TROUBLE,
  withoutAnother,
} from './question-patterns.ts';
import { beginningOf, contentWordsOf, sentencesOf, stemOf } from './tokenizer.ts';

/** What somebody said in a conversation. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'team-member';
  readonly body: string;
}

/** A conversation as far as its issues are looked for. */
export interface Talk {
  readonly subject?: string | undefined;
  readonly messages: readonly Message[];
}

/** Something that somebody asks for or has trouble with. */
export interface Issue {
  readonly title: string;
  readonly summary: string;
}

const MOST_ISSUES = 8;
const LONGEST_TITLE = 120;
const LONGEST_SUMMARY = 600;
// More than so much of a conversation is not read: nobody asks so long.
const LONGEST_TALK = 20_000;

// Other scripts say as much in fewer signs.
const SPACED = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Common}\p{sc=Inherited}]+$/u;

interface Said {
  readonly text: string;
  /** Whether it stands for itself: in a message or a paragraph of its own, or after words that say so. */
  readonly isApart: boolean;
}

interface Found {
  readonly ask: string;
  /** What was said right before, if anything was. */
  readonly before: string | undefined;
  readonly sentences: string[];
}

// A line, or two where it was too long: On Monday Jo <jo@…> wrote:
const QUOTES = String.raw`^(?:On|Am|El|Le|Il|Em|Op) [^\n]{5,200}?(?:\n[^\n>]{0,100}?)?(?:wrote|schrieb[^\n:]{0,100}|escribió|a écrit|ha scritto|escreveu|schreef[^\n:]{0,100}) ?:\s*$`;
// Who is quoted line by line is answered below; else everything below is the quote.
const QUOTES_LINES = new RegExp(String.raw`${QUOTES}(?=\s*^>)`, 'gm');
const ENDS = new RegExp(String.raw`^--\s*$|^_{5,}|^-{5,}|${QUOTES}|^From: .*$`, 'm');

/** What a user wrote, without quotes of others, code and signatures. */
const ownWords = (body: string): string[] =>
  body
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(QUOTES_LINES, '')
    .split(ENDS, 1)[0]!
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('>'));

const MOST_OF_A_SIGNATURE = 6;
const LEAST_VAGUE = 5;

const BULLET = /^(?:[-*•–]|\d+[.)]|\([a-z0-9]\))\s+/i;

/** What a user says in a message, without greetings and what ends it. */
const saidInMessage = (body: string): { text: string; isFirst: boolean }[] => {
  const said = ownWords(body).flatMap((line, l) =>
    sentencesOf(line.replace(BULLET, '')).map((text, s) => ({
      text: withoutGreeting(text),
      isFirst: s === 0 && l > 0,
    })),
  );
  const closing = said.findIndex(({ text }) => isClosing(text));
  return said.filter(
    ({ text }, i) =>
      text !== '' &&
      !isClosing(text) &&
      !isIntroduction(text) &&
      // Behind it stands who wrote; or one who forgot to ask something.
      (closing === -1 || i < closing || ASKS.test(text) || text.split(/\s+/).length > MOST_OF_A_SIGNATURE) &&
      !(i > 0 && i === said.length - 1 && isSignature(text)),
  );
};

const saidIn = (messages: readonly Message[]): Said[] =>
  messages.flatMap(({ body }, m) =>
    saidInMessage(body).map(({ text, isFirst }, i) => ({
      text: withoutAnother(text),
      isApart: isFirst || (i === 0 && m > 0) || ANOTHER.test(text),
    })),
  );

const stemsOf = (text: string): Set<string> => new Set(contentWordsOf(text).map(stemOf));

/** Whether two things that were said are about the same: of two questions one has nearly all its words from the other (create or delete a webhook are two), else half. */
const isSame = (a: string, b: string): boolean => {
  const [one, other] = [stemsOf(a), stemsOf(b)];
  const shared = [...one].filter((stem) => other.has(stem)).length;
  const least = Math.min(one.size, other.size);
  return QUESTION.test(a) && QUESTION.test(b) ? shared * 4 > least * 3 : shared * 2 >= least;
};

/** How many words say what a question is about; Korean puts into one what others say in two. */
const leastOf = (text: string): number => (/\p{sc=Hangul}/u.test(text) ? 1 : 2);

/** The issues in what a user said: each question that stands for itself and is about something else, with what was said around it. */
const foundIn = (said: readonly Said[]): Found[] => {
  const found: Found[] = [];
  let before: string[] = [];
  let previous: string | undefined;
  for (const { text, isApart } of said) {
    const stems = stemsOf(text);
    const last = found.at(-1);
    const asks = ASKS.test(text) && stems.size >= leastOf(text);
    // A question after a question is another one, unless it goes on with what was said.
    const isFurther = last && QUESTION.test(last.ask) && QUESTION.test(text) && !REFERS.test(text);
    const isNew = asks && (isApart || isFurther) && found.every(({ ask }) => !isSame(text, ask));
    if (asks && (!last || isNew) && found.length < MOST_ISSUES) {
      if (last && previous && POINTS_BACK.test(text)) before.push(previous);
      found.push({ ask: text, before: previous, sentences: [...before, text] });
      before = [];
    } else if (last) {
      if (stems.size > 0) last.sentences.push(text);
    } else if (stems.size > 0) before.push(text);
    if (stems.size > 0) previous = text;
  }
  if (found.length > 0) return found;
  // Nobody asked anything; what they said first is what it is about. Else it is asked in words that say little.
  const vague = said.find(
    ({ text }) => TROUBLE.test(text) || (ASKS.test(text) && text.split(/\s+/).length >= LEAST_VAGUE),
  );
  // "That worked." is about something that others know.
  const begin = before.findIndex((text) => !REFERS.test(text) || stemsOf(text).size >= leastOf(text));
  const all = before.length > 0 ? before.slice(Math.max(begin, 0)) : vague ? [vague.text] : [];
  return all.slice(0, 1).map((ask) => ({ ask, before: undefined, sentences: all }));
};

/** A sentence with an end, as its script writes one. */
const ended = (text: string): string => {
  const bare = text.replace(/[\s,;、，–—-]+$/u, '');
  if (/[.!?…:。！？؟]["”»)]?$/.test(bare)) return bare;
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(bare) ? `${bare}。` : `${bare}.`;
};

/** What an issue is called: what was asked, with what it points back to. */
const titleOf = ({ ask, before }: Found, topic: string): string => {
  if (ask.length < 8 && topic !== '' && SPACED.test(ask)) return topic;
  const context = before ?? topic;
  const whole = `${ended(context)} ${ask}`;
  return POINTS_BACK.test(ask) && context !== '' && whole.length <= LONGEST_TITLE ? whole : ask;
};

/** A conversation without personal data, and not longer than is read. */
export const withoutSecrets = ({ subject, messages }: Talk): Talk => {
  let left = LONGEST_TALK;
  const kept = messages.flatMap(({ role, body }) => {
    const text = masked(body.slice(0, left));
    left -= Math.min(left, body.length);
    return text.trim() === '' ? [] : [{ role, body: text }];
  });
  return { subject: subject === undefined ? undefined : masked(subject), messages: kept };
};

/** The issues of a conversation, in its own words and without personal data; several where it has several questions. */
export const issuesOf = (talk: Talk): Issue[] => {
  const { subject = '', messages } = withoutSecrets(talk);
  const found = foundIn(saidIn(messages.filter(({ role }) => role === 'user')));
  const topic = subject.replace(/^(?:(?:re|fwd?|aw)\s*:\s*)+/i, '').trim();
  if (found.length === 0)
    return contentWordsOf(topic).length > 0 || topic.length > 3
      ? [{ title: beginningOf(topic, LONGEST_TITLE), summary: beginningOf(topic, LONGEST_SUMMARY) }]
      : [];
  return found.map((one) => {
    const { sentences } = one;
    // What somebody wrote above their only question says what it is about.
    const all =
      found.length === 1 && contentWordsOf(topic).length > 0 && !sentences.includes(topic)
        ? [topic, ...sentences]
        : sentences;
    return {
      title: beginningOf(titleOf(one, topic), LONGEST_TITLE),
      summary: beginningOf(
        all
          .map(ended)
          .join(' ')
          .replace(/(?<=[。！？]) /g, ''),
        LONGEST_SUMMARY,
      ),
    };
  });
};
