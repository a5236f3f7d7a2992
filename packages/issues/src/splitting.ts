import { masked } from './masking.ts';
import { beginningOf, contentWordsOf, sentencesOf, stemOf } from './text.ts';

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

const ASKS =
  /[?？؟]\s*$|^(?:how|what|why|when|where|which|who|can|could|is|are|does|do|did|will|would|should|am|has|have)\b|\b(?:how (?:do|can|to)|(?:can't|cannot|can not|couldn't|unable to|not able to|trouble|problem|issue|error|fail(?:s|ed|ing)?|broken|wrong|missing|crash(?:es|ed)?|stuck|doesn't|does not|didn't|did not|won't|isn't|is not|not working|stopped working|need to|want to|would like|wondering|looking for|please))\b/i;
const POLITE =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks?|thank you|many thanks|cheers|regards|best|kind regards|sincerely|ok(?:ay)?|great|perfect|awesome|got it|sure|yes|no)\b/i;
const ANOTHER =
  /^(?:also\b|another\b|additionally\b|in addition\b|besides\b|second(?:ly)?\b|finally\b|one more\b|on another\b|separately\b|by the way\b|btw\b|next\b|furthermore\b)/i;

interface Said {
  readonly text: string;
  /** Whether it stands for itself: in a message or a paragraph of its own, or after words that say so. */
  readonly isApart: boolean;
}

interface Found {
  readonly ask: string;
  readonly sentences: string[];
}

/** What a user wrote, without quotes of others, code and signatures. */
const ownWords = (body: string): string[] =>
  body
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/^--\s*$|^_{5,}|^-{5,}|^(?:On .{5,100} wrote:|From: .*)$/m, 1)[0]!
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('>'));

const BULLET = /^(?:[-*•–]|\d+[.)]|\([a-z0-9]\))\s+/i;

const saidIn = (messages: readonly Message[]): Said[] =>
  messages.flatMap(({ body }, m) =>
    ownWords(body).flatMap((line, l) =>
      sentencesOf(line.replace(BULLET, '')).map((text, s) => ({
        text,
        isApart: (s === 0 && (m > 0 || l > 0)) || ANOTHER.test(text),
      })),
    ),
  );

const stemsOf = (text: string): Set<string> => new Set(contentWordsOf(text).map(stemOf));

/** Whether two questions are about the same: one has half of its words from the other. */
const isSame = (a: Set<string>, b: Set<string>): boolean => {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared * 2 >= Math.min(a.size, b.size);
};

/** The issues in what a user said: each question that stands for itself and is about something else, with what was said around it. */
const foundIn = (said: readonly Said[]): Found[] => {
  const found: Found[] = [];
  let before: string[] = [];
  for (const { text, isApart } of said) {
    const stems = stemsOf(text);
    const last = found.at(-1);
    const asks = ASKS.test(text) && stems.size >= 2;
    const isNew =
      asks && isApart && stems.size >= 2 && found.every(({ ask }) => !isSame(stems, stemsOf(ask)));
    if (asks && (!last || isNew) && found.length < MOST_ISSUES) {
      found.push({ ask: text, sentences: [...before, text] });
      before = [];
    } else if (last) {
      if (stems.size > 0 && !POLITE.test(text)) last.sentences.push(text);
    } else if (stems.size > 0 && !POLITE.test(text)) before.push(text);
  }
  // Nobody asked anything; what they said first is what it is about.
  return found.length === 0 && before.length > 0 ? [{ ask: before[0]!, sentences: before }] : found;
};

const withoutGreeting = (text: string): string => {
  const rest = text.replace(
    /^(?:hi|hello|hey|dear)(?:\s+(?:there|all|team|everyone|support|folks))?\s*[,!.:-]\s*/i,
    '',
  );
  return rest.length > 0 ? rest : text;
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
  return found.map(({ ask, sentences }) => {
    const title = withoutGreeting(ask);
    // What somebody wrote above their only question says what it is about.
    const all =
      found.length === 1 && topic !== '' && !sentences.includes(topic) ? [topic, ...sentences] : sentences;
    return {
      title: beginningOf(title.length >= 8 || topic === '' ? title : topic, LONGEST_TITLE),
      summary: beginningOf(
        all.map((one) => (/[.!?…:。！？؟]$/.test(one) ? one : `${one}.`)).join(' '),
        LONGEST_SUMMARY,
      ),
    };
  });
};
