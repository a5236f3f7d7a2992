import { eventJob, type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { CountsService } from './counts/counts.service.ts';
import type { SiteEventsService } from './events/site-events.service.ts';
import { type InsightsService, PUBLISH_RATING } from './insights.service.ts';

interface Services {
  readonly insights: InsightsService;
  readonly siteEvents: SiteEventsService;
  readonly counts: CountsService;
}

/** Publishes ratings that no comment followed, counts events, and removes those that are no longer kept. */
export const insightsJobs = ({ insights, siteEvents, counts }: Services): JobDefinition[] => [
  queuedJob(PUBLISH_RATING, { run: insights.publishRating }),
  eventJob('insights.remove-site', {
    on: ['site.deleted'],
    run: ({ organizationId, target }) =>
      siteEvents.removeSite({ organization_id: organizationId!, id: target.id }),
  }),
  { name: 'insights.count', cron: '12 * * * *', afterStart: [60], run: () => counts.countAll() },
  { name: 'insights.prepare-days', cron: '41 5 * * *', run: () => counts.prepareDays() },
  { name: 'insights.remove-old', cron: '47 3 * * *', run: () => counts.removeOld() },
];
