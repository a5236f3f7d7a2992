import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { insightsContract } from './insights.contract.ts';
import { insightsHandlers } from './insights.handlers.ts';
import { insightsJobs } from './insights.jobs.ts';
import { createInsightsService, type HasSubscribers } from './insights.service.ts';

export type { InsightsService } from './insights.service.ts';

/** Events of site visitors, for webhooks and integrations that subscribe to them. */
export const createInsights = (kernel: Kernel, more: { hasSubscribers: HasSubscribers }) => {
  const service = createInsightsService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'insights',
      contract: insightsContract,
      handlers: insightsHandlers(service),
      jobs: insightsJobs(service),
    }),
  };
};
