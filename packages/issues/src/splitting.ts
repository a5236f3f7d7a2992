import { isClosing, isIntroduction, isSignature, withoutGreeting } from './greetings.ts';
import { MASK_NAMES } from './mask-rule.ts';
import { maskPersonalData } from './masking.ts';
import {
  BACK_REFERENCE,
  NEW_TOPIC,
  OPEN_QUESTION,
  PROBLEM_PATTERN,
  PRONOUN_SUBJECT,
  QUESTION_END,
  QUESTION_PATTERN,
  withoutTopicMarker,
} from './question-patterns.ts';
import { contentWordsOf, sentencesOf, stemOf, truncate } from './tokenizer.ts';

/** A message of a conversation. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'team-member';
  readonly body: string;
}

/** A conversation whose issues are extracted. */
export interface Conversation {
  readonly subject?: string | undefined;
  readonly messages: readonly Message[];
}

/** A question or a problem of a user. */
export interface Issue {
  readonly title: string;
  readonly summary: string;
}

const MAX_ISSUES = 8;
const MAX_TITLE_LENGTH = 120;
const MAX_SUMMARY_LENGTH = 600;
// The rest of a longer conversation is ignored.
const MAX_CONVERSATION_LENGTH = 20_000;

// Other scripts need fewer characters.
const SPACED = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Common}\p{sc=Inherited}]+$/u;

interface Sentence {
  readonly text: string;
  /** Whether it starts a message, a paragraph or a new topic. */
  readonly isSeparate: boolean;
}

interface FoundIssue {
  readonly question: string;
  /** The previous sentence. */
  readonly before: string | undefined;
  readonly sentences: string[];
}

// One or two lines: On Monday Jo <jo@…> wrote:
const QUOTES = String.raw`^(?:On|Am|El|Le|Il|Em|Op) [^\n]{5,200}?(?:\n[^\n>]{0,100}?)?(?:wrote|schrieb[^\n:]{0,100}|escribió|a écrit|ha scritto|escreveu|schreef[^\n:]{0,100}) ?:\s*$`;
// The answer to a quote with `>` follows below; without `>`, everything below is the quote.
const QUOTES_LINES = new RegExp(String.raw`${QUOTES}(?=\s*^>)`, 'gm');
const ENDS = new RegExp(String.raw`^--\s*$|^_{5,}|^-{5,}|${QUOTES}|^From: .*$`, 'm');

/** The lines of a message without quotes, code and signature. */
const ownLines = (body: string): string[] =>
  body
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(QUOTES_LINES, '')
    .split(ENDS, 1)[0]!
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('>'));

const MAX_SIGNATURE_WORDS = 6;
const MIN_VAGUE_WORDS = 5;
const MIN_OPEN_WORDS = 4;

const BULLET = /^(?:[-*•–]|\d+[.)]|\([a-z0-9]\))\s+/i;

/** The sentences of a message without greetings and closing. */
const sentencesInMessage = (body: string): { text: string; isFirst: boolean }[] => {
  const sentences = ownLines(body).flatMap((line, l) =>
    sentencesOf(line.replace(BULLET, '')).map((text, s) => ({
      text: withoutGreeting(text),
      isFirst: s === 0 && l > 0,
    })),
  );
  const closing = sentences.findIndex(({ text }) => isClosing(text));
  return sentences.filter(
    ({ text }, i) =>
      text !== '' &&
      !isClosing(text) &&
      !isIntroduction(text) &&
      // After the closing comes the signature, or a forgotten question.
      (closing === -1 ||
        i < closing ||
        QUESTION_PATTERN.test(text) ||
        text.split(/\s+/).length > MAX_SIGNATURE_WORDS) &&
      !(i > 0 && i === sentences.length - 1 && isSignature(text)),
  );
};

const sentencesIn = (messages: readonly Message[]): Sentence[] =>
  messages.flatMap(({ body }, m) =>
    sentencesInMessage(body).map(({ text, isFirst }, i) => ({
      text: withoutTopicMarker(text),
      isSeparate: isFirst || (i === 0 && m > 0) || NEW_TOPIC.test(text),
    })),
  );

const stemsOf = (text: string): Set<string> => new Set(contentWordsOf(text).map(stemOf));

/** Whether two sentences are about the same topic: questions share nearly all words (create or delete a webhook are two), others half. */
const isSameTopic = (a: string, b: string): boolean => {
  const [one, other] = [stemsOf(a), stemsOf(b)];
  const shared = [...one].filter((stem) => other.has(stem)).length;
  const least = Math.min(one.size, other.size);
  return QUESTION_END.test(a) && QUESTION_END.test(b) ? shared * 4 > least * 3 : shared * 2 >= least;
};

/** The minimum number of content words of a question; Korean needs fewer words. */
const minWordsOf = (text: string): number => (/\p{sc=Hangul}/u.test(text) ? 1 : 2);

const MASKS = new RegExp(String.raw`\[(?:${MASK_NAMES})\]`, 'g');

