import { setTimeout as sleep } from 'node:timers/promises';
import { isSound, splitCoded, type Term } from '@lectern/document';
import { EngineError } from '../../../kernel/engine-error.ts';
import type { Translator } from '../../../kernel/translator.ts';
import { isAboutNumber, isTooMuch } from './engine-limits.ts';

/** A text that is to be translated, with the terms of the glossary in it. */
export interface Question {
  readonly text: string;
  readonly terms: readonly Term[];
}

/** The most that an engine is given in one request: less from when it says that this is too much. */
export interface Capacity {
  texts: number;
  characters: number;
  /** The longest text that goes as one; longer ones are cut. */
  longest: number;
}

/** Which engine is asked, and what goes with every question. */
export interface Asking {
  readonly engine: Translator;
  readonly from: string;
  readonly to: string;
  readonly instructions: string;
  readonly capacity: Capacity;
  readonly signal: AbortSignal;
}

/** What an engine said that can be used, by text, and what was wrong with the rest. */
export interface Settled {
  readonly said: ReadonlyMap<string, string>;
  readonly problem: string | undefined;
  /** Whether it was left alone because it said nothing any more. */
  readonly isSilent: boolean;
}

const MOST_TEXTS = 30;
const MOST_CHARACTERS = 12_000;
// An engine that does not even take so much takes nothing.
const LEAST_CHARACTERS = 100;
const MOST_TRIES = 5;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
// An engine that has said nothing so often in a row will not.
const MOST_SILENT = 6;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
// What came back broken is asked for once more, then in pieces.
const MOST_BROKEN = 2;
// What an engine says nothing of although it is asked for nothing else is left alone.
const MOST_ALONE = 5;

/** What any engine is given at a time before it has said anything. */
export const fullCapacity = (): Capacity => ({
  texts: MOST_TEXTS,
  characters: MOST_CHARACTERS,
  longest: MOST_CHARACTERS,
});

/** Questions in the portions in which they are asked. */
export const inPortions = (
  questions: readonly Question[],
  { texts, characters }: Omit<Capacity, 'longest'>,
): Question[][] => {
  const portions: Question[][] = [];
  let size = 0;
  for (const question of questions) {
    const last = portions.at(-1);
    size += question.text.length;
    if (last && last.length < texts && size <= characters) last.push(question);
    else {
      portions.push([question]);
      size = question.text.length;
    }
  }
  return portions;
};

/** Takes half of what was too much for the most that an engine is given; false where there is no less. */
const lower = (capacity: Capacity, portion: readonly Question[], error: EngineError): boolean => {
  const characters = portion.reduce((sum, { text }) => sum + text.length, 0);
  const half = Math.ceil(characters / 2);
  if (portion.length > 1 && isAboutNumber(error, portion.length))
    capacity.texts = Math.min(capacity.texts, Math.ceil(portion.length / 2));
  else capacity.characters = Math.min(capacity.characters, half);
  if (portion.length > 1) return true;
  capacity.longest = Math.min(capacity.longest, half);
  return characters > LEAST_CHARACTERS;
};

/** Asks once, and again where the engine is busy or away. */
const askOnce = async (
  { engine, from, to, instructions, signal }: Asking,
  questions: readonly Question[],
): Promise<readonly (string | undefined)[]> => {
  const terms = new Map(questions.flatMap((question) => question.terms).map((term) => [term.term, term]));
  const texts = questions.map(({ text }) => text);
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await engine.translate({ texts, from, to, terms: [...terms.values()], instructions });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const isPassing = error.kind === 'busy' || error.kind === 'down';
      const wait = error.retryAfterMs ?? SHORTEST_WAIT_MS * 2 ** (tries - 1);
      if (!isPassing || tries >= MOST_TRIES || wait > LONGEST_WAIT_MS) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
};

/**
 * Asks until every answer has all that the question had: what is missing in fewer at a time, what is broken between what is
 * not words. What is missing in the end stays as it is.
 */
export const settle = async (asking: Asking, questions: readonly Question[]): Promise<Settled> => {
  const { capacity } = asking;
  const said = new Map<string, string>();
  const broken = new Map<string, number>();
  const alone = new Map<string, number>();
  const count = (counts: Map<string, number>, text: string) => counts.set(text, (counts.get(text) ?? 0) + 1);
  let problem: string | undefined;
  let silent = 0;

  /** Puts some questions; false where they were too many or too long, so that fewer or shorter ones are to be put. */
  const put = async (portion: readonly Question[]): Promise<boolean> => {
    const pause = Math.min(SHORTEST_PAUSE_MS * 2 ** (silent - 1), LONGEST_PAUSE_MS);
    if (silent > 0) await sleep(pause, undefined, { signal: asking.signal });
    const answers = await askOnce(asking, portion).catch((error: unknown) => {
      if (!(error instanceof EngineError)) throw error;
      if (isTooMuch(error) && lower(capacity, portion, error)) return undefined;
      if (error.kind !== 'garbled') throw error;
      problem = error.message;
      return [];
    });
    if (!answers) return false;
    silent = answers.some((answer) => answer !== undefined) ? 0 : silent + 1;
    for (const [at, { text }] of portion.entries()) {
      const answer = answers[at];
      if (answer === undefined) {
        if (portion.length === 1) count(alone, text);
      } else if (isSound(text, answer)) said.set(text, answer);
      else {
        count(broken, text);
        problem ??= 'Its answers lack what stands between the words';
      }
    }
    return true;
  };

  const isOpen = ({ text }: Question): boolean =>
    !said.has(text) &&
    text.length <= capacity.longest &&
    (broken.get(text) ?? 0) < MOST_BROKEN &&
    (alone.get(text) ?? 0) < MOST_ALONE;

  /** Where nothing of a portion could be used, it is asked for last, and half as many at a time from then on. */
  const askAll = async (all: readonly Question[]): Promise<void> => {
    let open = all.filter(isOpen);
    let most = open.length;
    while (open.length > 0 && silent < MOST_SILENT) {
      const texts = Math.min(most, capacity.texts);
      const portion = inPortions(open, { ...capacity, texts })[0]!;
      const isTaken = await put(portion);
      if (isTaken && !portion.some(({ text }) => said.has(text))) most = Math.ceil(portion.length / 2);
      open = [...open.slice(portion.length), ...portion.filter(isOpen)];
    }
  };

  /** Asks for texts, and for the pieces of those that are too long or come back broken. */
  const askWhole = async (all: readonly Question[]): Promise<void> => {
    for (const portion of inPortions(all, capacity)) await askAll(portion);
    const pieces = all
      .filter(({ text }) => !said.has(text))
      .map(({ text }) => ({ text, ...splitCoded(text, capacity.longest) }))
      .filter(({ text, runs }) => runs.length > 1 || runs[0] !== text);
    if (pieces.length === 0) return;
    const runs = new Set(pieces.flatMap((each) => each.runs));
    await askWhole([...runs].map((text) => ({ text, terms: [] })));
    for (const { text, runs: parts, join } of pieces) {
      const answers = parts.flatMap((part) => said.get(part) ?? []);
      const joined = answers.length === parts.length ? join(answers) : undefined;
      if (joined !== undefined && isSound(text, joined)) said.set(text, joined);
    }
  };

  await askWhole(questions);
  problem ??= said.size === 0 ? 'It said nothing of any text' : undefined;
  return { said, problem, isSilent: silent >= MOST_SILENT };
};
