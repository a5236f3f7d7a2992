import type { Block, Inline, Text } from '@lectern/document';
import { EngineError } from '../../../kernel/engine-error.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { LanguageModel } from '../../../kernel/language-model.ts';
import type { Passage } from '../../search/index.ts';
import type { ToolResult } from '../tools/site-tools.service.ts';
import { type Answer, NO_ANSWER, sourcesOf } from './answer.ts';
import { documentOf, linkTo, textNode } from './answer-blocks.ts';
import { readModelLine, type Sentence } from './model-lines.ts';
import { INSTRUCTIONS, materialsOf, promptOf } from './model-prompt.ts';

type Dependencies = Pick<Kernel, 'languageModel' | 'clock' | 'warn'>;

/** What a language model is asked. */
export interface ModelQuestion {
  readonly text: string;
  readonly earlier: readonly string[];
  readonly passages: readonly Passage[];
  /** Their numbers follow those of the passages. */
  readonly results: readonly ToolResult[];
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 60_000;
const MAX_FOLLOWUPS = 3;
const MAX_SENTENCES = 12;
// After this many failures in a row, the model is not asked for a while.
const MAX_FAILURES = 3;
const PAUSE_MS = 60_000;

const answerOf = (
  sentences: readonly Sentence[],
  { passages, results }: Pick<ModelQuestion, 'passages' | 'results'>,
  followups: readonly string[],
): Answer => {
  const citation = (number: number): Inline | Text => {
    const passage = passages[number - 1];
    return passage
      ? linkTo(passage, `[${number}]`)
      : textNode(`[${results[number - 1 - passages.length]!.server}]`);
  };
  const blocks = sentences.map(
    ({ text, passages: numbers }): Block => ({
      object: 'block',
      type: 'paragraph',
      nodes: [textNode(`${text} `), ...numbers.flatMap((number) => [citation(number), textNode('')])],
    }),
  );
  const used = [...new Set(sentences.flatMap((sentence) => sentence.passages))];
  return {
    document: documentOf(blocks),
    sources: sourcesOf(used.flatMap((number) => passages[number - 1] ?? [])),
    followups,
  };
};

/** Answers questions with a language model, as far as passages say what it writes. */
export const createModelAnswerService = ({ languageModel, clock, warn }: Dependencies) => {
  let [failures, pausedUntil] = [0, 0];
  const isPaused = () => clock.now().getTime() < pausedUntil;
  const fail = (error: EngineError): void => {
    // A question can make a model write what is not shown, or refuse. That says nothing about the next question.
    if (error.kind === 'garbled' || error.kind === 'refused') return;
    failures++;
    if (failures < MAX_FAILURES) return;
    failures = 0;
    pausedUntil = clock.now().getTime() + PAUSE_MS;
    warn({ reason: error.message }, 'the language model fails: questions are answered without it');
  };

  async function* read(model: LanguageModel, question: ModelQuestion): AsyncGenerator<Answer> {
    const { text, earlier, passages, results, signal } = question;
    const materials = materialsOf(passages, results);
    const texts = materials.map((material) => `${material.title}\n${material.text}`);
    const sentences: Sentence[] = [];
    const followups: string[] = [];
    let isRefused = false;
    /** Takes a line; returns whether there is more to show. */
    const take = (line: string): boolean => {
      const found = readModelLine(line, texts);
      if (found?.kind === 'none') isRefused = sentences.length === 0;
      else if (found?.kind === 'followup') followups.push(found.text);
      else if (found && sentences.length < MAX_SENTENCES) sentences.push(found);
      return found?.kind === 'sentence';
    };
    const prompt = promptOf(text, earlier, materials);
    let rest = '';
    for await (const part of model.stream({
      instructions: INSTRUCTIONS,
      text: prompt,
      timeoutMs: TIMEOUT_MS,
      signal,
    })) {
      const lines = (rest + part).split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (take(line)) yield answerOf(sentences, question, []);
    }
    take(rest);
    if (sentences.length > 0)
      yield answerOf(sentences, question, [...new Set(followups)].slice(0, MAX_FOLLOWUPS));
    else if (isRefused) yield NO_ANSWER;
    else throw new EngineError('garbled', 'The language model wrote nothing that the passages say');
  }

  return {
    /** Whether there is a language model, and whether it is asked now: not after it has failed several times. */
    state: (): 'none' | 'paused' | 'ready' =>
      languageModel === undefined ? 'none' : isPaused() ? 'paused' : 'ready',

    /** The answer as it grows; rejects with an EngineError if the model fails. */
    answer: async function* (question: ModelQuestion): AsyncGenerator<Answer> {
      try {
        yield* read(languageModel!, question);
        failures = 0;
      } catch (error) {
        // Nobody waits for it any more, which is no failure of the model.
        if (error instanceof EngineError && !question.signal.aborted) fail(error);
        throw error;
      }
    },
  };
};

/** Answers questions with a language model. */
export type ModelAnswerService = ReturnType<typeof createModelAnswerService>;
