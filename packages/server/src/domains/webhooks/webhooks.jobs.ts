import { MAX_CONCURRENT } from '../../kernel/jobs/fair-dispatcher.ts';
import { eventJob, type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { PUBLIC_ACTIONS } from '../public-events/index.ts';
import { DELIVERY_JOB, type DeliveriesService } from './deliveries/deliveries.service.ts';
import type { SenderService } from './deliveries/sender.service.ts';
import { hasEnabledWebhooks } from './webhooks.store.ts';

/** Jobs that queue and send deliveries, and delete old ones. */
export const webhooksJobs = (deliveries: DeliveriesService, sender: SenderService): JobDefinition[] => [
  eventJob('webhooks.enqueue-deliveries', {
    on: PUBLIC_ACTIONS,
    concurrency: 2,
    expireInSeconds: 60,
    isNeeded: hasEnabledWebhooks,
    run: deliveries.queueForSubscribers,
  }),
  queuedJob(DELIVERY_JOB, {
    concurrency: MAX_CONCURRENT,
    expireInSeconds: 60,
    run: sender.run,
  }),
  { name: 'webhooks.resume', cron: '* * * * *', retryLimit: 0, run: () => sender.resume() },
  { name: 'webhooks.remove-old', cron: '53 2 * * *', run: () => sender.removeOld() },
];
