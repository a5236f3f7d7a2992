import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { insightsContract } from './insights.contract.ts';
import { insightsHandlers } from './insights.handlers.ts';
import { createInsightsService, type Listens } from './insights.service.ts';

export type { InsightsService } from './insights.service.ts';

/** What visitors of sites do, for those who asked to be told. */
export const createInsights = (kernel: Kernel, more: { listens: Listens }) => {
  const service = createInsightsService({ ...kernel, ...more });
  return {
    service,
    domain: domain({ name: 'insights', contract: insightsContract, handlers: insightsHandlers(service) }),
  };
};
