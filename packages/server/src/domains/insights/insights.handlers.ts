import type { Handlers } from '../../kernel/contract/operation.ts';
import type { insightsContract } from './insights.contract.ts';
import type { InsightsService } from './insights.service.ts';

/** Maps operations to the service, and its results to responses. */
export const insightsHandlers = (insights: InsightsService): Handlers<typeof insightsContract> => ({
  trackEventsInSiteById: async ({ params, body, address }) => {
    await insights.track(params.organizationId, params.siteId, body.events, address);
    return undefined;
  },
});
