import type { RecordedEvent } from '../../kernel/events/events.ts';
import { MAX_CONCURRENT } from '../../kernel/jobs/fair-dispatcher.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { PUBLIC_ACTIONS } from '../public-events/index.ts';
import { DELIVERY_JOB, type DeliveriesService } from './deliveries/deliveries.service.ts';
import type { SenderService } from './deliveries/sender.service.ts';
import type { WebhookKey } from './webhooks.store.ts';

/** Jobs that queue and send deliveries, and delete old ones. */
export const webhooksJobs = (deliveries: DeliveriesService, sender: SenderService): JobDefinition[] => [
  {
    name: 'webhooks.announce',
    on: PUBLIC_ACTIONS,
    concurrency: 2,
    expireInSeconds: 60,
    run: (event) => deliveries.queueForSubscribers(event as unknown as RecordedEvent),
  },
  {
    name: DELIVERY_JOB,
    concurrency: MAX_CONCURRENT,
    expireInSeconds: 60,
    run: (key) => sender.run(key as unknown as WebhookKey),
  },
  { name: 'webhooks.resume', cron: '* * * * *', retryLimit: 0, run: () => sender.resume() },
  { name: 'webhooks.remove-old', cron: '53 2 * * *', run: () => sender.removeOld() },
];
