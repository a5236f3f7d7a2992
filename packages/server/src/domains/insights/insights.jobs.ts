import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { type InsightsService, PUBLISH_RATING } from './insights.service.ts';

/** Publishes ratings of pages that were not followed by a comment. */
export const insightsJobs = (insights: InsightsService): JobDefinition[] => [
  queuedJob(PUBLISH_RATING, { run: insights.publishRating }),
];
