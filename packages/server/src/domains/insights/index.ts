import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createCountsService } from './counts/counts.service.ts';
import { createSiteEventsService } from './events/site-events.service.ts';
import { createVisitorIds } from './events/visitor-ids.ts';
import { exportsContract } from './exports/exports.contract.ts';
import { exportsHandlers } from './exports/exports.handlers.ts';
import { createExportsService } from './exports/exports.service.ts';
import { insightsContract } from './insights.contract.ts';
import { insightsHandlers } from './insights.handlers.ts';
import { insightsJobs } from './insights.jobs.ts';
import { createInsightsService, type HasSubscribers } from './insights.service.ts';
import { missesContract } from './misses/misses.contract.ts';
import { missesHandlers } from './misses/misses.handlers.ts';
import { createMissesService } from './misses/misses.service.ts';
import { queriesContract } from './queries/queries.contract.ts';
import { queriesHandlers } from './queries/queries.handlers.ts';
import { createQueriesService } from './queries/queries.service.ts';

export { LINK_POSITIONS } from './events/event-types.ts';
export type { InsightsService, SiteVisit } from './insights.service.ts';
export type { Miss, MissesService } from './misses/misses.service.ts';

/** Events of site visitors: stored, counted, and published to webhooks and integrations that subscribe to them. */
export const createInsights = (
  kernel: Kernel,
  more: { hasSubscribers: HasSubscribers; spaces: SpacesService },
) => {
  const visitorIds = createVisitorIds(kernel.signing);
  const counts = createCountsService(kernel);
  const siteEvents = createSiteEventsService({ ...kernel, visitorIds, counts });
  const service = createInsightsService({ ...kernel, ...more, siteEvents, visitorIds });
  const misses = createMissesService(kernel);
  const queries = createQueriesService({ ...kernel, ...more, siteEvents });
  const exported = createExportsService({ ...kernel, ...more, siteEvents });
  return {
    service,
    misses,
    siteEvents,
    counts,
    domain: domain({
      name: 'insights',
      contract: { ...insightsContract, ...missesContract, ...queriesContract, ...exportsContract },
      handlers: {
        ...insightsHandlers(service, siteEvents),
        ...missesHandlers(misses),
        ...queriesHandlers(queries),
        ...exportsHandlers(exported),
      },
      jobs: insightsJobs({ insights: service, siteEvents, counts }),
    }),
  };
};
