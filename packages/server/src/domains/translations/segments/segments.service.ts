import { createHash } from 'node:crypto';
import { codedWords, withoutTerms } from '@lectern/document';
import { EngineError } from '../../../kernel/engine-error.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type Asking, fullCapacity, inPortions, type Question, settle } from './translate-batch.ts';
import type { TranslationKey } from '../translations.store.ts';
import { findSaid, insertSaid, type Said } from './segments.store.ts';

type Dependencies = Pick<Kernel, 'db'>;

/** For which translation and run an engine is asked. */
export interface RunAsking extends Asking {
  readonly translation: TranslationKey;
  readonly run: number;
}

const AT_ONCE = 3;
// An engine that has understood nothing of so many portions will not.
const MOST_FRUITLESS = 3;

const hashed = ({ from, to, instructions }: Asking, text: string, terms: Question['terms']): string =>
  createHash('sha256')
    .update(JSON.stringify([from, to, instructions, text, terms]))
    .digest('base64url');

// Whichever engine said it: another one is asked for what is new, not for all that is there. The text says what its terms are called.
const hashOf = (asking: Asking, { text }: Question): string => hashed(asking, text, []);

/** The hashes under which an answer may lie: also that from before texts said so, where it could be of no other text. */
const hashesOf = (asking: Asking, question: Question): readonly string[] => {
  const { text, terms } = question;
  const numbers = text.match(/<x id="\d+"[^<>]*\/>/g)?.length ?? 0;
  const isPlain = terms.length > 0 && numbers === terms.length;
  return [hashOf(asking, question), ...(isPlain ? [hashed(asking, withoutTerms(text), terms)] : [])];
};

const uselessError = (problem: string | undefined) =>
  new EngineError('garbled', `The engine gives no answers that can be used${problem ? `: ${problem}` : ''}`);

/** What engines say to the texts of a translation: nothing is asked twice. */
export const createSegmentsService = ({ db }: Dependencies) => ({
  /** Begins to ask for a run. */
  begin: (begun: Omit<RunAsking, 'capacity'>) => {
    const asking: RunAsking = { ...begun, capacity: fullCapacity() };
    let [wanted, heard, fruitless] = [0, 0, 0];
    let problem: string | undefined;

    /** Asks for some texts and keeps what was said at once: whoever goes on after an end goes on here. */
    const ask = async (portion: readonly Question[], signal: AbortSignal): Promise<Map<string, string>> => {
      const settled = await settle({ ...asking, signal }, portion);
      const said = new Map(
        portion.flatMap(({ text }) => {
          const answer = settled.said.get(text);
          return answer === undefined ? [] : [[text, answer] as const];
        }),
      );
      await insertSaid(
        db,
        asking.translation,
        asking.run,
        portion.flatMap((question) => {
          const text = said.get(question.text);
          const words = codedWords(question.text);
          return text === undefined ? [] : [{ hash: hashOf(asking, question), text, words }];
        }),
      );
      wanted += portion.length;
      heard += said.size;
      fruitless = said.size > 0 ? 0 : fruitless + 1;
      problem ??= settled.problem;
      // One that says something, and was understood before, is listened to until the end.
      if (fruitless >= MOST_FRUITLESS && (heard === 0 || settled.isSilent))
        throw uselessError(settled.problem);
      return said;
    };

    return {
      /** What engines say to questions, by their texts: now, or when they were asked before. */
      answer: async (questions: readonly Question[]): Promise<ReadonlyMap<string, Said>> => {
        const hashes = new Map(questions.map((question) => [question.text, hashesOf(asking, question)]));
        const known = await findSaid(db, asking.translation, [...new Set([...hashes.values()].flat())]);
        const answers = new Map<string, Said>();
        const open = new Map<string, Question>();
        for (const question of questions) {
          const said = hashes.get(question.text)!.flatMap((hash) => known.get(hash) ?? [])[0];
          if (said) answers.set(question.text, said);
          else open.set(question.text, question);
        }
        const portions = inPortions([...open.values()], asking.capacity);
        const stop = new AbortController();
        const signal = AbortSignal.any([asking.signal, stop.signal]);
        const work = async (): Promise<void> => {
          for (let portion = portions.shift(); portion; portion = portions.shift())
            for (const [text, answer] of await ask(portion, signal))
              answers.set(text, { text: answer, run: asking.run });
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

      /** Ends asking: where nothing of all that was asked for could be used, that is no run. */
      end: (): void => {
        if (wanted > 0 && heard === 0) throw uselessError(problem);
      },
    };
  },
});

/** What engines say to the texts of a translation. */
export type SegmentsService = ReturnType<typeof createSegmentsService>;
