import type { Handlers } from '../../kernel/contract/operation.ts';
import type { SiteEventsService } from './events/site-events.service.ts';
import type { insightsContract } from './insights.contract.ts';
import type { InsightsService } from './insights.service.ts';

/** Maps operations to the service, and its results to responses. */
export const insightsHandlers = (
  insights: InsightsService,
  siteEvents: SiteEventsService,
): Handlers<typeof insightsContract> => ({
  trackEventsInSiteById: async ({ params, body, address, headers }) => {
    await insights.track(params.organizationId, params.siteId, body.events, { address, headers });
    return undefined;
  },
  eraseSiteVisitor: async ({ caller, subject, body }) => ({
    events: await siteEvents.erase(caller, subject, body),
  }),
});
