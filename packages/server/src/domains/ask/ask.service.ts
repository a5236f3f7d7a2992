import { EngineError } from '../../kernel/engine-error.ts';
import type { AskedSpace, Passage, PassagesService } from '../search/index.ts';
import { type Answer, NO_ANSWER } from './answers/answer.ts';
import { withNote } from './answers/answer-blocks.ts';
import { extractiveAnswer } from './answers/extractive-answer.ts';
import type { ModelAnswerService } from './answers/model-answer.service.ts';
import { isNear } from './answers/near-enough.ts';
import { recommendedQuestions } from './answers/recommended-questions.ts';
import type { Asker, Budgets } from './budgets.ts';
import type { OfferedTools, SiteToolsService } from './tools/site-tools.service.ts';
import type { SiteTool } from './tools/tool-plan.ts';

interface Dependencies {
  readonly passages: PassagesService;
  readonly modelAnswers: ModelAnswerService;
  readonly budgets: Budgets;
  readonly siteTools: SiteToolsService;
}

const MAX_PASSAGES = 10;
const NAMED_PAGES = 100;
const NO_TOOLS: OfferedTools = { servers: [], tools: [] };
const FAILED = 'The language model did not answer. These passages are nearest to the question.';
const USED_UP =
  'The language model has answered as many questions as it may for now. These passages are nearest to the question.';

/** What somebody asks, and where it may be answered from. */
export interface Question {
  readonly asker: Asker;
  readonly spaces: readonly AskedSpace[];
  readonly text: string;
  /** Earlier questions of the conversation. */
  readonly earlier?: readonly string[] | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** A note to the reader if no language model answers. */
  readonly noteWithoutModel?: string;
  /** Called with the passages that are about the question. */
  readonly onFound?: (passages: readonly Passage[]) => void;
  /** Called with each tool that is called. */
  readonly onToolCall?: (tool: SiteTool) => void;
}

const noted = (answer: Answer, note: string): Answer => ({
  ...answer,
  document: answer.document && withNote(answer.document, note),
});

/** Answers questions from pages. */
export const createAskService = ({ passages, modelAnswers, budgets, siteTools }: Dependencies) => {
  /** The passages for a question; one that says nothing by itself goes on with the question before. */
  const find = async ({ asker, spaces, text, earlier = [] }: Question): Promise<Passage[]> => {
    const before = earlier.at(-1);
    let found: Passage[] = [];
    for (const words of before === undefined ? [text] : [text, `${before} ${text}`, before]) {
      found = await passages.find(asker.organization, spaces, words, MAX_PASSAGES);
      if (found.some(isNear)) return found;
    }
    return found;
  };

  async function* withModel(
    question: Question,
    found: readonly Passage[],
    offered: OfferedTools,
  ): AsyncGenerator<Answer> {
    const { text, earlier = [], signal = new AbortController().signal, onToolCall } = question;
    const extractive = extractiveAnswer(found);
    try {
      const results = await siteTools.consult(offered, { text, earlier, signal, onCall: onToolCall });
      if (extractive.document || results.length > 0)
        yield* modelAnswers.answer({
          text,
          earlier,
          passages: extractive.document ? found : [],
          results,
          signal,
        });
      else yield NO_ANSWER;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (!signal.aborted) yield noted(extractive, FAILED);
    }
  }

  /** The answer to a question as it grows: each one replaces the one before. */
  const stream = async (question: Question): Promise<AsyncIterable<Answer>> => {
    const { asker, noteWithoutModel: note, onFound } = question;
    const found = await find(question);
    onFound?.(found.filter(isNear));
    const extractive = extractiveAnswer(found);
    const model = modelAnswers.state();
    if (model === 'none') return once(note === undefined ? extractive : noted(extractive, note));
    if (model === 'paused') return once(noted(extractive, FAILED));
    const offered =
      asker.site === undefined ? NO_TOOLS : await siteTools.offered(asker.organization, asker.site);
    if (!extractive.document && offered.tools.length === 0) return once(extractive);
    return budgets.take(asker) ? withModel(question, found, offered) : once(noted(extractive, USED_UP));
  };

  return {
    /** The spaces of an organization that a member may view. */
    spacesOf: passages.spacesOf,

    /** Some spaces of an organization, whose permission is checked. */
    spacesWith: passages.spacesWith,

    stream,

    /** The whole answer to a question. */
    answer: async (question: Question): Promise<Answer> => {
      let last: Answer | undefined;
      for await (const answer of await stream(question)) last = answer;
      return last!;
    },

    /** Questions that spaces answer. */
    recommended: async (organizationId: string, spaces: readonly AskedSpace[]): Promise<string[]> =>
      recommendedQuestions(await passages.names(organizationId, spaces, NAMED_PAGES)),
  };
};

async function* once(answer: Answer): AsyncGenerator<Answer> {
  yield answer;
}

/** Answers questions from pages. */
export type AskService = ReturnType<typeof createAskService>;