/** The question after a first sentence that says little but what is masked: My password is [secret]. */
const unmasked = ([first = '', ...others]: readonly string[]): string | undefined => {
  const rest = first.replace(MASKS, '');
  return rest === first || stemsOf(rest).size >= minWordsOf(first)
    ? undefined
    : others.find((text) => QUESTION_END.test(text) && text.search(MASKS) === -1);
};

/** The issues in sentences of a user: each separate question about another topic, with its context. */
const issuesIn = (userSentences: readonly Sentence[]): FoundIssue[] => {
  const found: FoundIssue[] = [];
  let before: string[] = [];
  let previous: string | undefined;
  for (const { text, isSeparate } of userSentences) {
    const stems = stemsOf(text);
    const last = found.at(-1);
    const isQuestion = QUESTION_PATTERN.test(text) && stems.size >= minWordsOf(text);
    // A question after a question is another issue, unless it refers back.
    const isFurther =
      last && QUESTION_END.test(last.question) && QUESTION_END.test(text) && !BACK_REFERENCE.test(text);
    const isNew =
      isQuestion && (isSeparate || isFurther) && found.every(({ question }) => !isSameTopic(text, question));
    if (isQuestion && (!last || isNew) && found.length < MAX_ISSUES) {
      if (last && previous && PRONOUN_SUBJECT.test(text)) before.push(previous);
      found.push({ question: text, before: previous, sentences: [...before, text] });
      before = [];
    } else if (last) {
      if (stems.size > 0) last.sentences.push(text);
    } else if (stems.size > 0) before.push(text);
    if (stems.size > 0) previous = text;
  }
  if (found.length > 0) return found;
  // Without a question, the first sentence is the issue, or else a vague one.
  const vague = userSentences.find(({ text }) => {
    const words = text.split(/\s+/).length;
    return (
      PROBLEM_PATTERN.test(text) ||
      (QUESTION_PATTERN.test(text) && words >= MIN_VAGUE_WORDS) ||
      (OPEN_QUESTION.test(text) && words >= MIN_OPEN_WORDS)
    );
  });
  // "That worked." is no issue by itself.
  const begin = before.findIndex(
    (text) => !BACK_REFERENCE.test(text) || stemsOf(text).size >= minWordsOf(text),
  );
  const all = before.length > 0 ? before.slice(Math.max(begin, 0)) : vague ? [vague.text] : [];
  return all
    .slice(0, 1)
    .map((first) => ({ question: unmasked(all) ?? first, before: undefined, sentences: all }));
};

/** A sentence with a full stop of its script. */
const withFullStop = (text: string): string => {
  const bare = text.replace(/[\s,;、，–—-]+$/u, '');
  if (/[.!?…:。！？؟]["”»)]?$/.test(bare)) return bare;
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(bare) ? `${bare}。` : `${bare}.`;
};

/** The title of an issue: the question, with the sentence that it refers to. */
const titleOf = ({ question, before }: FoundIssue, topic: string): string => {
  if (question.length < 8 && topic !== '' && SPACED.test(question)) return topic;
  const context = before ?? topic;
  const whole = `${withFullStop(context)} ${question}`;
  return PRONOUN_SUBJECT.test(question) && context !== '' && whole.length <= MAX_TITLE_LENGTH
    ? whole
    : question;
};

/** A conversation without personal data and secrets, cut at the maximum length. */
export const maskConversation = ({ subject, messages }: Conversation): Conversation => {
  let left = MAX_CONVERSATION_LENGTH;
  const maskedMessages = messages.flatMap(({ role, body }) => {
    const text = maskPersonalData(body.slice(0, left));
    left -= Math.min(left, body.length);
    return text.trim() === '' ? [] : [{ role, body: text }];
  });
  return { subject: subject === undefined ? undefined : maskPersonalData(subject), messages: maskedMessages };
};

/** Extracts the issues of a conversation, one for each question, without personal data. */
export const extractIssues = (conversation: Conversation): Issue[] => {
  const { subject = '', messages } = maskConversation(conversation);
  const found = issuesIn(sentencesIn(messages.filter(({ role }) => role === 'user')));
  const topic = subject.replace(/^(?:(?:re|fwd?|aw)\s*:\s*)+/i, '').trim();
  if (found.length === 0)
    return contentWordsOf(topic).length > 0 || topic.length > 3
      ? [{ title: truncate(topic, MAX_TITLE_LENGTH), summary: truncate(topic, MAX_SUMMARY_LENGTH) }]
      : [];
  return found.map((one) => {
    const { sentences } = one;
    // The subject belongs to the only question.
    const all =
      found.length === 1 && contentWordsOf(topic).length > 0 && !sentences.includes(topic)
        ? [topic, ...sentences]
        : sentences;
    return {
      title: truncate(titleOf(one, topic), MAX_TITLE_LENGTH),
      summary: truncate(
        all
          .map(withFullStop)
          .join(' ')
          .replace(/(?<=[。！？]) /g, ''),
        MAX_SUMMARY_LENGTH,
      ),
    };
  });
};
