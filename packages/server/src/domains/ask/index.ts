import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { PassagesService } from '../search/index.ts';
import type { McpServersService, SiteSearchService, StructureService } from '../sites/index.ts';
import { createModelAnswerService } from './answers/model-answer.service.ts';
import { askContract } from './ask.contract.ts';
import { askHandlers } from './ask.handlers.ts';
import { createAskService } from './ask.service.ts';
import { createBudgets } from './budgets.ts';
import { aiResponsesContract } from './responses/ai-responses.contract.ts';
import { aiResponsesHandlers } from './responses/ai-responses.handlers.ts';
import { createAiResponsesService } from './responses/ai-responses.service.ts';
import { createSiteToolsService } from './tools/site-tools.service.ts';

export type { Answer } from './answers/answer.ts';
export type { askContract } from './ask.contract.ts';
export type { AskService } from './ask.service.ts';
export type { Budgets } from './budgets.ts';
export { answerEvents, questionEvents } from './present-answer.ts';
export type { aiResponsesContract } from './responses/ai-responses.contract.ts';
export type { AiResponsesService, Conversant } from './responses/ai-responses.service.ts';
export { readInput, scopeOf } from './responses/conversation-input.ts';

/** Answers to questions, from the pages that the asker may read. */
export const createAsk = (
  kernel: Kernel,
  more: {
    passages: PassagesService;
    sites: {
      structures: StructureService;
      search: SiteSearchService;
      mcpServers: McpServersService;
    };
  },
) => {
  const { clock, limits } = kernel;
  const budgets = createBudgets(limits.askPerMinute, () => clock.now().getTime());
  const service = createAskService({
    ...more,
    budgets,
    modelAnswers: createModelAnswerService(kernel),
    siteTools: createSiteToolsService({ ...kernel, ...more.sites }),
  });
  const responses = createAiResponsesService({ ...kernel, ask: service });
  return {
    service,
    responses,
    budgets,
    domain: domain({
      name: 'ask',
      contract: { ...askContract, ...aiResponsesContract },
      handlers: {
        ...askHandlers(service, more.sites),
        ...aiResponsesHandlers(responses, { ...more.sites, ask: service }),
      },
      jobs: [
        { name: 'ask.remove-expired-responses', cron: '17 * * * *', run: () => responses.removeExpired() },
      ],
    }),
  };
};
