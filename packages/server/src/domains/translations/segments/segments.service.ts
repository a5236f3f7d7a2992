import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { codedWords, isSound, splitCoded, type Term } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type TranslationRequest, type Translator, TranslatorError } from '../../../kernel/translator.ts';
import type { TranslationKey } from '../translations.store.ts';
import { findSaid, insertSaid, type Said } from './segments.store.ts';

type Dependencies = Pick<Kernel, 'db'>;

/** A text that is to be translated, with the terms of the glossary in it. */
export interface Question {
  readonly text: string;
  readonly terms: readonly Term[];
}

/** For which translation and run an engine is asked, and what goes with every question. */
export interface Asking {
  readonly translation: TranslationKey;
  readonly run: number;
  readonly engine: Translator;
  readonly from: string;
  readonly to: string;
  readonly instructions: string;
  readonly signal: AbortSignal;
}

const MOST_TEXTS = 30;
const MOST_CHARACTERS = 12_000;
const AT_ONCE = 3;
const MOST_TRIES = 5;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
// An engine that has understood nothing so often will not.
const MOST_FRUITLESS = 3;

/** Questions in the portions in which they are asked. */
const inPortions = (questions: readonly Question[]): Question[][] => {
  const portions: Question[][] = [];
  let size = 0;
  for (const question of questions) {
    const last = portions.at(-1);
    size += question.text.length;
    if (last && last.length < MOST_TEXTS && size <= MOST_CHARACTERS) last.push(question);
    else {
      portions.push([question]);
      size = question.text.length;
    }
  }
  return portions;
};

const hashOf = ({ engine, from, to, instructions }: Asking, { text, terms }: Question): string =>
  createHash('sha256')
    .update(JSON.stringify([engine.name, from, to, instructions, text, terms]))
    .digest('base64url');

/** Asking engines: nothing twice, and until every answer has all that the question had. */
export const createSegmentsService = ({ db }: Dependencies) => {
  /** Asks once, and again where the engine is busy or away; halves what it does not understand as a whole. */
  const ask = async (
    asking: Asking,
    questions: readonly Question[],
  ): Promise<readonly (string | undefined)[]> => {
    const { engine, from, to, instructions, signal } = asking;
    const terms = [
      ...new Map(questions.flatMap((question) => question.terms).map((term) => [term.term, term])).values(),
    ];
    const request: TranslationRequest = {
      texts: questions.map(({ text }) => text),
      from,
      to,
      terms,
      instructions,
    };
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      try {
        return await engine.translate(request);
      } catch (error) {
        if (!(error instanceof TranslatorError)) throw error;
        if (error.kind === 'garbled') break;
        const isPassing = error.kind === 'busy' || error.kind === 'down';
        const wait = error.retryAfterMs ?? SHORTEST_WAIT_MS * 2 ** (tries - 1);
        if (!isPassing || tries >= MOST_TRIES || wait > LONGEST_WAIT_MS) throw error;
        await sleep(wait, undefined, { signal });
      }
    }
    if (questions.length === 1) return [undefined];
    const middle = questions.length >> 1;
    return [
      ...(await ask(asking, questions.slice(0, middle))),
      ...(await ask(asking, questions.slice(middle))),
    ];
  };

  /** The answers that can be used, by text. */
  const soundAnswers = async (
    asking: Asking,
    questions: readonly Question[],
  ): Promise<Map<string, string>> => {
    const answers = questions.length > 0 ? await ask(asking, questions) : [];
    return new Map(
      questions.flatMap(({ text }, at) => {
        const answer = answers[at];
        return answer !== undefined && isSound(text, answer) ? [[text, answer] as const] : [];
      }),
    );
  };

  /** Asks for the words between what is not words, where an engine loses that. */
  const askInPieces = async (
    asking: Asking,
    questions: readonly Question[],
  ): Promise<Map<string, string>> => {
    const split = questions.map(({ text }) => ({ text, ...splitCoded(text) }));
    const runs = [...new Set(split.flatMap((each) => each.runs))].map((text) => ({ text, terms: [] }));
    const said = new Map<string, string>();
    for (const portion of inPortions(runs))
      for (const [text, answer] of await soundAnswers(asking, portion)) said.set(text, answer);
    return new Map(
      split.flatMap(({ text, runs: parts, join }) => {
        if (!parts.every((part) => said.has(part))) return [];
        const joined = join(parts.map((part) => said.get(part)!));
        return isSound(text, joined) ? [[text, joined] as const] : [];
      }),
    );
  };

  /** Asks, asks again what came back broken, then in pieces; what is missing in the end stays as it is. */
  const settle = async (asking: Asking, questions: readonly Question[]): Promise<Map<string, string>> => {
    const said = new Map<string, string>();
    for (const attempt of [soundAnswers, soundAnswers, askInPieces]) {
      const open = questions.filter(({ text }) => !said.has(text));
      if (open.length === 0) break;
      for (const [text, answer] of await attempt(asking, open)) said.set(text, answer);
    }
    return said;
  };

  return {
    /** What engines say to questions, by their texts: now, or when they were asked before. */
    answer: async (asking: Asking, questions: readonly Question[]): Promise<ReadonlyMap<string, Said>> => {
      const hashes = new Map(questions.map((question) => [question.text, hashOf(asking, question)]));
      const known = await findSaid(db, asking.translation, [...new Set(hashes.values())]);
      const answers = new Map<string, Said>();
      const open = new Map<string, Question>();
      for (const question of questions) {
        const said = known.get(hashes.get(question.text)!);
        if (said) answers.set(question.text, said);
        else open.set(question.text, question);
      }
      const portions = inPortions([...open.values()]);
      let fruitless = 0;
      const stop = new AbortController();
      const inTime = { ...asking, signal: AbortSignal.any([asking.signal, stop.signal]) };
      const work = async (): Promise<void> => {
        for (let portion = portions.shift(); portion; portion = portions.shift()) {
          const said = [...(await settle(inTime, portion))];
          fruitless = said.length > 0 ? 0 : fruitless + 1;
          // Each portion by itself: whoever goes on after an end goes on here.
          await insertSaid(
            db,
            asking.translation,
            asking.run,
            said.map(([text, answer]) => ({
              hash: hashes.get(text)!,
              text: answer,
              words: codedWords(text),
            })),
          );
          for (const [text, answer] of said) answers.set(text, { text: answer, run: asking.run });
          if (fruitless >= MOST_FRUITLESS)
            throw new TranslatorError('garbled', 'The engine gives no answers that can be used');
        }
      };
      // Where one fails, the others end before that is told: nothing is asked for nobody.
      const ends = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, () =>
          work().catch((error: unknown) => {
            stop.abort(error);
            throw error;
          }),
        ),
      );
      if (ends.some(({ status }) => status === 'rejected')) {
        asking.signal.throwIfAborted();
        throw stop.signal.reason;
      }
      return answers;
    },
  };
};

/** Asking engines. */
export type SegmentsService = ReturnType<typeof createSegmentsService>;
