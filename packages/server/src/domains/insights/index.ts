import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { insightsContract } from './insights.contract.ts';
import { insightsHandlers } from './insights.handlers.ts';
import { insightsJobs } from './insights.jobs.ts';
import { createInsightsService, type HasSubscribers } from './insights.service.ts';
import { missesContract } from './misses/misses.contract.ts';
import { missesHandlers } from './misses/misses.handlers.ts';
import { createMissesService } from './misses/misses.service.ts';

export type { InsightsService } from './insights.service.ts';
export type { Miss, MissesService } from './misses/misses.service.ts';

/** Events of site visitors, for webhooks and integrations that subscribe to them. */
export const createInsights = (kernel: Kernel, more: { hasSubscribers: HasSubscribers }) => {
  const service = createInsightsService({ ...kernel, ...more });
  const misses = createMissesService(kernel);
  return {
    service,
    misses,
    domain: domain({
      name: 'insights',
      contract: { ...insightsContract, ...missesContract },
      handlers: { ...insightsHandlers(service), ...missesHandlers(misses) },
      jobs: insightsJobs(service),
    }),
  };
};
